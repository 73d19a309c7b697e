package dev.bullpen.bench.http;

/** What is measured of each server, again and again. */
enum Measure {
  COMPLETION("declared completion, 8 connections", Ask.COMPLETION, 8),
  ALONE("script, 1 connection", Ask.CALL, 1),
  FEW("script, 4 connections", Ask.CALL, 4),
  MANY("script, 50 connections", Ask.CALL, 50),

  /** From the connection to the answer, new clients one after another. */
  NEW_CLIENT("script, new client", Ask.CALL, 1);

  private final String title;
  private final Ask ask;
  private final int connections;

  Measure(String title, Ask ask, int connections) {
    this.title = title;
    this.ask = ask;
    this.connections = connections;
  }

  String title() {
    return title;
  }

  Ask ask() {
    return ask;
  }

  int connections() {
    return connections;
  }
}
