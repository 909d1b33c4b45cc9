package dev.caravan.intelligence.ckb;

import dev.caravan.observe.Family;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.camel.Exchange;
import org.apache.camel.Variable;
import org.apache.camel.support.SynchronizationAdapter;
import org.springframework.stereotype.Component;

/**
 * The running questions. One question asks CKB at a time, for {@code timeout}. The others wait for their turn, for {@code impatience}; a
 * turn that comes too late says nothing about CKB.
 */
@Component("ckbRequests")
@Family.On(Family.CKB)
public class CkbQueue {

    /** Header of the {@code upstream:} component. */
    private static final String TIMEOUT = "CaravanUpstreamTimeout";

    private final Semaphore turn = new Semaphore(1, true);
    private final CircuitBreaker breaker;
    private final CkbState state;
    private final Duration timeout;
    private final Duration impatience;

    CkbQueue(CircuitBreaker ckbBreaker, CkbState state, CkbProperties properties) {
        this.breaker = ckbBreaker;
        this.state = state;
        this.timeout = properties.timeout();
        this.impatience = properties.impatience().compareTo(timeout) < 0 ? properties.impatience() : timeout;
    }

    /**
     * Creates a question without starting it, since the breaker may refuse it. It ends with the exchange at the latest: after an
     * interruption Camel runs no more steps.
     */
    public CkbRequest create(Exchange exchange) {
        CkbRequest request = new CkbRequest();
        exchange.getExchangeExtension().addOnCompletion(new SynchronizationAdapter() {
            @Override
            public void onDone(Exchange done) {
                end(request);
            }
        });
        return request;
    }

    /** Waits for the question's turn. {@link #end} must follow. */
    public void begin(@Variable("ckbRequest") CkbRequest request) throws CkbException, InterruptedException {
        if (!turn.tryAcquire(impatience.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new CkbException(CkbAnswer.failed(CkbAnswer.CONNECTION_TIMEOUT,
                    "No answer within " + impatience.toMillis() + "ms, while an earlier question is waiting too"), false, null);
        }
        request.end = System.nanoTime() + timeout.toNanos();
        request.running = true;
        if (breaker.getState() == CircuitBreaker.State.OPEN) { // the question before this one has opened it
            throw new CkbException(state.failure(), false, null);
        }
    }

    /** Gives the question's next call the time that is left. */
    public void limit(Exchange exchange, @Variable("ckbRequest") CkbRequest request) throws TimeoutException {
        Duration left = request.left();
        if (left.toMillis() < 1) {
            throw new TimeoutException();
        }
        exchange.getMessage().setHeader(TIMEOUT, left);
    }

    /** Ends the question, whether it has begun or not. */
    public synchronized void end(@Variable("ckbRequest") CkbRequest request) {
        if (request.running) {
            request.running = false;
            turn.release();
        }
    }

    /** Returns the number of questions that wait or run. */
    int count() {
        return turn.getQueueLength() + 1 - turn.availablePermits();
    }
}
