/**
 * The supervisor: one engine, a session for each client, a transport for each way in, and one
 * package for each family of methods.
 */
@SuppressWarnings("module") // the transport is built after this
module dev.bullpen.server {
  requires dev.bullpen.json;
  requires transitive dev.bullpen.pool;
  requires dev.bullpen.posix;
  requires transitive dev.bullpen.project;
  requires dev.bullpen.schema;
  requires transitive dev.bullpen.protocol;

  exports dev.bullpen.server;
  exports dev.bullpen.server.audit to
      dev.bullpen.http;
  exports dev.bullpen.server.call to
      dev.bullpen.http;
  exports dev.bullpen.server.client to
      dev.bullpen.http;
  exports dev.bullpen.server.control to
      dev.bullpen.launcher;
  exports dev.bullpen.server.engine to
      dev.bullpen.http;
  exports dev.bullpen.server.log to
      dev.bullpen.http;
  exports dev.bullpen.server.program;
  exports dev.bullpen.server.session to
      dev.bullpen.http;
  exports dev.bullpen.server.stdio;

  provides System.LoggerFinder with
      dev.bullpen.server.log.StderrLoggers;
}
