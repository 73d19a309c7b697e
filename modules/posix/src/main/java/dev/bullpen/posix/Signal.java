package dev.bullpen.posix;

/** The signals Bullpen sends; see signal(7). */
public enum Signal {
  INT(2),
  QUIT(3),
  KILL(9),
  TERM(15),
  CONT(Host.HERE == Host.LINUX ? 18 : 19),
  STOP(Host.HERE == Host.LINUX ? 19 : 17);

  private final int number;

  Signal(int number) {
    this.number = number;
  }

  public int number() {
    return number;
  }

  /**
   * Send it; see kill(2).
   *
   * @param target a process, or a group by its number below 0
   * @return false if nobody is there, or nobody who is not another user's by now
   */
  boolean sendTo(int target) throws PosixException {
    if (LibC.kill(target, number) == 0) {
      return true;
    }
    if (LibC.errno() == Errno.ESRCH || LibC.errno() == Errno.EPERM) {
      return false;
    }
    throw PosixException.last("kill");
  }
}
