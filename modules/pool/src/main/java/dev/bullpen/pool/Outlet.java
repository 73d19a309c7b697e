package dev.bullpen.pool;

/**
 * Where what jobs bring goes to in the end, as far as the pool has to know: so much may wait there
 * that nothing more is to be begun, and what is large is to go there one at a time.
 */
public interface Outlet {
  /** One that has room for all. */
  Outlet OPEN =
      new Outlet() {
        @Override
        public boolean isFull() {
          return false;
        }

        @Override
        public void whenRoom(Runnable large) {
          large.run();
        }
      };

  /** Whether nothing more is to be begun; asked under a lock. */
  boolean isFull();

  /**
   * Run something that brings much, when there is room and nobody else does; on another thread, so
   * that the caller need not wait.
   */
  void whenRoom(Runnable large);
}
