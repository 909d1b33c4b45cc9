package dev.caravan.mcp.stdio;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.Caravan;
import dev.caravan.Fork;
import dev.caravan.embedded.ChildJvm;
import dev.caravan.embedded.Patience;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A gateway in a process of its own, which is spoken to on its standard streams; what it writes to standard error goes to a file. */
public final class StdioGateway implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Process process;
    private final Path errors;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    private StdioGateway(Process process, Path errors) {
        this.process = process;
        this.errors = errors;
        Thread reader = new Thread(this::read, "stdio-gateway");
        reader.setDaemon(true);
        reader.start();
    }

    /** @param settings such as {@code --caravan.tools.timeout=1s} */
    public static List<String> command(Path routes, String... settings) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("--stdio", "--caravan.routes.directory=" + routes));
        arguments.addAll(List.of(settings));
        return ChildJvm.command(Caravan.class, Patience.arguments(arguments.toArray(String[]::new)));
    }

    public static StdioGateway start(Path routes, String... settings) throws IOException {
        Path errors = Files.createTempFile(Fork.folder("children"), "stdio", ".log");
        return new StdioGateway(new ProcessBuilder(command(routes, settings)).redirectError(errors.toFile()).start(), errors);
    }

    private void read() {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            reader.lines().forEach(lines::add);
        } catch (IOException | UncheckedIOException e) {
            lines.add("broken: " + e);
        }
    }

    public StdioGateway send(String line) throws IOException {
        return send((line + "\n").getBytes(StandardCharsets.UTF_8));
    }

    StdioGateway send(byte[] bytes) throws IOException {
        process.getOutputStream().write(bytes);
        process.getOutputStream().flush();
        return this;
    }

    /** The next line that it writes within two minutes. */
    public JsonNode next() throws Exception {
        String line = lines.poll(2, TimeUnit.MINUTES);
        if (line == null) {
            throw new AssertionError("The gateway says nothing. Its log: " + log());
        }
        return JSON.readTree(line);
    }

    /** The answer to the request of that id; what comes before it is passed over. */
    public JsonNode answer(int id) throws Exception {
        JsonNode next = next();
        while (next.path("id").asInt() != id || next.has("method")) {
            next = next();
        }
        return next;
    }

    /** Null: it says nothing for so long. */
    String within(long millis) throws InterruptedException {
        return lines.poll(millis, TimeUnit.MILLISECONDS);
    }

    /** Closes its standard input. */
    public void leave() throws IOException {
        process.getOutputStream().close();
    }

    public Process process() {
        return process;
    }

    public String log() throws IOException {
        return Files.readString(errors);
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
