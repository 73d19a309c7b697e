package dev.bullpen.linker;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The call sites of a jar's classes. Those of lambdas and method references are replaced by an
 * instance of a class of their own, those of records by a method; any other stays as it is, and
 * works as before.
 */
final class CallSites {
  private static final String LAMBDA = "java/lang/invoke/LambdaMetafactory.metafactory";
  private static final String RECORD = "java/lang/runtime/ObjectMethods.bootstrap";
  private static final String DESCRIPTOR = "module-info.class";

  /** What a JVM calls the classes that it makes for them itself begins like this. */
  private static final String SUFFIX = "$$Lambda";

  private final Jar jar;
  private final Map<String, ClassNode> classes = new LinkedHashMap<>();
  private final Set<ClassNode> changed = new LinkedHashSet<>();

  private CallSites(Jar jar) {
    this.jar = jar;
  }

  /** Replace them all. */
  static void link(Jar jar) {
    new CallSites(jar).link();
  }

  private void link() {
    for (String name : jar.classes()) {
      if (!name.endsWith(DESCRIPTOR)) {
        ClassNode node = new ClassNode();
        new ClassReader(jar.get(name)).accept(node, 0);
        classes.put(node.name, node);
      }
    }
    for (ClassNode node : classes.values()) {
      link(node);
    }
    for (ClassNode node : changed) {
      ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
      node.accept(writer);
      jar.put(node.name + ".class", writer.toByteArray());
    }
  }

  private void link(ClassNode node) {
    int lambdas = 0;
    for (MethodNode method : node.methods) {
      for (AbstractInsnNode instruction : method.instructions.toArray()) {
        if (instruction instanceof InvokeDynamicInsnNode site) {
          String bootstrap = site.bsm.getOwner() + "." + site.bsm.getName();
          if (bootstrap.equals(LAMBDA)) {
            LambdaClass lambda = new LambdaClass(node.name + SUFFIX + lambdas++, site);
            admit(lambda.node(), node);
            method.instructions.set(site, lambda.instance());
            changed.add(node);
          } else if (bootstrap.equals(RECORD)) {
            RecordMethod.write(node, method);
            changed.add(node);
          }
        }
      }
    }
  }

  /** A nest mate may call what is private (JVMS 5.4.4), as most bodies of lambdas are. */
  private void admit(ClassNode lambda, ClassNode user) {
    ClassNode host = user.nestHostClass == null ? user : classes.get(user.nestHostClass);
    if (host.nestMembers == null) {
      host.nestMembers = new ArrayList<>();
    }
    host.nestMembers.add(lambda.name);
    lambda.nestHostClass = host.name;
    changed.add(host);
    changed.add(lambda);
  }
}
