/**
 * Resources that lie on other machines: HTTPS, and only from where the operator allows.
 *
 * <p>Who reads a URI that a client has chosen lends that client its place in the network. So hosts
 * have to be named before anything is read from them, no address of a private network is ever
 * connected to, and the address that was checked is the one that is used.
 */
module dev.bullpen.remote {
  exports dev.bullpen.remote;
}
