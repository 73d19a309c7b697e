package dev.bullpen.wire;

/** The type byte of each message. */
enum FrameType {
  HELLO('H'),
  JOB('J'),
  KILL('K'),
  PUT('P'),
  EXPECT('L'),
  STARTED('S'),
  REFUSED('R'),
  OUTPUT('O'),
  EVENT('E'),
  NOTE('N'),
  EXITED('X'),
  CLEAN('C'),
  SPENT('D'),
  EXITING('Q');

  private static final FrameType[] BY_CODE = new FrameType[1 << Byte.SIZE];

  static {
    for (FrameType type : values()) {
      BY_CODE[type.code & 0xff] = type;
    }
  }

  final byte code;

  FrameType(char letter) {
    this.code = (byte) letter;
  }

  static FrameType of(byte code) throws FrameException {
    FrameType type = BY_CODE[code & 0xff];
    if (type == null) {
      throw new FrameException("no frame has type " + FrameException.quote(new byte[] {code}));
    }
    return type;
  }
}
