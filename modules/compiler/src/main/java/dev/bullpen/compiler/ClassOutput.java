package dev.bullpen.compiler;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;

/**
 * Notes which classes are written. The compiler writes top-level classes in the order in which the
 * source has them.
 */
final class ClassOutput extends ForwardingJavaFileManager<StandardJavaFileManager> {
  private final List<String> topLevel = new ArrayList<>();

  ClassOutput(StandardJavaFileManager files) {
    super(files);
  }

  /** Names of all but nested classes, as {@link Class#forName(String)} takes them. */
  List<String> topLevelClasses() {
    return topLevel;
  }

  @Override
  public JavaFileObject getJavaFileForOutput(
      Location location, String className, JavaFileObject.Kind kind, FileObject sibling)
      throws IOException {
    // A dollar may also be part of a name, but then the compiler tells no nested class from it.
    if (kind == JavaFileObject.Kind.CLASS && className.indexOf('$') < 0) {
      topLevel.add(className);
    }
    return super.getJavaFileForOutput(location, className, kind, sibling);
  }
}
