package dev.caravan.intelligence.ckb;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.event.CircuitBreakerOnErrorEvent;
import io.github.resilience4j.circuitbreaker.event.CircuitBreakerOnStateTransitionEvent;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Whether CKB may be asked, and the reason if not, as results report it. */
@Component("ckbState")
public class CkbState {

    private static final Logger LOG = LoggerFactory.getLogger(CkbState.class);

    private final CircuitBreaker breaker;
    private final CkbHealth health;
    private final boolean enabled;
    private final Duration cooldown;
    private volatile CkbAnswer lastFailure;
    private volatile Instant coolUntil = Instant.MIN;

    CkbState(CircuitBreaker ckbBreaker, CkbHealth health, CkbProperties properties) {
        this.breaker = ckbBreaker;
        this.health = health;
        this.enabled = properties.enabled();
        this.cooldown = properties.cooldown();
        breaker.getEventPublisher().onError(this::failed).onStateTransition(this::changed);
    }

    private void failed(CircuitBreakerOnErrorEvent event) {
        lastFailure = answer(event.getThrowable());
    }

    private void changed(CircuitBreakerOnStateTransitionEvent event) {
        CircuitBreaker.State next = event.getStateTransition().getToState();
        if (next == CircuitBreaker.State.OPEN) {
            health.forget();
            coolUntil = event.getCreationTime().toInstant().plus(cooldown);
            LOG.warn("CKB failed, cool-down started: seconds={} reason={}", cooldown.toSeconds(), lastError());
        } else if (next == CircuitBreaker.State.CLOSED) {
            LOG.info("CKB available again");
        }
    }

    /** Whether the settings enable CKB. */
    public boolean isEnabled() {
        return enabled;
    }

    /**
     * Returns CKB's state without asking it, for results of calls that failed before they reached CKB. It is {@code disabled}, or
     * {@code cooldown}, with 0 seconds if the next question may try again. It is available if CKB passed its latest health check and has
     * not failed since. Otherwise it is {@code health_check_failed}.
     */
    public CkbAnswer known() {
        if (!enabled) {
            return CkbAnswer.failed(CkbAnswer.DISABLED, null);
        }
        if (breaker.getState() != CircuitBreaker.State.CLOSED) {
            return coolingDown();
        }
        return health.hasPassed() ? CkbAnswer.of(health.hasGraph(), List.of(), List.of())
                : CkbAnswer.failed(CkbAnswer.HEALTH_CHECK_FAILED, "CKB's health has not been checked yet");
    }

    /** Whether CKB's state is unknown: it may be asked, and has passed no check since the start or its latest failure. */
    public boolean isUnknown() {
        return enabled && breaker.getState() == CircuitBreaker.State.CLOSED && !health.hasPassed();
    }

    /** Returns the answer to a question that failed, or that the breaker refused. */
    public CkbAnswer unavailable(@ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Exception cause) {
        if (cause instanceof InterruptedException) { // after an interruption Camel runs no more steps, so no step has set the reason
            return CkbAnswer.INTERRUPTED;
        }
        return cause == null ? coolingDown() : answer(cause);
    }

    private static CkbAnswer answer(Throwable cause) {
        return CkbException.in(cause).map(CkbException::answer)
                .orElseGet(() -> CkbAnswer.failed(CkbAnswer.MCP_ERROR, CkbFailures.words(cause)));
    }

    /** Returns the answer of the failure that opened the breaker. */
    CkbAnswer failure() {
        CkbAnswer failure = lastFailure;
        return failure == null ? coolingDown() : failure;
    }

    private CkbAnswer coolingDown() {
        long millis = Math.max(0, Math.min(cooldown.toMillis(), Instant.now().until(coolUntil, ChronoUnit.MILLIS)));
        return CkbAnswer.coolingDown((int) ((millis + 999) / 1_000), lastError());
    }

    private String lastError() {
        CkbAnswer failure = lastFailure;
        return failure == null ? null : failure.lastError();
    }

    /** Writes the {@code ckb_…} members of a result's metadata (document 5, section 3.1). */
    public void metadata(ObjectNode metadata, CkbAnswer answer) {
        metadata.put("ckb_available", answer.available());
        if (answer.reason() != null) {
            metadata.put("ckb_fallback_reason", answer.reason());
        }
        if (answer.lastError() != null) {
            metadata.put("ckb_last_error", answer.lastError());
        }
        if (answer.cooldownSeconds() != null) {
            metadata.put("ckb_cooldown_remaining_s", answer.cooldownSeconds());
        }
    }
}
