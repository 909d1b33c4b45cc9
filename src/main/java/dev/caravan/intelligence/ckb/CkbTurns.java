package dev.caravan.intelligence.ckb;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.springframework.stereotype.Component;

/**
 * The questions that are under way. One that finds none leading leads: it waits as long as {@code timeout} says, and that it waited in vain opens the breaker. The others
 * wait as long as {@code impatience} says, which says nothing about CKB. Once the breaker opens, all are let go with the reason.
 */
@Component("ckbTurns")
public class CkbTurns {

    static final String TURN = "ckbTurn";

    private final CircuitBreaker breaker;
    private final CkbState state;
    private final CkbHealth health;
    private final Duration timeout;
    private final Duration impatience;
    private final CkbAnswer impatient;
    private final Set<CkbTurn> underWay = new HashSet<>();
    private CkbTurn leader;

    CkbTurns(CircuitBreaker ckbBreaker, CkbState state, CkbHealth health, CkbProperties properties) {
        this.breaker = ckbBreaker;
        this.state = state;
        this.health = health;
        this.timeout = properties.timeout();
        this.impatience = properties.impatience().compareTo(timeout) < 0 ? properties.impatience() : timeout;
        this.impatient = CkbAnswer.failed(CkbAnswer.CONNECTION_TIMEOUT, "No answer within " + impatience.toMillis() + "ms, while an earlier question is waiting too");
        ckbBreaker.getEventPublisher().onStateTransition(event -> {
            if (event.getStateTransition().getToState() == CircuitBreaker.State.OPEN) {
                letAllGo();
                health.forget();
            }
        });
    }

    /** Begins a question; {@link #end} must follow. */
    public CkbTurn begin() {
        CkbTurn turn;
        synchronized (this) {
            turn = leader == null ? CkbTurn.leading(timeout) : CkbTurn.following(impatience, impatient);
            if (turn.leads()) {
                leader = turn;
            }
            underWay.add(turn);
        }
        if (breaker.getState() == CircuitBreaker.State.OPEN) {
            turn.letGo().complete(state.failure()); // it opened after this question had passed it
        }
        return turn;
    }

    /** How long the question's next call may take. */
    public Duration left(@ExchangeProperty(TURN) CkbTurn turn) throws TimeoutException {
        Duration left = turn.left();
        if (left.toMillis() < 1) {
            throw new TimeoutException();
        }
        return left;
    }

    /** What ends the question's calls before that. */
    public CompletableFuture<CkbAnswer> letGo(@ExchangeProperty(TURN) CkbTurn turn) {
        return turn.letGo();
    }

    /** Ends the exchange's question, if it has begun one. */
    public void end(Exchange exchange) {
        if (exchange.removeProperty(TURN) instanceof CkbTurn turn) {
            health.release(turn);
            synchronized (this) {
                underWay.remove(turn);
                if (leader == turn) {
                    leader = null;
                }
            }
            turn.letGo().cancel(false); // its alarm is not needed any more
        }
    }

    private void letAllGo() {
        CkbAnswer failure = state.failure();
        List<CkbTurn> waiting;
        synchronized (this) {
            waiting = List.copyOf(underWay);
        }
        waiting.forEach(turn -> turn.letGo().complete(failure));
    }

    /** How many are under way. */
    synchronized int count() {
        return underWay.size();
    }
}
