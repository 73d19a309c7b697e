package dev.bullpen.pool;

/** Where the outcomes of jobs go in the end: it may be full, and takes large ones one at a time. */
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

  /** Run what brings a large outcome, one at a time, when there is room; on another thread. */
  void whenRoom(Runnable large);
}
