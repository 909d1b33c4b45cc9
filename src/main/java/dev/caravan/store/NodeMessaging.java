package dev.caravan.store;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;

/**
 * Sends messages between the gateways of one installation through their database (PostgreSQL's NOTIFY). Messages from one gateway to
 * another arrive in order and at most once. A message is lost if its receiver does not listen at that moment.
 */
@Component
public class NodeMessaging implements Notifications.Listener, DisposableBean {

    private static final Logger LOG = LoggerFactory.getLogger(NodeMessaging.class);

    private static final String CHANNEL = "caravan_gateway_";
    /** PostgreSQL allows less than 8,000 bytes. */
    private static final int MAX_NOTIFICATION = 7_000;
    /** Precedes the id of the row that holds a longer message. */
    private static final char ROW = '#';

    private final Store store;
    private final String address = UUID.randomUUID().toString().replace("-", "");
    private final Map<String, Consumer<String>> readers = new ConcurrentHashMap<>();
    private final ExecutorService reading = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "gateway-mail");
        thread.setDaemon(true);
        return thread;
    });

    NodeMessaging(Store store, Notifications notifications) {
        this.store = store;
        notifications.subscribe(CHANNEL + address, this);
        notifications.subscribe(CHANNEL + "all", this);
    }

    /** Returns the address of this gateway while it runs: 32 hexadecimal digits. */
    public String address() {
        return address;
    }

    /** Whether other gateways can exist. */
    public boolean isPossible() {
        return store.isSet();
    }

    /**
     * Registers a reader. Call this before the gateway starts.
     *
     * @param kind   one word
     * @param reader runs on the thread that listens, so it must not block
     */
    public void read(String kind, Consumer<String> reader) {
        readers.put(kind, reader);
    }

    /**
     * Sends a message to one gateway. Does nothing without a database, since there are no other gateways then.
     *
     * @param to address of the gateway
     * @throws StoreException if the database does not take it
     */
    public void send(String to, String kind, String text) {
        if (!to.matches("[0-9a-f]{32}")) {
            throw new IllegalArgumentException("No gateway has the address " + to);
        }
        post(CHANNEL + to, kind + ' ' + text);
    }

    /**
     * Sends a message to every gateway, this one included.
     *
     * @param text a short text
     * @throws StoreException if the database does not take it
     */
    public void sendAll(String kind, String text) {
        post(CHANNEL + "all", kind + ' ' + text);
    }

    private void post(String channel, String message) {
        if (!store.isSet()) {
            return;
        }
        boolean small = message.getBytes(StandardCharsets.UTF_8).length <= MAX_NOTIFICATION;
        store.<Object, StoreException>transact(jdbc -> {
            String notice = message;
            if (!small) {
                jdbc.sql("delete from gateway_mail where created_at < now() - interval '10 minutes'").update();
                notice = ROW
                        + jdbc.sql("insert into gateway_mail (body) values (?) returning id").param(message).query(String.class).single();
            }
            return jdbc.sql("select pg_notify(?, ?)").params(channel, notice).query((row, n) -> n).list();
        });
    }

    @Override
    public void told(String notice) {
        reading.execute(() -> {
            try {
                (notice.charAt(0) == ROW ? fetch(notice) : Optional.of(notice)).ifPresent(this::deliver);
            } catch (RuntimeException | Error e) {
                LOG.warn("Message of another gateway lost reason={}", e.getMessage());
            }
        });
    }

    private Optional<String> fetch(String notice) {
        return store.run(jdbc -> jdbc.sql("delete from gateway_mail where id = ? returning body").param(Long.parseLong(notice.substring(1)))
                .query(String.class).optional());
    }

    private void deliver(String message) {
        int space = message.indexOf(' ');
        Consumer<String> reader = readers.get(message.substring(0, space));
        if (reader != null) {
            reader.accept(message.substring(space + 1));
        }
    }

    /** Keeps nothing: messages that were sent meanwhile are lost, and callers that wait for them time out. */
    @Override
    public void missed() {
        // nothing to discard
    }

    @Override
    public void destroy() {
        reading.shutdownNow();
    }
}
