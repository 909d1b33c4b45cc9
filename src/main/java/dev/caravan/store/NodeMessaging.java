package dev.caravan.store;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
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
    private final Heartbeat reading = new Heartbeat("gateway-mail");
    private final List<Heartbeat> telling = new CopyOnWriteArrayList<>();

    NodeMessaging(Store store, Notifications notifications) {
        this.store = store;
        notifications.subscribe(CHANNEL + address, this);
        notifications.subscribe(CHANNEL + "all", this);
    }

    /** Returns the address of this gateway while it runs: 32 hexadecimal digits. */
    public String address() {
        return address;
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
        reading.soon(() -> {
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
        reading.close();
        telling.forEach(Heartbeat::close);
    }

    /**
     * Opens a way to tell the other gateways of texts. Call this before the gateway starts.
     *
     * @param kind        one word
     * @param mostOfOwner limit of the texts of one owner in a message; further ones are dropped
     * @param most        limit of the texts in a message
     * @param reader      gets the texts of the others on the thread that listens, so it must not block
     */
    public Broadcast broadcast(String kind, int mostOfOwner, int most, Consumer<String> reader) {
        read(kind, news -> {
            List<String> texts = news.lines().toList();
            if (!texts.get(0).equals(address)) {
                texts.stream().skip(1).forEach(reader);
            }
        });
        return new Broadcast(kind, mostOfOwner, most);
    }

    /**
     * Tells the other gateways of texts of one line. The first is sent at once, and those of the next {@value #PAUSE_MS} ms in one message,
     * because each message costs every gateway. While the database is unavailable, the others hear nothing.
     */
    public final class Broadcast {

        private static final long PAUSE_MS = 100;

        private final String kind;
        private final int mostOfOwner;
        private final int most;
        private final Heartbeat sender;
        private final Set<String> waiting = new LinkedHashSet<>();
        private final Map<String, Integer> ofOwner = new HashMap<>();

        private Broadcast(String kind, int mostOfOwner, int most) {
            this.kind = kind;
            this.mostOfOwner = mostOfOwner;
            this.most = most;
            this.sender = new Heartbeat(kind + "-news");
            telling.add(sender);
        }

        /** Queues a text, or drops it beyond the limits. Returns at once. */
        public synchronized void send(String owner, String text) {
            boolean fits = store.isSet() && waiting.size() < most && ofOwner.merge(owner, 1, Integer::sum) <= mostOfOwner;
            if (fits && waiting.add(text) && waiting.size() == 1) {
                sender.soon(this::flush);
            }
        }

        private void flush() {
            sendAll(kind, take());
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(PAUSE_MS));
        }

        private synchronized String take() {
            String news = address + "\n" + String.join("\n", waiting);
            waiting.clear();
            ofOwner.clear();
            return news;
        }
    }
}
