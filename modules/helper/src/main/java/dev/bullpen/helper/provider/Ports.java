package dev.bullpen.helper.provider;

/** What a running job offers its provider beside the result. */
public interface Ports {
  boolean cancelled();

  void event(byte[] line);

  byte[] ask(String requestName, String answerName, byte[] question) throws InterruptedException;
}
