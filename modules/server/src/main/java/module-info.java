/**
 * The supervisor's middle: session, dispatcher, one handler per family of methods, the table of
 * calls in flight.
 */
module dev.bullpen.server {
  requires dev.bullpen.json;
  requires transitive dev.bullpen.pool;
  requires dev.bullpen.posix;
  requires transitive dev.bullpen.project;
  requires dev.bullpen.schema;
  requires transitive dev.bullpen.protocol;

  exports dev.bullpen.server;
  exports dev.bullpen.server.program;

  provides System.LoggerFinder with
      dev.bullpen.server.log.StderrLoggers;
}
