package dev.caravan.guide;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A shell in which a reader types a page's commands, one after the other: variables and functions stay. */
final class Terminal implements AutoCloseable {

    private static final String END = "=== end of output ===";
    private static final int ENDED = 255;
    private static final long PATIENCE_S = 300;
    /**
     * Notes the exit code of each command that fails, also in the middle of several lines; conditions of {@code if}, {@code until} and
     * {@code &&} may fail.
     */
    private static final String NOTE_FAILURES = "trap 'terminal_failed=$?' ERR\n";

    /** @param exitCode 0, or that of the last command that failed */
    record Typed(String printed, int exitCode) { }

    private final Process shell;
    private final BufferedReader output;

    /** @param programs the folder of programs that come before all others */
    Terminal(Path directory, Path programs) throws IOException {
        ProcessBuilder bash = new ProcessBuilder("bash", "--noprofile", "--norc").directory(directory.toFile()).redirectErrorStream(true);
        bash.environment().merge("PATH", programs.toString(), (path, first) -> first + ":" + path);
        shell = bash.start();
        output = new BufferedReader(shell.inputReader(StandardCharsets.UTF_8));
        shell.outputWriter(StandardCharsets.UTF_8).write(NOTE_FAILURES);
    }

    /** What the command prints, and its exit code. */
    Typed type(String command) throws IOException {
        Writer input = shell.outputWriter(StandardCharsets.UTF_8);
        input.write("terminal_failed=0\n" + command + "\n</dev/null printf '\\n%s\\n%s\\n' '" + END + "' \"$?,$terminal_failed\"\n");
        input.flush();
        try {
            return CompletableFuture.supplyAsync(this::read).get(PATIENCE_S, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } catch (ExecutionException | TimeoutException e) {
            close();
            throw new IllegalStateException("no end after " + PATIENCE_S + " s: " + command, e);
        }
    }

    private Typed read() {
        StringBuilder printed = new StringBuilder();
        try {
            for (String line = output.readLine(); !END.equals(line); line = output.readLine()) {
                if (line == null) {
                    return new Typed(printed.append("\nthe shell ended").toString(), ENDED);
                }
                printed.append(line).append('\n');
            }
            String[] codes = output.readLine().split(",");
            return new Typed(printed.toString(), codes[0].equals("0") ? Integer.parseInt(codes[1]) : Integer.parseInt(codes[0]));
        } catch (IOException e) {
            return new Typed(printed + e.toString(), ENDED);
        }
    }

    @Override
    public void close() {
        shell.descendants().forEach(ProcessHandle::destroyForcibly);
        shell.destroyForcibly();
    }
}
