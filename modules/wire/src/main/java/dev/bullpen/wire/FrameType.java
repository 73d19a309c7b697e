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

  static FrameType of(Frame frame) {
    if (frame instanceof Frame.Hello) {
      return HELLO;
    } else if (frame instanceof Frame.Job) {
      return JOB;
    } else if (frame instanceof Frame.Kill) {
      return KILL;
    } else if (frame instanceof Frame.Put) {
      return PUT;
    } else if (frame instanceof Frame.Expect) {
      return EXPECT;
    } else if (frame instanceof Frame.Started) {
      return STARTED;
    } else if (frame instanceof Frame.Refused) {
      return REFUSED;
    } else if (frame instanceof Frame.Output) {
      return OUTPUT;
    } else if (frame instanceof Frame.Event) {
      return EVENT;
    } else if (frame instanceof Frame.Note) {
      return NOTE;
    } else if (frame instanceof Frame.Exited) {
      return EXITED;
    } else if (frame instanceof Frame.Clean) {
      return CLEAN;
    } else if (frame instanceof Frame.Spent) {
      return SPENT;
    } else {
      return EXITING;
    }
  }
}
