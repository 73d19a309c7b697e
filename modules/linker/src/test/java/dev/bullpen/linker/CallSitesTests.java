package dev.bullpen.linker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.linker.sample.Lambdas;
import dev.bullpen.linker.sample.Records;
import dev.bullpen.linker.sample.Untouched;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;

class CallSitesTests {
  @TempDir Path folder;

  @Test
  void lambdas_and_method_references_do_what_they_did_before() throws Exception {
    assertEquals(new Lambdas().get(), answerOfLinked(Lambdas.class));
  }

  @Test
  void records_are_equal_hashed_and_shown_as_they_were_before() throws Exception {
    assertEquals(new Records().get(), answerOfLinked(Records.class));
  }

  @Test
  void a_call_site_of_another_kind_stays_and_works() throws Exception {
    assertEquals(new Untouched().get(), answerOfLinked(Untouched.class));
    assertEquals(callSites(packed(Untouched.class)), callSites(linked(Untouched.class)));
  }

  @Test
  void no_call_site_of_a_lambda_or_a_record_is_left() throws Exception {
    for (Class<?> sample : List.of(Lambdas.class, Records.class)) {
      assertTrue(callSites(packed(sample)) > 10, sample + " has some before");
      assertEquals(0, callSites(linked(sample)), sample.toString());
    }
  }

  @Test
  void what_is_linked_twice_is_left_alone_the_second_time() throws Exception {
    Path jar = linked(Lambdas.class);
    byte[] once = Files.readAllBytes(jar);
    link(jar);
    assertEquals(-1L, Arrays.mismatch(once, Files.readAllBytes(jar)));
  }

  @Test
  void every_build_makes_the_same_jar() throws Exception {
    byte[] one = Files.readAllBytes(linked(Lambdas.class));
    byte[] other = Files.readAllBytes(linked(Lambdas.class));
    assertEquals(-1L, Arrays.mismatch(one, other));
  }

  /** What a sample says that comes from a jar and whose classes are no one else's. */
  private Object answerOfLinked(Class<? extends Supplier<List<String>>> sample) throws Exception {
    URL[] jar = {linked(sample).toUri().toURL()};
    try (URLClassLoader loader = new URLClassLoader(jar, null)) {
      Class<?> linked = loader.loadClass(sample.getName());
      assertFalse(linked.equals(sample));
      return ((Supplier<?>) linked.getConstructor().newInstance()).get();
    }
  }

  private Path linked(Class<?> sample) throws IOException {
    Path jar = packed(sample);
    link(jar);
    return jar;
  }

  private static void link(Path jar) throws IOException {
    Jar read = Jar.read(jar);
    CallSites.link(read);
    read.writeIfChanged();
  }

  private Path packed(Class<?> sample) throws IOException {
    return SampleJar.of(sample).in(folder);
  }

  private static long callSites(Path jar) throws IOException {
    long sites = 0;
    try (JarFile file = new JarFile(jar.toFile())) {
      for (JarEntry entry : file.stream().toList()) {
        try (InputStream in = file.getInputStream(entry)) {
          ClassNode node = new ClassNode();
          new ClassReader(in.readAllBytes()).accept(node, 0);
          sites +=
              node.methods.stream()
                  .flatMap(method -> Stream.of(method.instructions.toArray()))
                  .filter(one -> one.getType() == AbstractInsnNode.INVOKE_DYNAMIC_INSN)
                  .count();
        }
      }
    }
    return sites;
  }
}
