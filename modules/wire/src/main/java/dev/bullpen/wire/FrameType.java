package dev.bullpen.wire;

/** The type byte of each message. */
enum FrameType {
  HELLO('H'),
  JOB('J'),
  KILL('K'),
  PUT('P'),
  STARTED('S'),
  REFUSED('R'),
  OUTPUT('O'),
  EVENT('E'),
  NOTE('N'),
  EXITED('X'),
  CLEAN('C'),
  SPENT('D'),
  EXITING('Q');

  /** Once, because values() copies them each time. */
  private static final FrameType[] ALL = values();

  final byte code;

  FrameType(char letter) {
    this.code = (byte) letter;
  }

  static FrameType of(byte code) throws FrameException {
    for (FrameType type : ALL) {
      if (type.code == code) {
        return type;
      }
    }
    throw new FrameException("no frame has type " + FrameException.quote(new byte[] {code}));
  }
}
