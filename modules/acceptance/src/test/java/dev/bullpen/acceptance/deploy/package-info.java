/** The examples that deploy a server, held against the programs that read them. */
package dev.bullpen.acceptance.deploy;
