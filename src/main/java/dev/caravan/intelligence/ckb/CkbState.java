package dev.caravan.intelligence.ckb;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.envelope.LateException;
import dev.caravan.envelope.UnreachableException;
import dev.caravan.envelope.UpstreamException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.event.CircuitBreakerOnErrorEvent;
import io.github.resilience4j.circuitbreaker.event.CircuitBreakerOnStateTransitionEvent;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.apache.camel.Body;
import org.apache.camel.CamelExchangeException;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.RuntimeCamelException;
import org.apache.camel.Variable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.lang.Nullable;
import org.springframework.stereotype.Component;

/** Whether CKB may be asked, its last health check, and the reason of a failure, as results report it. */
@Component("ckbState")
public class CkbState {

    private static final Logger LOG = LoggerFactory.getLogger(CkbState.class);
    private static final int QUOTED = 500;

    /** Null if the settings do not enable CKB. */
    private final CircuitBreaker breaker;
    private final CkbProperties properties;
    private volatile CkbAnswer lastFailure;
    private volatile Instant coolUntil = Instant.MIN;
    private boolean passed;
    private boolean graph;
    private long passedAt;

    CkbState(@Nullable @Qualifier("ckbBreaker") CircuitBreaker breaker, CkbProperties properties) {
        this.breaker = breaker;
        this.properties = properties;
        if (breaker != null) {
            breaker.getEventPublisher().onError(this::failed).onStateTransition(this::changed);
        }
    }

    private void failed(CircuitBreakerOnErrorEvent event) {
        lastFailure = answer(event.getThrowable());
    }

    private synchronized void changed(CircuitBreakerOnStateTransitionEvent event) {
        CircuitBreaker.State next = event.getStateTransition().getToState();
        if (next == CircuitBreaker.State.OPEN) {
            passed = false; // the next question checks first
            coolUntil = event.getCreationTime().toInstant().plus(properties.cooldown());
            LOG.warn("CKB failed, cool-down started: seconds={} reason={}", properties.cooldown().toSeconds(), lastError());
        } else if (next == CircuitBreaker.State.CLOSED) {
            LOG.info("CKB available again");
        }
    }

    /** Whether the settings enable CKB. */
    public boolean isEnabled() {
        return properties.enabled();
    }

    /**
     * Returns CKB's state without asking it, for results of calls that failed before they reached CKB. It is {@code disabled}, or
     * {@code cooldown}, with 0 seconds if the next question may try again. It is available if CKB passed its latest health check and has
     * not failed since. Otherwise it is {@code health_check_failed}.
     */
    public synchronized CkbAnswer known() {
        if (!isEnabled()) {
            return CkbAnswer.failed(CkbAnswer.DISABLED, null);
        }
        if (breaker.getState() != CircuitBreaker.State.CLOSED) {
            return coolingDown();
        }
        return passed ? CkbAnswer.of(graph, List.of(), List.of())
                : CkbAnswer.failed(CkbAnswer.HEALTH_CHECK_FAILED, "CKB's health has not been checked yet");
    }

    /** Whether CKB's state is unknown: it may be asked, and has passed no check since the start or its latest failure. */
    public synchronized boolean isUnknown() {
        return isEnabled() && breaker.getState() == CircuitBreaker.State.CLOSED && !passed;
    }

    /** Whether this question has to check the health of CKB. */
    public synchronized boolean isDue(@Variable("ckbRequest") CkbRequest request) {
        request.checking = !passed || System.nanoTime() - passedAt >= properties.healthInterval().toNanos();
        return request.checking;
    }

    /** Takes what {@code getStatus} says. */
    public synchronized void take(@Body JsonNode status, @Variable("ckbRequest") CkbRequest request) throws UpstreamException {
        if (!status.path("healthy").asBoolean("healthy".equals(status.path("status").asText()))) {
            throw new UpstreamException("CKB reports that it is unhealthy" + unhealthy(status));
        }
        passed = true;
        graph = hasGraph(status);
        passedAt = System.nanoTime();
        request.checking = false;
    }

    private static String unhealthy(JsonNode status) {
        String names = StreamSupport.stream(status.path("backends").spliterator(), false)
                .filter(backend -> backend.path("available").asBoolean() && !backend.path("healthy").asBoolean())
                .map(backend -> backend.path("id").asText()).collect(Collectors.joining(", "));
        return names.isEmpty() ? "" : ": " + names;
    }

    private static boolean hasGraph(JsonNode status) {
        return StreamSupport.stream(status.path("backends").spliterator(), false)
                .anyMatch(backend -> backend.path("id").asText().equals("scip") && backend.path("available").asBoolean());
    }

    /** Whether CKB had a call graph at the latest check that it passed. */
    synchronized boolean hasGraph() {
        return graph;
    }

    /** Fails with the reason, and with whether CKB is to be left alone for it. */
    public Object fail(@ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Exception caught, @Variable("ckbRequest") CkbRequest request)
            throws CkbException {
        Throwable cause = bare(caught);
        if (cause instanceof InterruptedException) {
            Thread.currentThread().interrupt(); // keeps the interruption visible to the steps that follow
            throw new CkbException(CkbAnswer.INTERRUPTED, false, cause);
        }
        if (cause instanceof LateException || cause instanceof TimeoutException) {
            String words = "Connection timeout after " + waited(cause, request).toMillis() + "ms";
            throw new CkbException(CkbAnswer.failed(CkbAnswer.CONNECTION_TIMEOUT, words), true, cause);
        }
        boolean isUnhealthy = cause instanceof UnreachableException || request.checking;
        throw new CkbException(CkbAnswer.failed(isUnhealthy ? CkbAnswer.HEALTH_CHECK_FAILED : CkbAnswer.MCP_ERROR, words(cause)), true,
                cause);
    }

    /** Returns the question's whole time if it is over, otherwise the timeout in the server's own settings. */
    private Duration waited(Throwable cause, CkbRequest request) {
        return cause instanceof LateException late && request.left().toMillis() > 0 ? late.limit() : properties.timeout();
    }

    /** Unwraps Camel's exceptions. */
    private static Throwable bare(Throwable caught) {
        Throwable cause = caught;
        while ((cause instanceof CamelExchangeException || cause instanceof RuntimeCamelException) && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    static String words(Throwable cause) {
        String message = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
        int characters = message.codePointCount(0, message.length());
        return characters <= QUOTED ? message : message.substring(0, message.offsetByCodePoints(0, QUOTED)) + "…";
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
                .orElseGet(() -> CkbAnswer.failed(CkbAnswer.MCP_ERROR, words(cause)));
    }

    /** Returns the answer of the failure that opened the breaker. */
    CkbAnswer failure() {
        CkbAnswer failure = lastFailure;
        return failure == null ? coolingDown() : failure;
    }

    private CkbAnswer coolingDown() {
        long millis = Math.max(0, Math.min(properties.cooldown().toMillis(), Instant.now().until(coolUntil, ChronoUnit.MILLIS)));
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
