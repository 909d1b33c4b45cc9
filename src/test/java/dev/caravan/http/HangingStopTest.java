package dev.caravan.http;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.McpClient;
import dev.caravan.RoutesCopy;
import dev.caravan.embedded.ChildJvm;
import dev.caravan.embedded.FreePorts;
import dev.caravan.mcp.stdio.StdioGateway;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.support.service.ServiceSupport;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** A gateway that is told to stop ends in stop-delay + drain + 10 s, whatever its threads do, and says what hung. */
@Tag("nightly")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HangingStopTest extends ChildGatewaysTest {

    private static final Path ROUTES = RoutesCopy.entries("""
            - route:
                id: hang
                from:
                  uri: ai-tool:hang
                  parameters: {timeout: 1s}
                  steps:
                    - process: {ref: "#class:dev.caravan.http.HangingStopTest$Hanging"}
            """);
    private static final String CALL = "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/call\",\"params\":{\"name\":\"hang\"}}";
    private static final int LIMIT_S = 1 + 10;

    /** Takes no notice of interrupts, and has what stops the gateway wait too. */
    public static final class Hanging extends ServiceSupport implements Processor {

        @Override
        public void process(Exchange exchange) {
            System.err.println("It hangs");
            hang();
        }

        @Override
        protected void doStop() {
            hang();
        }

        private static void hang() {
            while (true) {
                try {
                    new CountDownLatch(1).await(); // as drivers and pools wait
                } catch (InterruptedException e) {
                    continue;
                }
            }
        }
    }

    /** Each waits for most of its time: all at once. */
    private final CompletableFuture<Void> sigterm = begun(this::endBySigterm);
    private final CompletableFuture<Void> client = begun(this::endWhenTheClientLeaves);
    private final CompletableFuture<Void> sigtermOverStdio = begun(this::endBySigtermOverStdio);

    @Test
    void sigtermStopsAHangingGateway() {
        sigterm.join();
    }

    @Test
    void closedInputStopsAHangingStdioGateway() {
        client.join();
    }

    @Test
    void sigtermStopsAHangingStdioGateway() {
        sigtermOverStdio.join();
    }

    private static CompletableFuture<Void> begun(ThrowingCallable scenario) {
        return CompletableFuture.runAsync(() -> {
            try {
                scenario.call();
            } catch (Throwable e) {
                throw new CompletionException(e);
            }
        }, each -> new Thread(each, "scenario").start());
    }

    private void endBySigterm() throws Exception {
        int port = FreePorts.pick();
        try (ChildJvm gateway = gateway(ROUTES, port, 0, "--caravan.http.drain=1s").untilItPrints("Caravan is ready")) {
            CompletableFuture<?> call = CompletableFuture.supplyAsync(() -> call(port, "hang"));
            gateway.untilItPrints("It hangs");

            assertEnds(gateway.process());

            assertThat(gateway.printed()).contains("Process did not stop in time", "HangingStopTest$Hanging.hang");
            call.cancel(true);
        }
    }

    private void endWhenTheClientLeaves() throws Exception {
        try (StdioGateway gateway = StdioGateway.start(ROUTES, "--caravan.http.drain=1s")) {
            gateway.send(McpClient.request("ping", null).toString()).next();
            gateway.send(CALL).answer(7);

            gateway.leave();

            assertThat(gateway.process().waitFor(60, SECONDS)).isTrue();
            assertThat(gateway.log()).contains("It hangs", "HangingStopTest$Hanging.hang");
        }
    }

    private void endBySigtermOverStdio() throws Exception {
        try (StdioGateway gateway = StdioGateway.start(ROUTES, "--caravan.http.drain=1s")) {
            gateway.send(McpClient.request("ping", null).toString()).next();
            gateway.send(CALL).answer(7);

            assertEnds(gateway.process());

            assertThat(gateway.log()).contains("It hangs", "Process did not stop in time", "HangingStopTest$Hanging.hang");
        }
    }

    private static void assertEnds(Process process) throws InterruptedException {
        long told = System.nanoTime();
        process.destroy();
        assertThat(process.waitFor(60, SECONDS)).isTrue();
        assertThat(System.nanoTime() - told).as("nanoseconds").isLessThan(SECONDS.toNanos(LIMIT_S + 30));
    }
}
