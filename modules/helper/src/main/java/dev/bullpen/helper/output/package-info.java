/** What a job writes. Begin with {@link dev.bullpen.helper.output.Outputs}. */
package dev.bullpen.helper.output;
