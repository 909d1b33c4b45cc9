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
 * Server processes that outlived the JVM that started them ({@code kill -9}). The caller holds the lock on the data. So a process that runs
 * one of our executables with this directory among its arguments has no owner any more. The process table has advantages over a pid file:
 * it is never outdated, a reused number cannot mislead it, and it shows processes that were killed before they could write such a file.
 *
 * @param executables directory of our unpacked executables
 * @param directory   directory of one server
 */
record Orphans(Path executables, Path directory) {

    private static final Duration GRACE = Duration.ofSeconds(30);
    private static final Duration AFTER_KILL = Duration.ofSeconds(5);

    /** Asks them to stop, waits for them, and kills those that do not stop. */
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
     * Compares the command line, which everybody may read; a root user without all capabilities can't see which executable runs. Zombies
     * have no command line: where nobody reaps them they would look alive for ever. A process that a server has just forked has the
     * server's command line until it sets its own, and ends with its server, so it isn't returned.
     */
    List<ProcessHandle> find() {
        try (Stream<ProcessHandle> processes = ProcessHandle.allProcesses()) {
            List<ProcessHandle> ours = processes.filter(process -> process.info().commandLine().filter(this::isOurs).isPresent()).toList();
            return ours.stream().filter(process -> process.parent().filter(ours::contains).isEmpty()).toList();
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
                // repeat the check
            }
        }
        return true;
    }
}
