/**
 * Compiles the source of one provider, in a process that does nothing else.
 *
 * <p>Nobody requires this module; the supervisor has it started by path.
 */
module dev.bullpen.compiler {
  requires java.compiler;

  uses javax.tools.JavaCompiler;
}
