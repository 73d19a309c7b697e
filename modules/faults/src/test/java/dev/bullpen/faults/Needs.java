package dev.bullpen.faults;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Programs without which a test cannot be run; if one is missing the test is skipped and says so.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@interface Needs {
  /** Their names. */
  String[] value();
}
