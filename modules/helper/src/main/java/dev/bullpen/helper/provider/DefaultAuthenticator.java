package dev.bullpen.helper.provider;

import java.net.Authenticator;

/**
 * Who is asked for names and passwords. What a server has accepted of them the JDK keeps for as
 * long as the JVM lives, and sends to that server again whoever asks for a connection; so nobody
 * else is to ask where there has been another than before.
 */
final class DefaultAuthenticator implements NetworkDefault {
  private final Authenticator before = Authenticator.getDefault();
  private volatile boolean changed;

  @Override
  public void restore() {
    if (Authenticator.getDefault() != before) {
      changed = true;
      Authenticator.setDefault(before);
    }
  }

  @Override
  public boolean isRestorable() {
    return !changed && Authenticator.getDefault() == before;
  }
}
