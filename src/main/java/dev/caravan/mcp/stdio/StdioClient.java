package dev.caravan.mcp.stdio;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.http.HttpProperties;
import dev.caravan.mcp.InstanceTopics;
import dev.caravan.mcp.ListChanges;
import dev.caravan.mcp.ListenSubscription;
import dev.caravan.mcp.Notification;
import dev.caravan.mcp.RequestCanceller;
import dev.caravan.mcp.SubscribedResources;
import dev.caravan.mcp.TaskListener;
import dev.caravan.mcp.session.SessionResources;
import dev.caravan.mcp.session.Sessions;
import dev.caravan.observe.Refusals;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/** The only client of a gateway that was started with {@code --stdio}: its session, its open answers and its subscriptions. */
@Component
public class StdioClient implements ListChanges.Listener, TaskListener, RequestCanceller, SubscribedResources.Holder {

    /** Limits the wait for open answers after the end of input. */
    private static final long LONGEST_WAIT_MS = 60_000;
    private static final long LONGEST_WRITE_MS = 2_000;

    private final StdioProperties settings;
    private final ObjectProvider<InstanceTopics> instances;
    private final Sessions sessions;
    private final SessionResources subscriptions;
    private final Refusals refusals;
    private final SubscribedResources subscribed;
    private final int longestLine;
    private final CountDownLatch left = new CountDownLatch(1);
    private final Set<StdioAnswer> open = ConcurrentHashMap.newKeySet();
    private final Map<JsonNode, StdioAnswer> answers = new ConcurrentHashMap<>();
    private final Map<JsonNode, ListenSubscription> listening = new ConcurrentHashMap<>();
    private StdioInput input;
    private volatile StdioOutput output;
    private volatile String session;
    private volatile String sessionName;
    /** Null until the client listens. */
    private volatile String topic;

    StdioClient(StdioProperties settings, ListChanges changes, ObjectProvider<InstanceTopics> instances, Sessions sessions, SessionResources subscriptions, HttpProperties limits,
            Refusals refusals, SubscribedResources subscribed) {
        this.subscribed = subscribed;
        this.settings = settings;
        this.instances = instances;
        this.sessions = sessions;
        this.subscriptions = subscriptions;
        this.refusals = refusals;
        this.longestLine = (int) limits.maxBody().toBytes();
        changes.addListener(this);
    }

    /** Returns when the client has left and its earlier requests are answered. */
    public void serveUntilItLeaves() throws InterruptedException {
        left.await();
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LONGEST_WAIT_MS);
        synchronized (open) {
            for (long rest = LONGEST_WAIT_MS; !open.isEmpty() && rest > 0; rest = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime())) {
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
            StandardStreams streams = StandardStreams.ofProcess();
            output = new StdioOutput(streams.out(), left::countDown);
            input = new StdioInput(streams.in(), longestLine, left::countDown);
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

    void initialized(String begun) {
        hear();
        sessionName = sessions.read(begun).orElseThrow().id();
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
        send("{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32600,\"message\":\"Invalid request: a message must have at most " + longestLine + " bytes\"}}");
    }

    private void hear() {
        InstanceTopics known = instances.getIfAvailable();
        if (apiKey().isEmpty()) {
            topic = ListChanges.GATEWAY;
        } else if (known != null) {
            topic = known.topic(apiKey()).orElse(null);
        }
    }

    void listen(ListenSubscription opened) {
        hear();
        synchronized (listening) { // no notification comes before the acknowledgement
            listening.put(opened.id(), opened);
            send(opened.acknowledgement().json());
        }
        subscribed.changed();
    }

    @Override
    public Map<String, Set<String>> subscribed() {
        Set<String> uris = new HashSet<>();
        listening.values().forEach(listener -> uris.addAll(listener.subscription().resources()));
        return Map.of(SubscribedResources.NOBODY, uris);
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
        ListenSubscription over;
        synchronized (listening) { // and none after the end
            over = listening.remove(id);
            if (over != null) {
                send(over.end());
            }
        }
        if (over != null) {
            subscribed.changed();
        }
    }

    @Override
    public void changed(String about, String list) {
        if (!about.equals(topic)) {
            return;
        }
        Notification notification = Notification.listChanged(list);
        if (session != null) {
            send(notification.json());
        }
        tell(notification, listener -> listener.subscription().lists().contains(list));
    }

    @Override
    public void changedFor(String changed, String list) {
        if (changed.equals(sessionName)) {
            send(Notification.listChanged(list).json());
        }
    }

    @Override
    public void updated(String uri) {
        Notification notification = Notification.resourceUpdated(uri);
        if (session != null && !subscriptions.subscribers(uri, List.of(sessionName)).isEmpty()) {
            send(notification.json());
        }
        tell(notification, listener -> listener.subscription().resources().contains(uri));
    }

    @Override
    public void closed(String about) {
        if (about.equals(topic) && !about.equals(ListChanges.GATEWAY)) {
            listening.keySet().forEach(this::endListening);
        }
    }

    @Override
    public boolean hears(String id) {
        return listening.values().stream().anyMatch(listener -> listener.subscription().tasks().contains(id));
    }

    @Override
    public void changed(String id, ObjectNode task) {
        tell(new Notification("notifications/tasks", task), listener -> listener.subscription().tasks().contains(id));
    }

    private void tell(Notification notification, Predicate<ListenSubscription> wants) {
        synchronized (listening) {
            listening.values().stream().filter(wants).forEach(listener -> send(listener.tagged(notification).json()));
        }
    }
}
