package dev.bullpen.linker;

import static org.objectweb.asm.Opcodes.ALOAD;
import static org.objectweb.asm.Opcodes.ARETURN;
import static org.objectweb.asm.Opcodes.ASTORE;
import static org.objectweb.asm.Opcodes.BIPUSH;
import static org.objectweb.asm.Opcodes.CHECKCAST;
import static org.objectweb.asm.Opcodes.DUP;
import static org.objectweb.asm.Opcodes.F_SAME;
import static org.objectweb.asm.Opcodes.GETFIELD;
import static org.objectweb.asm.Opcodes.IADD;
import static org.objectweb.asm.Opcodes.ICONST_0;
import static org.objectweb.asm.Opcodes.ICONST_1;
import static org.objectweb.asm.Opcodes.IFEQ;
import static org.objectweb.asm.Opcodes.IFNE;
import static org.objectweb.asm.Opcodes.IMUL;
import static org.objectweb.asm.Opcodes.INSTANCEOF;
import static org.objectweb.asm.Opcodes.INVOKESPECIAL;
import static org.objectweb.asm.Opcodes.INVOKESTATIC;
import static org.objectweb.asm.Opcodes.INVOKEVIRTUAL;
import static org.objectweb.asm.Opcodes.IRETURN;
import static org.objectweb.asm.Opcodes.NEW;

import java.util.List;
import org.objectweb.asm.Label;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InnerClassNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.RecordComponentNode;

/**
 * The code of a method that a record has of its own accord, by the rules of java.lang.Record and
 * with the results of java.lang.runtime.ObjectMethods.
 */
final class RecordMethod {
  private static final String OBJECTS = "java/util/Objects";
  private static final String BUILDER = "java/lang/StringBuilder";
  private static final Type OBJECT = Type.getType(Object.class);

  private final ClassNode node;
  private final MethodNode method;
  private final List<RecordComponentNode> components;

  private RecordMethod(ClassNode node, MethodNode method) {
    this.node = node;
    this.method = method;
    this.components = node.recordComponents == null ? List.of() : node.recordComponents;
  }

  /**
   * Replace all the code of {@code method}.
   *
   * @param node the record
   * @param method {@code equals}, {@code hashCode} or {@code toString} as javac has made it
   */
  static void write(ClassNode node, MethodNode method) {
    method.instructions.clear();
    method.localVariables = null;
    RecordMethod code = new RecordMethod(node, method);
    switch (method.name) {
      case "equals" -> code.writeEquals();
      case "hashCode" -> code.writeHashCode();
      case "toString" -> code.writeToString();
      default -> throw new IllegalArgumentException(node.name + "." + method.name);
    }
  }

  private void writeEquals() {
    Label differs = new Label();
    method.visitVarInsn(ALOAD, 1);
    method.visitTypeInsn(INSTANCEOF, node.name);
    method.visitJumpInsn(IFEQ, differs);
    method.visitVarInsn(ALOAD, 1);
    method.visitTypeInsn(CHECKCAST, node.name);
    method.visitVarInsn(ASTORE, 2);
    for (RecordComponentNode component : components) {
      get(0, component);
      get(2, component);
      Type type = Type.getType(component.descriptor);
      if (isReference(type)) {
        String both = "(Ljava/lang/Object;Ljava/lang/Object;)Z";
        method.visitMethodInsn(INVOKESTATIC, OBJECTS, "equals", both, false);
        method.visitJumpInsn(IFEQ, differs);
      } else {
        // The same as == but for floating-point numbers, where it is what the rules ask for.
        String both = Type.getMethodDescriptor(Type.INT_TYPE, type, type);
        method.visitMethodInsn(INVOKESTATIC, boxOf(type), "compare", both, false);
        method.visitJumpInsn(IFNE, differs);
      }
    }
    method.visitInsn(ICONST_1);
    method.visitInsn(IRETURN);
    method.visitLabel(differs);
    method.visitFrame(F_SAME, 0, null, 0, null);
    method.visitInsn(ICONST_0);
    method.visitInsn(IRETURN);
  }

  private void writeHashCode() {
    method.visitInsn(ICONST_0);
    for (RecordComponentNode component : components) {
      method.visitIntInsn(BIPUSH, 31);
      method.visitInsn(IMUL);
      get(0, component);
      Type type = Type.getType(component.descriptor);
      String owner = isReference(type) ? OBJECTS : boxOf(type);
      String one = Type.getMethodDescriptor(Type.INT_TYPE, isReference(type) ? OBJECT : type);
      method.visitMethodInsn(INVOKESTATIC, owner, "hashCode", one, false);
      method.visitInsn(IADD);
    }
    method.visitInsn(IRETURN);
  }

  private void writeToString() {
    method.visitTypeInsn(NEW, BUILDER);
    method.visitInsn(DUP);
    method.visitMethodInsn(INVOKESPECIAL, BUILDER, "<init>", "()V", false);
    String before = simpleName() + "[";
    for (RecordComponentNode component : components) {
      append(before + component.name + "=");
      get(0, component);
      append(printed(Type.getType(component.descriptor)));
      before = ", ";
    }
    append(components.isEmpty() ? before + "]" : "]");
    method.visitMethodInsn(INVOKEVIRTUAL, BUILDER, "toString", "()Ljava/lang/String;", false);
    method.visitInsn(ARETURN);
  }

  private void append(String text) {
    method.visitLdcInsn(text);
    append(Type.getType(String.class));
  }

  private void append(Type type) {
    String descriptor = "(" + type.getDescriptor() + ")L" + BUILDER + ";";
    method.visitMethodInsn(INVOKEVIRTUAL, BUILDER, "append", descriptor, false);
  }

  /** What a builder of text takes it for. */
  private static Type printed(Type type) {
    if (isReference(type)) {
      return OBJECT;
    }
    return type.getSort() == Type.BYTE || type.getSort() == Type.SHORT ? Type.INT_TYPE : type;
  }

  private static boolean isReference(Type type) {
    return type.getSort() >= Type.ARRAY;
  }

  private static String boxOf(Type primitive) {
    return Conversion.boxOf(primitive).getInternalName();
  }

  private void get(int variable, RecordComponentNode component) {
    method.visitVarInsn(ALOAD, variable);
    method.visitFieldInsn(GETFIELD, node.name, component.name, component.descriptor);
  }

  /** As Class.getSimpleName says it. */
  private String simpleName() {
    for (InnerClassNode inner : node.innerClasses) {
      if (inner.name.equals(node.name)) {
        return inner.innerName;
      }
    }
    return node.name.substring(node.name.lastIndexOf('/') + 1);
  }
}
