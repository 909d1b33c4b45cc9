package dev.caravan.call;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.envelope.ErrorCode;
import dev.caravan.mcp.McpRequest;
import dev.caravan.routes.Gate;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Time is kept for all calls, whatever comes of one that is late. */
class DeadlinesUnderErrorsTest {

    private static final Duration SHORT = Duration.ofMillis(1);
    private static final long SOON_S = 20;
    private static final CompletableFuture<Object> RESULT = CompletableFuture.completedFuture("late");

    /** Of the calls; a late one is interrupted. */
    private final ExecutorService calls = Executors.newCachedThreadPool();

    @AfterEach
    void stop() {
        calls.shutdownNow();
    }

    @Test
    void otherDeadlinesHoldWhenEndingALateCallThrows() throws Exception {
        CountDownLatch first = new CountDownLatch(1);
        CountDownLatch second = new CountDownLatch(1);
        try (Deadlines deadlines = new Deadlines()) {
            CallEnd one = begin(deadlines, () -> {
                first.countDown();
                throw new AssertionError("of the end itself");
            });
            assertThat(first.await(SOON_S, TimeUnit.SECONDS)).isTrue();

            CallEnd two = begin(deadlines, second::countDown);

            assertThat(second.await(SOON_S, TimeUnit.SECONDS)).isTrue();
            assertThat(one.with(RESULT, true)).isFalse();
            assertThat(two.with(RESULT, true)).isFalse();
        }
    }

    @Test
    void lateCallsEndWhenNoThreadCanBeCreated() throws Exception {
        CountDownLatch ended = new CountDownLatch(2);
        try (Deadlines deadlines = new Deadlines(task -> {
            throw new OutOfMemoryError("unable to create native thread");
        })) {
            CallEnd one = begin(deadlines, () -> {
                ended.countDown();
                throw new AssertionError("of the end itself");
            });
            CallEnd two = begin(deadlines, ended::countDown);

            assertThat(ended.await(SOON_S, TimeUnit.SECONDS)).isTrue();
            assertThat(one.with(RESULT, true)).isFalse();
            assertThat(two.with(RESULT, true)).isFalse();
        }
    }

    private CallEnd begin(Deadlines deadlines, Runnable whenLate) throws Exception {
        DefaultExchange exchange = new DefaultExchange(new DefaultCamelContext());
        CallContext context = CallContext.ofHeaders(exchange);
        return calls.submit(() -> {
            CallEnd end = new CallEnd(deadlines, exchange, done -> whenLate.run(), new IdleCall(context), new Gate(), SHORT, () -> { });
            deadlines.add(end);
            return end;
        }).get(SOON_S, TimeUnit.SECONDS);
    }

    private static final class IdleCall extends Call {

        IdleCall(CallContext context) {
            super(context, "IDLE");
        }

        @Override
        protected Gate gate() {
            return new Gate();
        }

        @Override
        protected void refresh() {
        }

        @Override
        protected void log(Exception cause, ErrorCode code) {
        }

        @Override
        protected ObjectNode answer(McpRequest request) {
            return null;
        }

        @Override
        public String name() {
            return "idle";
        }

        @Override
        public Duration timeout() {
            return SHORT;
        }

        @Override
        public CompletableFuture<Object> run() {
            return RESULT;
        }

        @Override
        public void leave(Object result) {
        }
    }
}
