package dev.bullpen.protocol.line;

import java.io.OutputStream;
import java.util.concurrent.Semaphore;

/** A client that takes one write for each permit. */
final class PageByPage extends OutputStream {
  private final Semaphore pages;

  PageByPage(Semaphore pages) {
    this.pages = pages;
  }

  @Override
  public void write(int octet) {
    pages.acquireUninterruptibly();
  }

  @Override
  public void write(byte[] bytes, int offset, int length) {
    pages.acquireUninterruptibly();
  }
}
