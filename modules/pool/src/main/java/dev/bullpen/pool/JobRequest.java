package dev.bullpen.pool;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * A script to run.
 *
 * @param name for logs
 * @param argv the program's absolute path, then its arguments
 * @param directory its working directory, absolute
 * @param environment all of it, but for the marker the pool adds
 * @param stdoutLimit bytes of standard output after which it is ended
 * @param timeout from the moment a helper takes it; it is ended then
 * @param grace between TERM and KILL when it is ended; zero for KILL at once
 */
public record JobRequest(
    String name,
    Lane lane,
    List<String> argv,
    Path directory,
    Map<String, String> environment,
    int stdoutLimit,
    Duration timeout,
    Duration grace) {}
