package dev.caravan.intelligence.ckb;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import org.apache.camel.Exchange;
import org.apache.camel.Variable;
import org.apache.camel.support.SynchronizationAdapter;

/**
 * The running questions. A question that starts while no other leads becomes the leader: it waits for {@code timeout}, and a timeout opens
 * the breaker. Other questions wait for {@code impatience}; their timeout says nothing about CKB. When the breaker opens, all questions are
 * released with its reason.
 */
public class CkbRequests {

    /** Headers of the {@code upstream:} component. */
    private static final String TIMEOUT = "CaravanUpstreamTimeout";
    private static final String CANCELLATION = "CaravanUpstreamCancellation";

    private final CircuitBreaker breaker;
    private final CkbState state;
    private final CkbHealth health;
    private final Duration timeout;
    private final Duration impatience;
    private final CkbAnswer impatient;
    private final Set<CkbRequest> underWay = new HashSet<>();
    private CkbRequest leader;

    CkbRequests(CircuitBreaker ckbBreaker, CkbState state, CkbHealth health, CkbProperties properties) {
        this.breaker = ckbBreaker;
        this.state = state;
        this.health = health;
        this.timeout = properties.timeout();
        this.impatience = properties.impatience().compareTo(timeout) < 0 ? properties.impatience() : timeout;
        this.impatient = CkbAnswer.failed(CkbAnswer.CONNECTION_TIMEOUT,
                "No answer within " + impatience.toMillis() + "ms, while an earlier question is waiting too");
        ckbBreaker.getEventPublisher().onStateTransition(event -> {
            if (event.getStateTransition().getToState() == CircuitBreaker.State.OPEN) {
                letAllGo();
                health.forget();
            }
        });
    }

    /**
     * Creates a question without starting it, since the breaker may refuse it. It ends with the exchange at the latest: after an
     * interruption Camel runs no more steps.
     */
    public CkbRequest turn(Exchange exchange) {
        CkbRequest turn = new CkbRequest();
        exchange.getExchangeExtension().addOnCompletion(new SynchronizationAdapter() {
            @Override
            public void onDone(Exchange done) {
                end(turn);
            }
        });
        return turn;
    }

    /** Begins the question; {@link #end} must follow. */
    public void begin(@Variable("ckbRequest") CkbRequest turn) {
        synchronized (this) {
            if (leader == null) {
                leader = turn;
                turn.lead(timeout);
            } else {
                turn.follow(timeout, impatience, impatient);
            }
            underWay.add(turn);
        }
        if (breaker.getState() == CircuitBreaker.State.OPEN) {
            turn.letGo().complete(state.failure()); // the breaker opened after it had let this question pass
        }
    }

    /** Gives the question's next call the time that is left, and lets it end when the question is let go. */
    public void limit(Exchange exchange, @Variable("ckbRequest") CkbRequest turn) throws TimeoutException {
        Duration left = turn.left();
        if (left.toMillis() < 1) {
            throw new TimeoutException();
        }
        exchange.getMessage().setHeader(TIMEOUT, left);
        exchange.getMessage().setHeader(CANCELLATION, turn.letGo());
    }

    /** Ends the question, whether it has begun or not. */
    public void end(@Variable("ckbRequest") CkbRequest turn) {
        health.release(turn);
        synchronized (this) {
            underWay.remove(turn);
            if (leader == turn) {
                leader = null;
            }
        }
        turn.letGo().cancel(false); // its timer is no longer needed
    }

    private void letAllGo() {
        CkbAnswer failure = state.failure();
        List<CkbRequest> waiting;
        synchronized (this) {
            waiting = List.copyOf(underWay);
        }
        waiting.forEach(turn -> turn.letGo().complete(failure));
    }

    /** Returns the number of running questions. */
    synchronized int count() {
        return underWay.size();
    }
}
