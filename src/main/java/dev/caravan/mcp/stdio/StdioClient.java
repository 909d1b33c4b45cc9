package dev.caravan.mcp.stdio;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.http.HttpProperties;
import dev.caravan.mcp.AnswerStream;
import dev.caravan.mcp.ListChanges;
import dev.caravan.mcp.ListenSubscription;
import dev.caravan.mcp.OpenAnswer;
import dev.caravan.mcp.ServerMessage;
import dev.caravan.mcp.session.SessionTokens;
import dev.caravan.mcp.session.Subscriptions;
import dev.caravan.observe.Refusals;
import java.io.BufferedInputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.stereotype.Component;

/** The only client of a gateway that was started with {@code --stdio}: its session, its open answers and its subscriptions. */
@Component
public class StdioClient implements AnswerStream.RequestCanceller {

    /** Limits the wait for open answers after the end of input. */
    private static final long LONGEST_WAIT_MS = 60_000;
    private static final long LONGEST_WRITE_MS = 2_000;

    private final StdioProperties settings;
    private final ListChanges.InstanceTopics instances;
    private final SessionTokens sessions;
    private final Refusals refusals;
    private final Subscriptions listeners;
    private final int longestLine;
    private final CountDownLatch left = new CountDownLatch(1);
    private final Set<StdioAnswer> open = ConcurrentHashMap.newKeySet();
    private final Map<JsonNode, StdioAnswer> answers = new ConcurrentHashMap<>();
    private final Map<JsonNode, Subscriptions.Open> listening = new ConcurrentHashMap<>();
    private StdioInput input;
    private volatile StdioOutput output;
    private volatile String session;
    /** Null until a legacy client has initialized. */
    private Subscriptions.Open legacy;

    StdioClient(StdioProperties settings, ListChanges.InstanceTopics instances, SessionTokens sessions, HttpProperties limits,
            Refusals refusals, Subscriptions listeners) {
        this.listeners = listeners;
        this.settings = settings;
        this.instances = instances;
        this.sessions = sessions;
        this.refusals = refusals;
        this.longestLine = (int) limits.maxBody().toBytes();
    }

    /** Returns when the client has left and its earlier requests are answered. */
    public void serveUntilItLeaves() throws InterruptedException {
        left.await();
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LONGEST_WAIT_MS);
        synchronized (open) {
            for (long rest = LONGEST_WAIT_MS; !open.isEmpty()
                    && rest > 0; rest = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime())) {
                open.wait(rest);
            }
        }
        listening.keySet().forEach(this::endListening);
        if (output != null) {
            output.close(LONGEST_WRITE_MS);
        }
    }

    /**
     * Connects the route.
     *
     * @param route receives lines from now on; null to disconnect
     */
    synchronized void serve(Consumer<byte[]> route) {
        if (input == null) {
            // the standard input and output of this process have one message per line, and nothing else
            output = new StdioOutput(new FileOutputStream(FileDescriptor.out), left::countDown);
            input = new StdioInput(new BufferedInputStream(new FileInputStream(FileDescriptor.in)), longestLine, left::countDown);
        }
        input.give(route);
    }

    /** Returns the session id to add to each message, as HTTP clients do; null if there is none. */
    String session() {
        return session;
    }

    /** Returns the API key of the served MCP instance; empty for the gateway itself. */
    String apiKey() {
        return settings.apiKey();
    }

    /** Returns the name of the served toolset; empty for all tools. */
    String toolset() {
        return settings.toolset();
    }

    synchronized void initialized(String begun) {
        if (legacy != null) {
            listeners.remove(legacy);
        }
        legacy = new Subscriptions.Open(topic(), null, sessions.read(begun).orElseThrow().id(), null, this::send, () -> { });
        listeners.add(legacy);
        session = begun;
    }

    /**
     * Opens the answer to a message.
     *
     * @param id id of the request; null if the message is no request or its id is unknown
     */
    StdioAnswer open(JsonNode id) {
        StdioAnswer answer = new StdioAnswer(output);
        open.add(answer);
        if (id != null) {
            answers.put(id, answer);
        }
        return answer;
    }

    void forget(JsonNode id, StdioAnswer answer) {
        if (id != null) {
            answers.remove(id, answer);
        }
        synchronized (open) {
            open.remove(answer);
            open.notifyAll();
        }
    }

    void send(byte[] line) {
        output.send(line);
    }

    void send(String line) {
        send(line.getBytes(StandardCharsets.UTF_8));
    }

    void refuseTooLong() {
        refusals.tell("local", null, "message", "JSON_RPC_-32600");
        send("{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32600,\"message\":\"Invalid request: a message must have at most " + longestLine
                + " bytes\"}}");
    }

    private String topic() {
        return apiKey().isEmpty() ? ListChanges.GATEWAY : instances.topic(apiKey()).orElse(null);
    }

    void listen(ListenSubscription opened) {
        Subscriptions.Open open = new Subscriptions.Open(topic(), null, null, opened, this::send, () -> endListening(opened.id()));
        listening.put(opened.id(), open);
        listeners.add(open);
    }

    @Override
    public void cancel(JsonNode id) {
        endListening(id);
        StdioAnswer answer = answers.get(id);
        if (answer != null) {
            answer.silence();
        }
    }

    private void endListening(JsonNode id) {
        Subscriptions.Open over = listening.remove(id);
        if (over != null) {
            listeners.remove(over);
            send(over.listening().end());
        }
    }

    /**
     * Settings of {@code --stdio}, {@code caravan.stdio.*}; each is explained in {@code config/application.yaml}.
     *
     * @param apiKey  Key of the MCP instance that --stdio serves. Empty means all tools of the gateway.
     * @param toolset Toolset that --stdio serves. Empty means all tools of the gateway.
     */
    @ConfigurationProperties("caravan.stdio")
    record StdioProperties(@DefaultValue("") String apiKey, @DefaultValue("") String toolset) {

        StdioProperties {
            if (!apiKey.isEmpty() && !toolset.isEmpty()) {
                throw new IllegalArgumentException("caravan.stdio.api-key and caravan.stdio.toolset exclude each other. Set one of them");
            }
        }

        /** Leaves out the API key. */
        @Override
        public String toString() {
            return "StdioProperties[]";
        }
    }

    /** Sends messages before one answer, and knows whether the client still wants that answer. */
    static final class StdioAnswer extends OpenAnswer {

        private final StdioOutput output;

        StdioAnswer(StdioOutput output) {
            this.output = output;
        }

        @Override
        public synchronized void send(ServerMessage message) {
            if (!closed && !silent && (!output.isBusy() || message.id() != null)) {
                output.send(message.json().getBytes(StandardCharsets.UTF_8));
            }
        }

        @Override
        public void interrupt(Duration after) {
            // the client can't reconnect on standard input and output
        }

        /** Stops further messages. Returns false if the client wants no answer. */
        boolean close() {
            closeForAnswer();
            synchronized (this) {
                return !silent;
            }
        }
    }
}
