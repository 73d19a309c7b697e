package dev.bullpen.linker;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.tree.ClassNode;

/**
 * A module descriptor of a jar.
 *
 * @param entry where it lies
 */
record Descriptor(String entry, ClassNode node) {
  private static final String NAME = "module-info.class";

  /** The second is of a jar that has no modules to older JVMs (JEP 238). */
  private static final List<String> ENTRIES = List.of(NAME, "META-INF/versions/9/" + NAME);

  /** What stands before the name of a class for newer JVMs alone. */
  private static final Pattern VERSION = Pattern.compile("^META-INF/versions/\\d+/");

  /** Those that a jar has: none, one or two. */
  static List<Descriptor> of(Jar jar) {
    List<Descriptor> found = new ArrayList<>();
    for (String entry : ENTRIES) {
      if (jar.has(entry)) {
        ClassNode node = new ClassNode();
        new ClassReader(jar.get(entry)).accept(node, 0);
        found.add(new Descriptor(entry, node));
      }
    }
    return found;
  }

  /** The module's name. */
  String module() {
    return node.module.name;
  }

  /** Write all packages into one that does not list them. */
  void listPackages(Jar jar) {
    if (node.module.packages != null) {
      return;
    }
    node.module.packages = new ArrayList<>(packages(jar));
    ClassWriter writer = new ClassWriter(0);
    node.accept(writer);
    jar.put(entry, writer.toByteArray());
  }

  /** With slashes; a class in no package, which a module cannot have, counts for none. */
  private static SortedSet<String> packages(Jar jar) {
    SortedSet<String> packages = new TreeSet<>();
    for (String entry : jar.classes()) {
      String name = VERSION.matcher(entry).replaceFirst("");
      int end = name.lastIndexOf('/');
      if (end > 0) {
        packages.add(name.substring(0, end));
      }
    }
    return packages;
  }
}
