/**
 * Compiles the source of one provider, in a process that does nothing else.
 *
 * <p>No module requires it; the supervisor starts it by path.
 */
module dev.bullpen.compiler {
  requires java.compiler;

  uses javax.tools.JavaCompiler;
}
