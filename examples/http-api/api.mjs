// A stand-in for the API: it serves a few rates on a free port, as long as the command in its arguments runs.
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';

const RATES = { '/rates/EUR/JPY': 160, '/rates/EUR/USD': 1.25, '/rates/USD/EUR': 0.8 };

const server = createServer((request, response) => {
  const rate = RATES[request.url];
  const known = request.headers.authorization === 'Bearer secret';
  response.writeHead(!known ? 401 : rate ? 200 : 404, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(known ? { rate } : {}));
});
server.listen(0, '127.0.0.1', () => {
  const [command, ...words] = process.argv.slice(2);
  const env = { ...process.env, RATES_URL: `http://127.0.0.1:${server.address().port}` };
  spawn(command, words, { stdio: 'inherit', env }).on('exit', (code) => process.exit(code ?? 1));
});
