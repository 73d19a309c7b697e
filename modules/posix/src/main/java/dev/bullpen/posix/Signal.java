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
}
