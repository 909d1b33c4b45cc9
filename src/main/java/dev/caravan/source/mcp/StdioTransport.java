package dev.caravan.source.mcp;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.source.ForeignText;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Runs an MCP server as a child process. Each line is one JSON-RPC message, in UTF-8 on all platforms.
 *
 * <p>A line that is no message is skipped. The end of the process is reported with the reason. Notifications do not say which request they
 * belong to.
 */
final class StdioTransport implements Transport {

    private static final Logger LOG = LoggerFactory.getLogger(StdioTransport.class);

    /** Environment variables that a process inherits. Others may contain secrets. */
    private static final Set<String> INHERITED = Set.of("PATH", "HOME", "USER", "LOGNAME", "SHELL", "TERM", "LANG", "LC_ALL", "TZ",
            "TMPDIR", "SYSTEMROOT", "TEMP", "TMP", "APPDATA", "LOCALAPPDATA", "USERPROFILE");
    private static final int WAITING_MESSAGES = 1_000;
    private static final int QUOTED = 300;
    private static final long GRACE_MILLIS = 1_000;
    private static final byte[] END = new byte[0];

    private final String name;
    private final UpstreamProperties.Server settings;
    private final ObjectMapper mapper;
    private final Consumer<ObjectNode> others;
    private final Consumer<String> onEnd;
    private final BlockingQueue<byte[]> outgoing = new ArrayBlockingQueue<>(WAITING_MESSAGES);
    private final Map<String, CompletableFuture<ObjectNode>> waiting = new ConcurrentHashMap<>();
    private volatile Process process;
    private volatile boolean closing;
    private volatile String lastComplaint = "";
    private volatile String end;
    /** Number of lines that were no messages, and of lines that were too long. The first one of each is a warning. */
    private long odd;
    private long tooLong;

    /**
     * @param others receives notifications and questions of the server
     * @param onEnd  called once, with the reason, if the process ends by itself
     */
    StdioTransport(String name, UpstreamProperties.Server settings, ObjectMapper mapper, Consumer<ObjectNode> others,
            Consumer<String> onEnd) {
        this.name = name;
        this.settings = settings;
        this.mapper = mapper;
        this.others = others;
        this.onEnd = onEnd;
    }

    /**
     * Starts the process.
     *
     * @throws IllegalStateException with the reason, if it can't be started
     */
    StdioTransport start() {
        List<String> words = new ArrayList<>();
        words.add(settings.command());
        words.addAll(settings.args());
        ProcessBuilder builder = new ProcessBuilder(words);
        if (settings.directory() != null) {
            builder.directory(settings.directory().toFile());
        }
        Map<String, String> environment = builder.environment();
        environment.keySet().retainAll(INHERITED);
        for (String variable : settings.env()) {
            int equals = variable.indexOf('=');
            environment.put(variable.substring(0, equals), variable.substring(equals + 1));
        }
        try {
            process = builder.start();
        } catch (IOException e) {
            end = "it can't be started: " + e.getMessage();
            throw new IllegalStateException(end);
        }
        daemon("out", this::read);
        CompletableFuture<Void> complained = new CompletableFuture<>();
        daemon("err", () -> {
            readComplaints();
            complained.complete(null);
        });
        daemon("in", this::write);
        process.onExit().thenAccept(ended -> {
            if (!closing) {
                complained.completeOnTimeout(null, GRACE_MILLIS, TimeUnit.MILLISECONDS).join();
                end = "it ended with exit code " + ended.exitValue() + (lastComplaint.isEmpty() ? "" : ": " + lastComplaint);
                onEnd.accept(end);
            }
        });
        return this;
    }

    private void daemon(String stream, Runnable work) {
        Thread thread = new Thread(work, "upstream-" + name + "-" + stream);
        thread.setDaemon(true);
        thread.start();
    }

    private void read() {
        try (InputStream in = new BufferedInputStream(process.getInputStream(), 1 << 16)) {
            for (String line = readLine(in); line != null; line = readLine(in)) {
                if (!line.isBlank()) {
                    take(line);
                }
            }
        } catch (IOException e) {
            LOG.debug("Upstream output closed server={} reason={}", name, e.getMessage());
        }
    }

    private void take(String line) {
        ObjectNode message;
        try {
            message = Transport.read(mapper, line);
        } catch (IllegalStateException e) {
            LOG.atLevel(odd++ == 0 ? Level.WARN : Level.DEBUG)
                    .log("Upstream output is not an MCP message server={} line={}", name, ForeignText.clean(line, QUOTED));
            return;
        }
        CompletableFuture<ObjectNode> answer = waiting.get(message.path("id").asText());
        if (message.has("method")) {
            others.accept(message);
        } else if (answer != null) {
            answer.complete(message);
        }
    }

    /** Reads the next line without its end. Returns null at the end of the stream, and empty text for a line that is too long. */
    private String readLine(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream(512);
        long length = 0;
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                return length == 0 ? null : line.toString(StandardCharsets.UTF_8);
            }
            if (++length <= settings.maxMessage().toBytes()) {
                line.write(next);
            } else if (line.size() > 0) {
                line = new ByteArrayOutputStream(0);
                LOG.atLevel(tooLong++ == 0 ? Level.WARN : Level.DEBUG)
                        .log("Upstream message dropped because it is larger than max-message server={} bytes={}", name,
                                settings.maxMessage().toBytes());
            }
        }
        return line.toString(StandardCharsets.UTF_8);
    }

    private void readComplaints() {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (!line.isBlank()) {
                    lastComplaint = ForeignText.clean(line, QUOTED);
                    LOG.debug("Upstream error output server={} line={}", name, lastComplaint);
                }
            }
        } catch (IOException e) {
            LOG.debug("Upstream error output closed server={} reason={}", name, e.getMessage());
        }
    }

    /** Writes messages on a separate thread, so that a server that does not read does not block callers. */
    private void write() {
        try (OutputStream out = process.getOutputStream()) {
            for (byte[] line = outgoing.take(); line != END; line = outgoing.take()) {
                out.write(line);
                if (outgoing.isEmpty()) {
                    out.flush();
                }
            }
        } catch (IOException e) {
            LOG.debug("Upstream input closed server={} reason={}", name, e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public CompletableFuture<ObjectNode> ask(ObjectNode request, Map<String, String> mirrored, Consumer<ObjectNode> told) {
        CompletableFuture<ObjectNode> answer = new CompletableFuture<>();
        String id = request.get("id").asText();
        waiting.put(id, answer);
        answer.whenComplete((given, failure) -> {
            waiting.remove(id);
            if (mirrored != null && answer.isCancelled()) {
                tell(Transport.notification("notifications/cancelled", JsonNodeFactory.instance.objectNode().put("requestId", id)));
            }
        });
        tell(request).exceptionally(failure -> {
            answer.completeExceptionally(failure);
            return null;
        });
        return answer;
    }

    @Override
    public CompletableFuture<?> tell(ObjectNode message) {
        if (end != null) {
            return CompletableFuture.failedFuture(new IllegalStateException(end));
        }
        return outgoing.offer((message + "\n").getBytes(StandardCharsets.UTF_8)) ? CompletableFuture.completedFuture(null)
                : CompletableFuture.failedFuture(new IllegalStateException("it does not read its standard input"));
    }

    /**
     * Ends the process and its descendants in the protocol's order: closes its input, then asks it to end, then kills it. Waits up to one
     * second before each next step.
     */
    @Override
    public void close() {
        closing = true;
        String reason = end == null ? "the connection was closed" : end;
        end = reason;
        waiting.values().forEach(answer -> answer.completeExceptionally(new IllegalStateException(reason)));
        List<ProcessHandle> family = new ArrayList<>(process.descendants().toList());
        family.add(0, process.toHandle());
        if (!outgoing.offer(END)) {
            outgoing.clear();
            outgoing.offer(END);
        }
        new Thread(() -> end(family), "upstream-" + name + "-close").start();
    }

    private void end(List<ProcessHandle> family) {
        if (!areGone(family)) {
            family.forEach(ProcessHandle::destroy);
            if (!areGone(family)) {
                family.forEach(ProcessHandle::destroyForcibly);
            }
        }
    }

    private static boolean areGone(List<ProcessHandle> family) {
        return CompletableFuture.allOf(family.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new))
                .thenApply(gone -> true).completeOnTimeout(false, GRACE_MILLIS, TimeUnit.MILLISECONDS).join();
    }
}
