package dev.bullpen.linker.sample;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;

/** Lambdas and method references of every kind that a compiler makes call sites of. */
public final class Lambdas implements Supplier<List<String>> {
  private final List<String> results = new ArrayList<>();
  private int count;

  /** What all of them came to. */
  @Override
  public List<String> get() {
    captures();
    references();
    boxes();
    nests();
    return results;
  }

  private void say(Object result) {
    results.add(++count + ": " + result);
  }

  private void captures() {
    byte b = 1;
    short s = 2;
    char c = 'c';
    int i = 4;
    long l = 5L;
    float f = 6F;
    double d = 7D;
    boolean z = true;
    String[] texts = {"x", "y"};
    Supplier<String> all = () -> "" + b + s + c + i + l + f + d + z + texts[1];
    say(all.get());
    Runnable nothing = () -> count += 10;
    nothing.run();
    Function<String, String> ofThis = text -> text + count;
    say(ofThis.apply("count "));
    Callable<Void> none = () -> null;
    try {
      say(none.call());
    } catch (Exception e) {
      say(e);
    }
    Supplier<Supplier<String>> nested = () -> () -> "nested " + l;
    say(nested.get().get());
    Predicate<String> empty = String::isEmpty;
    say(empty.negate().or(text -> z).test(""));
  }

  private void references() {
    Function<String, Integer> length = String::length;
    say(length.apply("four"));
    Supplier<List<String>> maker = ArrayList::new;
    say(maker.get());
    IntFunction<int[]> array = int[]::new;
    say(array.apply(3).length);
    Function<String, Word> constructor = Word::new;
    say(constructor.apply("made").text);
    BiFunction<String, String, Boolean> bound = String::equalsIgnoreCase;
    say(bound.apply("A", "a"));
    Consumer<Object> own = this::say;
    own.accept("own");
    Comparator<String> byLength = Comparator.comparing(String::length);
    say(byLength.thenComparing(Comparator.reverseOrder()).compare("aa", "bb"));
    Map<String, Integer> counts = new TreeMap<>();
    counts.merge("k", 1, Integer::sum);
    counts.merge("k", 2, Integer::sum);
    say(counts);
    Supplier<String> ofSuper = super::toString;
    say(ofSuper.get().startsWith(Lambdas.class.getName()));
    Function<Object[], List<Object>> varied = Arrays::asList;
    say(varied.apply(new Object[] {1, "two"}));
    Function<Shape, String> ofInterface = Shape::name;
    say(ofInterface.apply(() -> "a shape"));
    Consumer<List<String>> dropped = list -> list.add("dropped");
    dropped.accept(new ArrayList<>());
    Consumer<String> droppedLong = Long::parseLong;
    droppedLong.accept("12");
  }

  private void boxes() {
    ToIntFunction<Integer> unboxed = value -> value + 1;
    say(unboxed.applyAsInt(41));
    Function<Integer, Long> mixed = value -> value * 3L;
    say(mixed.apply(4));
    ToLongFunction<Integer> widened = Integer::intValue;
    say(widened.applyAsLong(5));
    ToLongFunction<Short> fromShort = Short::shortValue;
    say(fromShort.applyAsLong((short) 6));
    LongSupplier longer = "seven"::length;
    say(longer.getAsLong());
    DoubleSupplier wider = "eight"::length;
    say(wider.getAsDouble());
    Supplier<Object> boxed = "nine"::length;
    say(boxed.get());
    Supplier<Number> asNumber = "ten"::length;
    say(asNumber.get());
    IntPredicate even = value -> value % 2 == 0;
    say(even.test(2));
    Function<Integer, Character> letter = value -> (char) ('a' + value);
    say(letter.apply(2));
    BinaryOperator<Double> sum = Double::sum;
    say(sum.apply(0.5, 0.25));
    Function<Boolean, Boolean> not = value -> !value;
    say(not.apply(false));
    Function<Byte, Integer> fromByte = Byte::intValue;
    say(fromByte.apply((byte) 7));
    UnaryOperator<Float> half = value -> value / 2;
    say(half.apply(1F));
    ToIntFunction<Map<String, Integer>> generic = map -> map.get("k");
    say(generic.applyAsInt(Map.of("k", 3)));
    Function<Long, Double> toDouble = Long::doubleValue;
    say(toDouble.apply(9L));
    ToIntFunction<List<Integer>> headInt = Lambdas::head;
    say(headInt.applyAsInt(List.of(8)));
    ToLongFunction<List<Short>> headLong = Lambdas::head;
    say(headLong.applyAsLong(List.of((short) 9)));
    Predicate<List<Boolean>> headTruth = Lambdas::head;
    say(headTruth.test(List.of(true)));
    Function<Character, String> fromChar = Lambdas::code;
    say(fromChar.apply('c'));
    Function<Integer, String> fromInt = Lambdas::code;
    say(fromInt.apply(10));
    BiFunction<Long, Float, String> fromBoth = Lambdas::sum;
    say(fromBoth.apply(11L, 0.5F));
    Takes takes = Lambdas::wide;
    say(takes.take(1, 'c', (short) 3));
  }

  private static <T> T head(List<T> list) {
    return list.get(0);
  }

  private static String code(long value) {
    return "code " + value;
  }

  private static String sum(float first, double second) {
    return "sum " + (first + second);
  }

  private static String wide(long first, int second, double third) {
    return first + " " + second + " " + third;
  }

  private void nests() {
    say(new Word("inner").later().get());
    say(Shape.named("private").name());
    say(Colour.RED.shout.get());
    Supplier<String> anonymous =
        new Supplier<>() {
          private String hidden() {
            return "hidden";
          }

          @Override
          public String get() {
            Supplier<String> reference = this::hidden;
            return reference.get();
          }
        };
    say(anonymous.get());
    say(new Word("in a list").<List<String>>in(List::of));
  }

  /** Takes narrower types than what it refers to. */
  interface Takes {
    String take(int first, char second, short third);
  }

  /** With a method of its own that has a lambda. */
  interface Shape {
    String name();

    private static String twice(String text) {
      return text + text;
    }

    static Shape named(String name) {
      return () -> twice(name);
    }
  }

  enum Colour {
    RED;

    final Supplier<String> shout = () -> name() + "!";
  }

  static final class Word {
    private final String text;

    private Word(String text) {
      this.text = text;
    }

    private String own() {
      return "own " + text;
    }

    Supplier<String> later() {
      return this::own;
    }

    <T> T in(Function<String, T> function) {
      return function.apply(text);
    }
  }
}
