/** The command: settings, subcommands, and the class archives that make it start fast. */
module dev.bullpen.launcher {
  requires static dev.bullpen.http; // the start script adds it for --http
  requires dev.bullpen.json;
  requires dev.bullpen.pool;
  requires dev.bullpen.posix;
  requires dev.bullpen.project;
  requires dev.bullpen.server;
  requires info.picocli;
  requires static java.net.http; // the start script adds it for try with a URL
  requires static org.jline.reader; // the start script adds them for try
  requires static org.jline.terminal;
}
