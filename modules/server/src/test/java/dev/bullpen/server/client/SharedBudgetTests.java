package dev.bullpen.server.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class SharedBudgetTests {
  private final SharedBudget budget = new SharedBudget(90);

  @Test
  void one_alone_may_hold_two_thirds() {
    assertTrue(budget.take("a", 59));
    assertTrue(budget.take("a", 1));
    assertFalse(budget.take("a", 1));
    assertEquals(60, budget.held(), "what was refused took nothing");
    budget.giveBack("a", 1);
    assertTrue(budget.take("a", 1));
  }

  @Test
  void something_is_left_for_one_more() {
    assertTrue(budget.take("a", 60));
    assertTrue(budget.take("b", 20));
    assertFalse(budget.take("b", 1));
    assertTrue(budget.take("c", 6));
    assertFalse(budget.take("a", 1));
    assertTrue(budget.take("d", 1));
  }

  @Test
  void anything_fits_where_nothing_is_held_also_if_it_comes_in_parts() {
    assertTrue(budget.take("a", 200));
    assertTrue(budget.grow("a", 200, 100));
    assertFalse(budget.take("b", 1));
    budget.giveBack("a", 300);
    assertTrue(budget.take("b", 1));
    assertFalse(budget.grow("a", 0, 200), "something is held");
  }

  @Test
  void something_is_passed_on_however_much_either_may_hold() {
    assertTrue(budget.take("a", 60));
    budget.pass("a", "b", 50);
    assertFalse(budget.take("b", 11), "it holds 50, and 30 are left");
    assertTrue(budget.take("a", 10));
    assertEquals(70, budget.held());
  }
}
