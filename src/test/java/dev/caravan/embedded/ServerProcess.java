package dev.caravan.embedded;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** A server in its own process. Its output of the last start is in {@code server.log} in its directory. */
final class ServerProcess {

    private static final Duration START_LIMIT = Duration.ofMinutes(3);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(30);
    private static final int LINES_TO_QUOTE = 8;
    private static final Path SETSID = Path.of("/usr/bin/setsid");

    /** Exit code of setsid. */
    private static final int CANNOT_BE_RUN = 126;

    private final Path log;
    private final StopSignal stopSignal;
    private Process process;

    ServerProcess(Path directory, StopSignal stopSignal) {
        this.log = directory.resolve("server.log");
        this.stopSignal = stopSignal;
    }

    /**
     * Returns when {@code probe} succeeds.
     *
     * @param probe uses the server like a client, and throws while it is not ready
     * @throws IOException with the server's last lines, if it ends or is not ready in time; it is then stopped
     */
    void start(ProcessBuilder command, Callable<?> probe) throws IOException, InterruptedException {
        process = launch(command);
        long deadline = System.nanoTime() + START_LIMIT.toNanos();
        try {
            while (!passes(probe)) {
                if (process.waitFor(50, TimeUnit.MILLISECONDS)) {
                    if (isBusy(process) && System.nanoTime() < deadline) {
                        process = command.start();
                        continue;
                    }
                    throw new IOException("it exited with " + process.exitValue() + ": " + lastLines());
                }
                if (System.nanoTime() > deadline) {
                    throw new IOException("not ready after " + START_LIMIT.toSeconds() + " s: " + lastLines());
                }
            }
        } catch (IOException | InterruptedException e) {
            stop();
            throw e;
        }
    }

    /** Runs a command of the server to its end, such as the one that creates a data directory. */
    void run(ProcessBuilder command) throws IOException, InterruptedException {
        Process run = launch(command);
        try {
            while (run.waitFor() != 0 && isBusy(run)) {
                run = command.start();
            }
            if (run.exitValue() != 0) {
                throw new IOException(command.command().get(0) + " exited with " + run.exitValue() + ": " + lastLines());
            }
        } finally {
            run.destroy();
        }
    }

    void stop() throws IOException, InterruptedException {
        if (process == null) {
            return;
        }
        if (process.isAlive()) {
            stopSignal.send(process.toHandle());
            if (!process.waitFor(STOP_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        }
        process = null;
    }

    /** Starts it in its own session, so that Ctrl-C reaches only the application, which then stops its servers in order. */
    private Process launch(ProcessBuilder command) throws IOException {
        List<String> words = new ArrayList<>(command.command());
        if (Files.isExecutable(SETSID)) {
            words.add(0, SETSID.toString());
        }
        return command.command(words).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    }

    /**
     * Whether the executable could not run because a process still has it open for writing: a process that another thread started while the
     * executable was unpacked inherits the open file for a moment.
     */
    private boolean isBusy(Process ended) throws IOException {
        return ended.exitValue() == CANNOT_BE_RUN && lastLines().contains("Text file busy");
    }

    private boolean passes(Callable<?> probe) {
        try {
            probe.call();
            return process.isAlive();
        } catch (Exception notReady) {
            return false;
        }
    }

    private String lastLines() throws IOException {
        List<String> lines = Files.readString(log, StandardCharsets.ISO_8859_1).lines().toList();
        return String.join(" | ", lines.subList(Math.max(0, lines.size() - LINES_TO_QUOTE), lines.size()));
    }
}
