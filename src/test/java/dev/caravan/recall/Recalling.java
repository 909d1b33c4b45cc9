package dev.caravan.recall;

import static org.awaitility.Awaitility.await;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** A test of a gateway that recalls actions: it is warm, and its breakers are closed before each test. */
interface Recalling {

    List<CircuitBreaker> breakers();

    /** Asks for the first actions, and says whether they were found. */
    boolean recalls();

    /** The first recall of a gateway takes longer than a recall may. */
    @BeforeAll
    default void untilItRecalls() {
        await().until(() -> {
            closeTheBreakers();
            return recalls();
        });
    }

    @BeforeEach
    default void closeTheBreakers() {
        breakers().forEach(CircuitBreaker::reset);
    }
}
