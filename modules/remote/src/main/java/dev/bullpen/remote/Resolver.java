package dev.bullpen.remote;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Who knows a name's addresses; asked once for each fetch. May block, uninterruptibly. */
interface Resolver {
  /** The system's. */
  Resolver SYSTEM = name -> List.of(InetAddress.getAllByName(name));

  List<InetAddress> addresses(String name) throws UnknownHostException;
}
