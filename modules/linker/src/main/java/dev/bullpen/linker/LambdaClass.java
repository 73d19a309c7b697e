package dev.bullpen.linker;

import static org.objectweb.asm.Opcodes.ACC_FINAL;
import static org.objectweb.asm.Opcodes.ACC_PRIVATE;
import static org.objectweb.asm.Opcodes.ACC_PUBLIC;
import static org.objectweb.asm.Opcodes.ACC_STATIC;
import static org.objectweb.asm.Opcodes.ACC_SUPER;
import static org.objectweb.asm.Opcodes.ACC_SYNTHETIC;
import static org.objectweb.asm.Opcodes.ALOAD;
import static org.objectweb.asm.Opcodes.ARETURN;
import static org.objectweb.asm.Opcodes.DUP;
import static org.objectweb.asm.Opcodes.GETFIELD;
import static org.objectweb.asm.Opcodes.GETSTATIC;
import static org.objectweb.asm.Opcodes.H_INVOKESTATIC;
import static org.objectweb.asm.Opcodes.H_NEWINVOKESPECIAL;
import static org.objectweb.asm.Opcodes.ILOAD;
import static org.objectweb.asm.Opcodes.INVOKEINTERFACE;
import static org.objectweb.asm.Opcodes.INVOKESPECIAL;
import static org.objectweb.asm.Opcodes.INVOKESTATIC;
import static org.objectweb.asm.Opcodes.INVOKEVIRTUAL;
import static org.objectweb.asm.Opcodes.IRETURN;
import static org.objectweb.asm.Opcodes.NEW;
import static org.objectweb.asm.Opcodes.POP;
import static org.objectweb.asm.Opcodes.POP2;
import static org.objectweb.asm.Opcodes.PUTFIELD;
import static org.objectweb.asm.Opcodes.PUTSTATIC;
import static org.objectweb.asm.Opcodes.RETURN;
import static org.objectweb.asm.Opcodes.V17;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The class of a lambda or a method reference: what it captures are its fields, and its one method
 * passes them and its arguments on, as java.lang.invoke.LambdaMetafactory says. What captures
 * nothing is there once.
 */
final class LambdaClass {
  private static final String OBJECT = "java/lang/Object";
  private static final String NEW_OBJECT = "<init>";
  private static final String ONLY_ONE = "ONE";
  private static final String MAKE = "of";
  private static final String FIELD = "captured";

  private final ClassNode node = new ClassNode();
  private final InvokeDynamicInsnNode site;
  private final Type[] captured;

  /** Every class name here is with slashes. */
  LambdaClass(String name, InvokeDynamicInsnNode site) {
    this.site = site;
    this.captured = Type.getArgumentTypes(site.desc);
    node.version = V17;
    node.access = ACC_FINAL | ACC_SUPER | ACC_SYNTHETIC;
    node.name = name;
    node.superName = OBJECT;
    node.interfaces = List.of(Type.getReturnType(site.desc).getInternalName());
    addConstructor();
    if (captured.length == 0) {
      addOnlyOne();
    } else {
      addMaker();
    }
    addMethod();
  }

  ClassNode node() {
    return node;
  }

  /** What puts one on the stack, in the place of what it captures. */
  AbstractInsnNode instance() {
    return captured.length == 0
        ? new FieldInsnNode(GETSTATIC, node.name, ONLY_ONE, self())
        : new MethodInsnNode(INVOKESTATIC, node.name, MAKE, site.desc, false);
  }

  private String self() {
    return Type.getObjectType(node.name).getDescriptor();
  }

  private String constructor() {
    return Type.getMethodDescriptor(Type.VOID_TYPE, captured);
  }

  private void addConstructor() {
    MethodNode method = add(ACC_PRIVATE, NEW_OBJECT, constructor());
    method.visitVarInsn(ALOAD, 0);
    method.visitMethodInsn(INVOKESPECIAL, OBJECT, NEW_OBJECT, "()V", false);
    int variable = 1;
    for (int i = 0; i < captured.length; i++) {
      String type = captured[i].getDescriptor();
      node.fields.add(new FieldNode(ACC_PRIVATE | ACC_FINAL, FIELD + i, type, null, null));
      method.visitVarInsn(ALOAD, 0);
      method.visitVarInsn(captured[i].getOpcode(ILOAD), variable);
      method.visitFieldInsn(PUTFIELD, node.name, FIELD + i, type);
      variable += captured[i].getSize();
    }
    method.visitInsn(RETURN);
  }

  private void addOnlyOne() {
    node.fields.add(new FieldNode(ACC_STATIC | ACC_FINAL, ONLY_ONE, self(), null, null));
    MethodNode method = add(ACC_STATIC, "<clinit>", "()V");
    method.visitTypeInsn(NEW, node.name);
    method.visitInsn(DUP);
    method.visitMethodInsn(INVOKESPECIAL, node.name, NEW_OBJECT, constructor(), false);
    method.visitFieldInsn(PUTSTATIC, node.name, ONLY_ONE, self());
    method.visitInsn(RETURN);
  }

  private void addMaker() {
    MethodNode method = add(ACC_STATIC, MAKE, site.desc);
    method.visitTypeInsn(NEW, node.name);
    method.visitInsn(DUP);
    int variable = 0;
    for (Type type : captured) {
      method.visitVarInsn(type.getOpcode(ILOAD), variable);
      variable += type.getSize();
    }
    method.visitMethodInsn(INVOKESPECIAL, node.name, NEW_OBJECT, constructor(), false);
    method.visitInsn(ARETURN);
  }

  /** The interface's method, with its types erased; {@code particular} is what they stand for. */
  private void addMethod() {
    Type erased = (Type) site.bsmArgs[0];
    Handle body = (Handle) site.bsmArgs[1];
    Type particular = (Type) site.bsmArgs[2];
    MethodNode method = add(ACC_PUBLIC, site.name, erased.getDescriptor());
    Conversion conversion = new Conversion(method);
    boolean makes = body.getTag() == H_NEWINVOKESPECIAL;
    if (makes) {
      method.visitTypeInsn(NEW, body.getOwner());
      method.visitInsn(DUP);
    }
    List<Type> wanted = wanted(body);
    for (int i = 0; i < captured.length; i++) {
      method.visitVarInsn(ALOAD, 0);
      method.visitFieldInsn(GETFIELD, node.name, FIELD + i, captured[i].getDescriptor());
    }
    Type[] given = erased.getArgumentTypes();
    int variable = 1;
    for (int i = 0; i < given.length; i++) {
      method.visitVarInsn(given[i].getOpcode(ILOAD), variable);
      conversion.convert(
          given[i], particular.getArgumentTypes()[i], wanted.get(captured.length + i));
      variable += given[i].getSize();
    }
    boolean ofInterface = body.isInterface();
    method.visitMethodInsn(
        call(body), body.getOwner(), body.getName(), body.getDesc(), ofInterface);
    Type result = makes ? Type.getObjectType(body.getOwner()) : Type.getReturnType(body.getDesc());
    giveBack(method, conversion, result, particular.getReturnType(), erased.getReturnType());
  }

  /** What the body takes, its object first if it is called on one. */
  private static List<Type> wanted(Handle body) {
    List<Type> wanted = new ArrayList<>();
    if (body.getTag() != H_INVOKESTATIC && body.getTag() != H_NEWINVOKESPECIAL) {
      wanted.add(Type.getObjectType(body.getOwner()));
    }
    wanted.addAll(List.of(Type.getArgumentTypes(body.getDesc())));
    return wanted;
  }

  /**
   * How it is called from another class: what is private of a nest mate is called like the rest.
   */
  private static int call(Handle body) {
    if (body.getTag() == H_INVOKESTATIC) {
      return INVOKESTATIC;
    }
    if (body.getTag() == H_NEWINVOKESPECIAL) {
      return INVOKESPECIAL;
    }
    return body.isInterface() ? INVOKEINTERFACE : INVOKEVIRTUAL;
  }

  private static void giveBack(
      MethodNode method, Conversion conversion, Type result, Type particular, Type erased) {
    if (erased.getSort() == Type.VOID) {
      if (result.getSize() > 0) {
        method.visitInsn(result.getSize() == 1 ? POP : POP2);
      }
      method.visitInsn(RETURN);
    } else {
      conversion.convert(result, particular, erased);
      method.visitInsn(erased.getOpcode(IRETURN));
    }
  }

  private MethodNode add(int access, String name, String descriptor) {
    MethodNode method = new MethodNode(access, name, descriptor, null, null);
    node.methods.add(method);
    return method;
  }
}
