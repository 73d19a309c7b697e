package dev.bullpen.posix.cgroup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CgroupPlaceTests {
  private static final String UNIFIED =
      "24 1 0:22 / /proc rw,nosuid shared:12 - proc proc rw\n"
          + "35 24 0:30 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate\n";

  private static final String HYBRID =
      "31 23 0:28 / /sys/fs/cgroup rw,relatime - tmpfs tmpfs rw,mode=755\n"
          + "32 31 0:29 / /sys/fs/cgroup/cpu rw,relatime - cgroup cgroup rw,cpu\n"
          + "41 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw\n";

  private static Path find(String cgroup, String mounts) throws IOException {
    return Cgroup.Place.find(cgroup, mounts);
  }

  private static String refused(String cgroup, String mounts) {
    return assertThrows(IOException.class, () -> find(cgroup, mounts)).getMessage();
  }

  @Test
  void a_cgroup_is_below_the_mount_of_version_2() throws IOException {
    assertEquals(
        Path.of("/sys/fs/cgroup/user.slice/a b.scope"),
        find("0::/user.slice/a b.scope\n", UNIFIED));
  }

  @Test
  void the_root_is_the_mount_itself() throws IOException {
    assertEquals(Path.of("/sys/fs/cgroup"), find("0::/\n", UNIFIED));
  }

  @Test
  void on_a_hybrid_host_only_the_line_and_the_mount_of_version_2_count() throws IOException {
    assertEquals(
        Path.of("/sys/fs/cgroup/unified/own"),
        find("4:memory:/elsewhere\n1:name=systemd:/\n0::/own\n", HYBRID));
  }

  @Test
  void a_mount_that_shows_a_part_shows_what_is_below_that() throws IOException {
    String part = "35 24 0:30 /docker/abc /sys/fs/cgroup ro - cgroup2 cgroup rw\n";
    assertEquals(Path.of("/sys/fs/cgroup"), find("0::/docker/abc\n", part));
    assertEquals(Path.of("/sys/fs/cgroup/in/it"), find("0::/docker/abc/in/it\n", part));
  }

  @Test
  void a_mount_that_shows_another_part_is_passed_over() throws IOException {
    String other = "35 24 0:30 /docker/ab /mnt/other ro - cgroup2 cgroup rw\n";
    assertEquals(Path.of("/sys/fs/cgroup/docker/abc"), find("0::/docker/abc\n", other + UNIFIED));
    assertTrue(refused("0::/docker/abc\n", other).contains("shows the server's cgroup"));
  }

  @Test
  void blanks_and_backslashes_of_mounts_are_read_as_the_kernel_writes_them() throws IOException {
    String odd = "35 24 0:30 /a\\040b /mnt/c\\134d\\011e ro - cgroup2 cgroup rw\n";
    assertEquals(Path.of("/mnt/c\\d\te/f"), find("0::/a b/f\n", odd));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "master:1 ", "shared:3 master:1 propagate_from:2 unbindable "})
  void however_many_optional_fields_there_are(String optional) throws IOException {
    String mount = "35 24 0:30 / /cg rw " + optional + "- cgroup2 cgroup2 rw\n";
    assertEquals(Path.of("/cg/own"), find("0::/own\n", mount));
  }

  @Test
  void a_folder_called_like_the_type_is_no_such_mount() {
    String mount = "35 24 0:30 / /cgroup2 rw - tmpfs cgroup2 rw,cgroup2\n";
    assertTrue(refused("0::/own\n", mount).contains("/own"));
  }

  @Test
  void where_there_is_only_version_1_there_is_none() {
    assertEquals(
        "there are no cgroups of version 2 here",
        refused("4:memory:/a\n1:name=systemd:/\n", HYBRID));
    assertEquals("there are no cgroups of version 2 here", refused("", UNIFIED));
  }

  @Test
  void what_has_been_removed_or_is_outside_is_not_searched_for() {
    assertEquals("the server's cgroup /a (deleted) is gone", refused("0::/a (deleted)\n", UNIFIED));
    assertEquals(
        "the server's cgroup /../b is outside of its own namespace",
        refused("0::/../b\n", UNIFIED));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", "35", "35 24 0:30 / /cg rw", "35 24 0:30 / /cg rw -"})
  void what_is_no_whole_line_is_no_mount(String mount) {
    assertTrue(refused("0::/own\n", mount).startsWith("no mounted"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/\\9zz", "/\\000"})
  void what_is_no_path_is_reported(String root) {
    String mount = "35 24 0:30 " + root + " /cg rw - cgroup2 cgroup2 rw\n";
    assertTrue(refused("0::/own\n", mount).startsWith("the server's cgroup is unknown: "));
  }
}
