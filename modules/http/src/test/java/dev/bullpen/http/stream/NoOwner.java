package dev.bullpen.http.stream;

/** For a stream of whose end no session learns. */
public final class NoOwner implements MessageStream.Owner {
  @Override
  public void roomAgain() {}

  @Override
  public void written() {}

  @Override
  public void connectionLost() {}
}
