package dev.caravan.embedded;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * Server processes that outlived the JVM which started them ({@code kill -9}). Whoever asks holds the lock on the data, so
 * a process that runs one of our executables or scripts with this directory among its arguments has no owner any more.
 * Reading the process table rather than a pid file leaves nothing to go stale, never meets a number that now belongs to
 * another program, and finds a process that was killed before it could write such a file.
 *
 * @param executables where our executables are unpacked
 * @param directory   the one server's directory
 */
record Orphans(Path executables, Path directory) {

    private static final Duration GRACE = Duration.ofSeconds(30);
    private static final Duration AFTER_KILL = Duration.ofSeconds(5);

    /** Asks them to end, waits until they have, and kills those that don't. */
    void stop(StopSignal signal) throws IOException, InterruptedException {
        for (ProcessHandle orphan : find()) {
            signal.send(orphan);
        }
        if (!areGoneWithin(GRACE)) {
            find().forEach(ProcessHandle::destroyForcibly);
            if (!areGoneWithin(AFTER_KILL)) {
                throw new IOException("process " + find().stream().map(ProcessHandle::pid).toList()
                        + " of an earlier run still uses " + directory + " and can't be stopped");
            }
        }
    }

    /**
     * By the command line, which anybody may read; which executable runs is a secret from a root without all his
     * capabilities. Zombies have none: where nobody reaps them they would look alive for ever.
     */
    List<ProcessHandle> find() {
        try (Stream<ProcessHandle> processes = ProcessHandle.allProcesses()) {
            return processes.filter(process -> process.info().commandLine().filter(this::isOurs).isPresent()).toList();
        }
    }

    private boolean isOurs(String commandLine) {
        return (" " + commandLine).contains(" " + executables + "/") && commandLine.contains(directory + "/");
    }

    private boolean areGoneWithin(Duration limit) throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        for (List<ProcessHandle> left = find(); !left.isEmpty(); left = find()) {
            if (System.nanoTime() > deadline) {
                return false;
            }
            try {
                left.get(0).onExit().get(100, TimeUnit.MILLISECONDS);
            } catch (TimeoutException | ExecutionException e) {
                // look again
            }
        }
        return true;
    }
}
