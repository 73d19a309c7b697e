package dev.bullpen.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class LibraryTests {
  @Test
  void the_library_says_nothing_while_it_is_loaded() throws Exception {
    assertTrue(LoadedClasses.ofLibraryAfter("load") > 50);
  }

  @Test
  void a_first_check_of_a_schema_does_not_load_it() throws Exception {
    assertEquals(0, LoadedClasses.ofLibraryAfter("check"));
  }

  @Test
  void what_has_been_loaded_suffices_for_the_schema_of_a_tool() throws Exception {
    long loaded = LoadedClasses.ofLibraryAfter("load");
    long used = LoadedClasses.ofLibraryAfter("load", "use");
    assertTrue(used - loaded < loaded / 20, loaded + " classes, then " + used);
  }
}
