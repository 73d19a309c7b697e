package dev.bullpen.project.completion;

/** How loosely a value may fit what was typed. Projects write the names in lower case. */
public enum MatchMode {
  /** It begins with it. */
  PREFIX,
  /** It holds it somewhere. */
  SUBSTRING,
  /** It holds its characters in their order, with anything between them. */
  FUZZY
}
