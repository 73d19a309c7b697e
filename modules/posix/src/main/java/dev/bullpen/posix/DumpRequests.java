package dev.bullpen.posix;

import com.sun.jna.Callback;
import com.sun.jna.CallbackReference;
import com.sun.jna.Function;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.IntByReference;
import com.sun.jna.ptr.PointerByReference;
import dev.bullpen.posix.libc.Jna;
import dev.bullpen.posix.libc.NativeBytes;
import org.jspecify.annotations.Nullable;

/**
 * Requests for a dump of this JVM's state: by {@code kill -QUIT}, after the JVM's own thread dump,
 * or by {@code jcmd PID JVMTI.data_dump}. The JVM handles the signal itself and reports the event
 * DataDumpRequest of its tool interface (JVM TI). Slots and numbers are those of {@code jvmti.h}
 * and {@code jni.h}, the same in every JVM from 11 on.
 */
public final class DumpRequests {
  static {
    Jna.prepare();
  }

  /** Called on a native thread of the JVM, which must not be held up. */
  interface DataDumpRequest extends Callback {
    void asked(long environment);
  }

  private static final int JVMTI_VERSION_11 = 0x300B0000;
  private static final int GET_ENV = 6;
  private static final int SET_EVENT_NOTIFICATION_MODE = 1;
  private static final int SET_EVENT_CALLBACKS = 121;
  private static final int CALLBACKS = 36;
  private static final int DATA_DUMP_REQUEST_CALLBACK = 21;
  private static final int DATA_DUMP_REQUEST = 71;
  private static final int ENABLE = 1;
  private static final int OK = 0;

  private static final Object LISTENING_LOCK = new Object();

  /** A reference for the garbage collector, which does not see that the JVM may call it. */
  private static @Nullable DataDumpRequest callback;

  private DumpRequests() {}

  /**
   * Run a task at each request until the process ends, on a thread of the JVM. The task must be
   * quick and must not fail. Works once.
   *
   * @return false if this JVM has no such interface, or no memory that may hold code
   */
  public static boolean listen(Runnable asked) {
    synchronized (LISTENING_LOCK) {
      if (callback != null) {
        return false;
      }
      callback = environment -> asked.run();
      try {
        return subscribe();
      } catch (UnsatisfiedLinkError e) {
        return false;
      }
    }
  }

  private static boolean subscribe() {
    Pointer vm = vm();
    PointerByReference environment = new PointerByReference();
    if (vm == null || call(vm, GET_ENV, environment, JVMTI_VERSION_11) != OK) {
      return false;
    }
    Pointer tools = environment.getValue();
    try (NativeBytes callbacks = new NativeBytes((long) CALLBACKS * Long.BYTES)) {
      callbacks
          .memory()
          .setPointer(
              (long) DATA_DUMP_REQUEST_CALLBACK * Long.BYTES,
              CallbackReference.getFunctionPointer(callback));
      int bytes = CALLBACKS * Long.BYTES;
      return call(tools, SET_EVENT_CALLBACKS, callbacks.memory(), bytes) == OK // copies them
          && call(tools, SET_EVENT_NOTIFICATION_MODE, ENABLE, DATA_DUMP_REQUEST, Pointer.NULL)
              == OK;
    }
  }

  /** The JVM that runs this. The java command makes its symbols visible to all libraries. */
  private static @Nullable Pointer vm() {
    PointerByReference vm = new PointerByReference();
    Function created = Jna.process().getFunction("JNI_GetCreatedJavaVMs");
    return created.invokeInt(new Object[] {vm, 1, new IntByReference()}) == OK
        ? vm.getValue()
        : null;
  }

  /** Call the function in that slot of an interface, which begins with the address of its table. */
  private static int call(Pointer self, int slot, Object first, Object... more) {
    Object[] arguments = new Object[2 + more.length];
    arguments[0] = self;
    arguments[1] = first;
    System.arraycopy(more, 0, arguments, 2, more.length);
    Pointer function = self.getPointer(0).getPointer((long) slot * Long.BYTES);
    return Function.getFunction(function).invokeInt(arguments);
  }
}
