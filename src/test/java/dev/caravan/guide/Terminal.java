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
    private static final long PATIENCE_S = 300;

    private final Process shell;
    private final BufferedReader output;

    /** @param programs the folder of programs that come before all others */
    Terminal(Path directory, Path programs) throws IOException {
        ProcessBuilder bash = new ProcessBuilder("bash", "--noprofile", "--norc").directory(directory.toFile()).redirectErrorStream(true);
        bash.environment().merge("PATH", programs.toString(), (path, first) -> first + ":" + path);
        shell = bash.start();
        output = new BufferedReader(shell.inputReader(StandardCharsets.UTF_8));
    }

    /** What the command prints. */
    String type(String command) throws IOException {
        Writer input = shell.outputWriter(StandardCharsets.UTF_8);
        input.write(command + "\n</dev/null printf '\\n%s\\n' '" + END + "'\n");
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

    private String read() {
        StringBuilder printed = new StringBuilder();
        try {
            for (String line = output.readLine(); !END.equals(line); line = output.readLine()) {
                if (line == null) {
                    return printed.append("\nthe shell ended").toString();
                }
                printed.append(line).append('\n');
            }
        } catch (IOException e) {
            return printed + e.toString();
        }
        return printed.toString();
    }

    @Override
    public void close() {
        shell.descendants().forEach(ProcessHandle::destroyForcibly);
        shell.destroyForcibly();
    }
}
