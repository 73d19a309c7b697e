package dev.bullpen.helper.provider;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * After a project's provider a helper looks at all its threads for who was started; not after ours.
 */
class ProviderRehearsalTests {
  private static final String NAME = "dev.bullpen.helper.provider.ProviderRehearsal";

  @Test
  void our_own_is_known_by_its_name_and_place() {
    assertTrue(ProviderRehearsal.is(List.of(NAME), List.of(ProviderRehearsal.place())));
  }

  @Test
  void a_class_of_a_project_that_has_its_name_is_not_ours() {
    assertFalse(ProviderRehearsal.is(List.of(NAME), List.of("/project/classes")));
    assertFalse(
        ProviderRehearsal.is(
            List.of(NAME), List.of("/project/classes", ProviderRehearsal.place())));
  }

  @Test
  void another_class_is_not_ours_wherever_it_is() {
    assertFalse(ProviderRehearsal.is(List.of("Other"), List.of(ProviderRehearsal.place())));
  }
}
