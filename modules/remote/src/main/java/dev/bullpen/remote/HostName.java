package dev.bullpen.remote;

import dev.bullpen.remote.FetchException.Kind;
import java.net.IDN;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A host in the one way it is written here, so that the same host is never two in a list.
 *
 * <p>Resolvers take much for an address that does not look like one: {@code 2130706433}, {@code
 * 0x7f.1}, {@code 127.1}. A name whose last label is a number can only be such a form (WHATWG URL,
 * "ends in a number"), so it is an address in four plain decimal numbers or nothing.
 *
 * @param text a name in ASCII and lower case, an IPv4 address, or an IPv6 address in brackets
 * @param literal the address, if the text is one
 */
record HostName(String text, Optional<InetAddress> literal) {
  /** Characters of a name (RFC 1035: 255 bytes on the wire, of which two are not characters). */
  static final int MAX_LENGTH = 253;

  private static final Pattern NUMBER = Pattern.compile("[0-9]+|0[xX][0-9a-fA-F]*");
  private static final Pattern FOUR_NUMBERS =
      Pattern.compile("(?:(?:0|[1-9][0-9]?|1[0-9]{2}|2[0-4][0-9]|25[0-5])(?:\\.(?!$)|$)){4}");
  private static final Pattern IN_BRACKETS = Pattern.compile("\\[[0-9a-fA-F:.]*:[0-9a-fA-F:.]*]");

  static HostName of(String text) throws FetchException {
    if (text.startsWith("[")) {
      return bracketed(text);
    }
    String name = ascii(text);
    if (name.isEmpty() || name.length() > MAX_LENGTH || name.endsWith(".")) {
      throw unusable("it is empty, too long, or ends with a dot");
    }
    if (!NUMBER.matcher(name.substring(name.lastIndexOf('.') + 1)).matches()) {
      return new HostName(name, Optional.empty());
    }
    // Full-width digits become digits on the way to ASCII; nobody writes an address with them.
    if (!name.equals(text) || !FOUR_NUMBERS.matcher(name).matches()) {
      throw unusable("an address is four decimal numbers without leading zeros");
    }
    return new HostName(name, Optional.of(address(name)));
  }

  private static HostName bracketed(String text) throws FetchException {
    if (!IN_BRACKETS.matcher(text).matches()) {
      throw unusable("in brackets there can only be an IPv6 address without a zone");
    }
    InetAddress address = address(text);
    if (address instanceof Inet4Address) {
      throw unusable("an IPv4 address is not written as an IPv6 one");
    }
    return new HostName("[" + address.getHostAddress() + "]", Optional.of(address));
  }

  /** The certificate's and the resolver's form: without brackets. */
  String bare() {
    return text.startsWith("[") ? text.substring(1, text.length() - 1) : text;
  }

  private static String ascii(String text) throws FetchException {
    try {
      return IDN.toASCII(text, IDN.USE_STD3_ASCII_RULES).toLowerCase(Locale.ROOT);
    } catch (IllegalArgumentException e) {
      throw unusable("it is no host name: " + e.getMessage());
    }
  }

  /** Only for what cannot be a name: nobody is asked for it. */
  private static InetAddress address(String literal) throws FetchException {
    try {
      return InetAddress.getByName(literal);
    } catch (UnknownHostException e) {
      throw unusable("it is no address: " + e.getMessage());
    }
  }

  private static FetchException unusable(String detail) {
    return new FetchException(Kind.POLICY, "The host of the URI is not usable", detail);
  }
}
