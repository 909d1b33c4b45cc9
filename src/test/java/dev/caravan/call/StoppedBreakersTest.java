package dev.caravan.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.RouteYaml;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.apache.camel.Header;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.stereotype.Component;

/** The route of a late call stops also where a step works on a copy of its exchange, such as a circuit breaker. */
@Tag("full")
class StoppedBreakersTest {

    private static final String WAIT = "bean: {ref: stoppedBreakersTest.Steps, method: fail}";
    private static final String RETURN = "bean: {ref: stoppedBreakersTest.Steps, method: end}";
    private static final String MARK = "bean: {ref: stoppedBreakersTest.Steps, method: mark}";
    private static OwnGateway gateway;

    /** Steps that end by the interrupt of a late call. */
    @Component
    public static class Steps {

        final List<String> marked = new CopyOnWriteArrayList<>();

        public void fail(@Header("wait") boolean wait) throws InterruptedException {
            TimeUnit.SECONDS.sleep(wait ? 60 : 0);
        }

        public void end(@Header("wait") boolean wait) {
            try {
                fail(wait);
            } catch (InterruptedException e) {
                // as if the step had done its work
            }
        }

        public void mark(@Header("wait") boolean wait) {
            marked.add("ran");
        }
    }

    @BeforeAll
    static void start() throws Exception {
        String parameters = "description: A tool\ntimeout: 700ms\nparameter.wait: boolean";
        gateway = OwnGateway.withEntries().shared().bean(Steps.class)
                .file("falls",
                        RouteYaml.tool("falls", parameters,
                                "- circuitBreaker:\n    steps:\n    - " + WAIT + "\n    onFallback:\n      steps:\n      - " + MARK + "\n- "
                                        + MARK))
                .file("passes", RouteYaml.tool("passes", parameters, "- circuitBreaker:\n    steps:\n    - " + RETURN + "\n- " + MARK))
                .file("copies", RouteYaml.tool("copies", parameters,
                        "- loop:\n    constant: 2\n    copy: true\n    steps:\n    - " + RETURN + "\n- " + MARK))
                .start();
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"falls", "passes", "copies"})
    void noStepRunsAfterTheOneThatWasInterrupted(String tool) throws Exception {
        List<String> marked = gateway.bean(Steps.class).marked;
        assertThat(gateway.client().call(tool, McpClient.object("{\"wait\":false}")).body()).doesNotContain("UPSTREAM_ERROR");
        await().until(() -> !marked.isEmpty());
        await().until(() -> gateway.camel().getInflightRepository().size() == 0);
        marked.clear();

        assertThat(gateway.client().call(tool, McpClient.object("{\"wait\":true}")).body()).contains("UPSTREAM_ERROR");

        await().until(() -> gateway.camel().getInflightRepository().size() == 0);
        assertThat(marked).isEmpty();
    }
}
