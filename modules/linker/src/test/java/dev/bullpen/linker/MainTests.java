package dev.bullpen.linker;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.linker.sample.Lambdas;
import dev.bullpen.linker.sample.Records;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MainTests {
  private static final String DESCRIPTOR = "module-info.class";
  private static final String VERSIONED = "META-INF/versions/9/module-info.class";
  private static final String SAMPLES = "dev/bullpen/linker/sample";
  private static final String LAMBDA = SAMPLES + "/Lambdas$$Lambda0.class";

  @TempDir Path folder;

  @Test
  void a_module_of_ours_is_linked_and_lists_its_packages() throws IOException {
    Jar jar = linked(SampleJar.of(Lambdas.class).with(DESCRIPTOR, unlisted("dev.bullpen.sample")));
    assertTrue(jar.has(LAMBDA));
    assertEquals(Set.of("dev.bullpen.linker.sample"), listed(jar.get(DESCRIPTOR)));
  }

  @Test
  void a_module_of_others_lists_its_packages_and_keeps_its_code() throws IOException {
    SampleJar sample = SampleJar.of(Lambdas.class).with(DESCRIPTOR, unlisted("org.others"));
    String own = SAMPLES + "/Lambdas.class";
    byte[] before = Jar.read(sample.in(folder)).get(own);
    Jar jar = linked(sample);
    assertArrayEquals(before, jar.get(own));
    assertFalse(jar.has(LAMBDA));
    assertEquals(Set.of("dev.bullpen.linker.sample"), listed(jar.get(DESCRIPTOR)));
  }

  @Test
  void a_descriptor_for_newer_jvms_is_completed_too() throws IOException {
    Jar jar =
        linked(
            SampleJar.of(Records.class)
                .with("META-INF/versions/11/org/newer/Only.class", new byte[0])
                .with(VERSIONED, unlisted("org.others")));
    assertEquals(Set.of("dev.bullpen.linker.sample", "org.newer"), listed(jar.get(VERSIONED)));
  }

  @Test
  void a_jar_with_nothing_to_do_stays_as_it_is_to_the_byte() throws IOException {
    byte[] complete = SampleJar.descriptor("org.others", SAMPLES);
    Path path = SampleJar.of(Records.class).with(DESCRIPTOR, complete).in(folder);
    byte[] before = Files.readAllBytes(path);
    Main.main(new String[] {folder.toString()});
    assertArrayEquals(before, Files.readAllBytes(path));
  }

  @Test
  void a_jar_that_is_no_module_stays_as_it_is_to_the_byte() throws IOException {
    Path path = SampleJar.of(Lambdas.class).in(folder);
    byte[] before = Files.readAllBytes(path);
    Main.main(new String[] {folder.toString()});
    assertArrayEquals(before, Files.readAllBytes(path));
  }

  private static byte[] unlisted(String module) {
    return SampleJar.descriptor(module);
  }

  private Jar linked(SampleJar sample) throws IOException {
    Path path = sample.in(folder);
    Main.main(new String[] {folder.toString()});
    return Jar.read(path);
  }

  /** The packages that a JVM finds in a descriptor, without looking into the jar. */
  private static Set<String> listed(byte[] descriptor) throws IOException {
    return ModuleDescriptor.read(
            new ByteArrayInputStream(descriptor), () -> Set.of("nothing.was.listed"))
        .packages();
  }
}
