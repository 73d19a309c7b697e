/**
 * Black-box tests over the packaged product: a client on raw pipes, an observer in another process,
 * and for every promise a control with the safeguard behind it switched off, in which the promise
 * must be seen broken. Tests run one after the other; what they measured is printed in lines that
 * begin with {@code [measured]}.
 */
package dev.bullpen.faults;
