package dev.caravan.bus;

import java.time.Duration;
import java.util.List;

/**
 * A queue of Artemis or a topic of Kafka, seen from outside: by a caller who sends and gets answers, and by the broker's operator. Dead
 * letters are at {@code NAME-dead}. For one thread.
 */
interface BusSide extends AutoCloseable {

    Duration PATIENCE = Duration.ofSeconds(90);
    /** In which nothing comes. */
    Duration QUIET = Duration.ofSeconds(1);

    /** The settings of a gateway that reads it, without {@code caravan.}. */
    List<String> settings();

    /** Sends a message that names a place for its answer. The id correlates them. Headers come in pairs. */
    void ask(String body, String id, String... headers);

    /** Sends a message that names no place for an answer. */
    void tell(String body, String... headers);

    /** Sends a message whose answer can't be delivered, because its caller has left. */
    void askAndLeave(String body, String... headers);

    /** An answer and the id of its request. */
    record Answer(String id, String body) {
    }

    /** Returns the next answer; null if none comes. */
    Answer next(Duration patience);

    default Answer next() {
        return next(PATIENCE);
    }

    /** Connects again after the broker was away. */
    void reconnect();

    /** Returns how many messages the broker holds that no gateway has acknowledged. */
    long held();

    /** Returns how many dead letters the broker has. */
    long dead();

    /** Takes the next dead letter and returns its reason; null if none comes. */
    String reason(Duration patience);

    @Override
    void close();
}
