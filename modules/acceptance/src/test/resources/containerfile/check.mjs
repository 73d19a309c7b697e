// What is wrong with a Containerfile, a line each; ends with 1 if there is anything.
import { readFileSync } from "node:fs";
import { validate } from "dockerfile-utils";

const found = validate(readFileSync(process.argv[2], "utf8"));
for (const { range, message } of found) {
  console.log(`${range.start.line + 1}: ${message}`);
}
process.exit(found.length > 0 ? 1 : 0);
