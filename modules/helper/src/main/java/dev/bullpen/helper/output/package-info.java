/**
 * What a job writes: the pipes it is given, and how what comes out of them is passed on. Begin with
 * {@link dev.bullpen.helper.output.Outputs}.
 */
package dev.bullpen.helper.output;
