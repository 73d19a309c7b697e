/** Programs of node that tests need, as npm installs them. */
package dev.bullpen.acceptance.npm;
