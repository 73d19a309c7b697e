package dev.bullpen.linker;

import static org.objectweb.asm.Opcodes.CHECKCAST;
import static org.objectweb.asm.Opcodes.F2D;
import static org.objectweb.asm.Opcodes.I2D;
import static org.objectweb.asm.Opcodes.I2F;
import static org.objectweb.asm.Opcodes.I2L;
import static org.objectweb.asm.Opcodes.INVOKESTATIC;
import static org.objectweb.asm.Opcodes.INVOKEVIRTUAL;
import static org.objectweb.asm.Opcodes.L2D;
import static org.objectweb.asm.Opcodes.L2F;

import java.util.Map;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.MethodNode;

/**
 * Makes of a value on the stack what the next one takes, by the rules for lambdas and method
 * references (JLS 15.13.2, 15.27.3): casts, boxing, unboxing and widening.
 */
final class Conversion {
  private static final Map<String, Type> BOXED =
      Map.of(
          "java/lang/Boolean", Type.BOOLEAN_TYPE,
          "java/lang/Byte", Type.BYTE_TYPE,
          "java/lang/Character", Type.CHAR_TYPE,
          "java/lang/Double", Type.DOUBLE_TYPE,
          "java/lang/Float", Type.FLOAT_TYPE,
          "java/lang/Integer", Type.INT_TYPE,
          "java/lang/Long", Type.LONG_TYPE,
          "java/lang/Short", Type.SHORT_TYPE);

  private static final Type NUMBER = Type.getObjectType("java/lang/Number");

  private final MethodNode method;

  /**
   * @param method gets the code
   */
  Conversion(MethodNode method) {
    this.method = method;
  }

  /**
   * @param given the type it has
   * @param known what it is known to be: a particular type where {@code given} is erased
   */
  void convert(Type given, Type known, Type wanted) {
    if (isPrimitive(given)) {
      if (isPrimitive(wanted)) {
        widen(given, wanted);
      } else {
        box(given);
      }
    } else if (isPrimitive(wanted)) {
      unbox(given, isPrimitive(known) ? given : known, wanted);
    } else {
      cast(given, known);
      cast(known, wanted);
    }
  }

  private static boolean isPrimitive(Type type) {
    return type.getSort() < Type.ARRAY;
  }

  private void box(Type primitive) {
    Type box = boxOf(primitive);
    method.visitMethodInsn(
        INVOKESTATIC,
        box.getInternalName(),
        "valueOf",
        Type.getMethodDescriptor(box, primitive),
        false);
  }

  /** If it is not known which box it is, it is any number's where a number is wanted. */
  private void unbox(Type given, Type known, Type wanted) {
    Type primitive = BOXED.getOrDefault(known.getInternalName(), wanted);
    Type box = BOXED.containsKey(known.getInternalName()) ? known : anyBoxOf(wanted);
    cast(given, box);
    method.visitMethodInsn(
        INVOKEVIRTUAL,
        box.getInternalName(),
        primitive.getClassName() + "Value",
        Type.getMethodDescriptor(primitive),
        false);
    widen(primitive, wanted);
  }

  private static Type anyBoxOf(Type primitive) {
    return primitive.equals(Type.BOOLEAN_TYPE) || primitive.equals(Type.CHAR_TYPE)
        ? boxOf(primitive)
        : NUMBER;
  }

  static Type boxOf(Type primitive) {
    return BOXED.entrySet().stream()
        .filter(each -> each.getValue().equals(primitive))
        .map(each -> Type.getObjectType(each.getKey()))
        .findAny()
        .orElseThrow(() -> new IllegalArgumentException("no box for " + primitive));
  }

  private void cast(Type given, Type wanted) {
    if (!given.equals(wanted) && !wanted.getInternalName().equals("java/lang/Object")) {
      method.visitTypeInsn(CHECKCAST, wanted.getInternalName());
    }
  }

  /** To a JVM all whole numbers of up to 32 bits are ints. */
  private void widen(Type given, Type wanted) {
    Type from = given.getSort() < Type.INT ? Type.INT_TYPE : given;
    Type to = wanted.getSort() < Type.INT ? Type.INT_TYPE : wanted;
    if (from.equals(to)) {
      return;
    }
    String step = from.getDescriptor() + to.getDescriptor();
    switch (step) {
      case "IJ" -> method.visitInsn(I2L);
      case "IF" -> method.visitInsn(I2F);
      case "ID" -> method.visitInsn(I2D);
      case "JF" -> method.visitInsn(L2F);
      case "JD" -> method.visitInsn(L2D);
      case "FD" -> method.visitInsn(F2D);
      default -> throw new IllegalArgumentException("no widening is " + step);
    }
  }
}
