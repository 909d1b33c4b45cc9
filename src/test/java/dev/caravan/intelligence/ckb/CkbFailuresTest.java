package dev.caravan.intelligence.ckb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.OwnRoutes;
import dev.caravan.intelligence.ckb.Asking.Asked;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;

/** A failure of CKB is an answer with its reason; it never harms the caller's route or other callers. */
@Tag("full")
class CkbFailuresTest extends PatientCkbTest {

    @Autowired
    private CamelContext context;

    @Test
    void failureOfTheLeadingCallEndsWaitingCallsWithItsReason() throws Exception {
        FakeCkb.behave(SHOP.directory(), "hang findReferences");
        Future<Asked> leader = askedUntilCkbHas("findReferences");
        List<Future<Asked>> followers = together(4, () -> asking.ask(question("pay")));
        await().pollInterval(10, TimeUnit.MILLISECONDS).until(() -> turns.count() == 5);

        // the followers have no answer of their own
        FakeCkb.behave(SHOP.directory(), "envelope-error findReferences", "hang searchSymbols");
        CkbAnswer reason = CkbAnswer.failed("mcp_error", "CKB reports: the index is being rebuilt");
        assertThat(leader.get().answer()).isEqualTo(reason);
        for (Future<Asked> follower : followers) {
            assertThat(follower.get().answer()).isEqualTo(reason);
            assertThat(follower.get().took()).isLessThan(IMPATIENCE.minusMillis(50));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {
        "envelope-error searchSymbols; CKB reports: the index is being rebuilt",
        "envelope-error findReferences; CKB reports: the index is being rebuilt",
        "tool-error getCallGraph; the index is locked",
        "rpc-error searchSymbols; tool not found: searchSymbols",
        "garbage-envelope getCallGraph; CKB's answer is not an envelope",
        "garbage-result searchSymbols; upstream server ckb",
        "crash getCallGraph; concurrent map writes"})
    void failedCallIsAToolError(String behaviour, String words) {
        FakeCkb.behave(SHOP.directory(), behaviour);
        CkbAnswer answer = asking.ask("pay", "both", 1);

        assertThat(answer.available()).isFalse();
        assertThat(answer.reason()).isEqualTo("mcp_error");
        assertThat(answer.lastError()).contains(words);
        assertThat(answer.nodes()).isEmpty();
        assertThat(asking.ask("pay", "both", 1).lastError()).isEqualTo(answer.lastError());
    }

    @ParameterizedTest
    @ValueSource(strings = {"hang getStatus", "hang searchSymbols"})
    void interruptedCallerStopsAndOthersContinue(String behaviour) throws Exception {
        FakeCkb.behave(SHOP.directory(), behaviour);
        forgetHealth();
        String tool = behaviour.replace("hang ", "");
        int before = FakeCkb.requests(SHOP.directory(), tool).size();
        AtomicReference<Asked> answer = new AtomicReference<>();
        Thread caller = new Thread(() -> answer.set(asking.ask(question("pay"))));
        caller.start();
        awaitRequest(tool, before);
        assertThat(turns.count()).isEqualTo(1);
        caller.interrupt();
        caller.join(20_000);

        assertThat(caller.isAlive()).isFalse();
        assertThat(answer.get().answer()).isEqualTo(CkbAnswer.failed("connection_timeout", "The caller stopped waiting for CKB"));
        assertThat(turns.count()).isZero();
        assertThat(ckbBreaker.getState()).isEqualTo(CircuitBreaker.State.CLOSED);
        FakeCkb.behave(SHOP.directory());
        assertThat(asking.ask("pay", "both", 1).available()).isTrue();
    }

    @Test
    void messageOfTheCallerStaysUnchangedAndLaterFailuresAreSeen() throws Exception {
        try (OwnRoutes own = new OwnRoutes(context)) {
            own.add("own", "direct:own", "{}", """
                    - to: direct:ckb-graph
                            - doTry:
                                steps:
                                  - throwException: {exceptionType: java.lang.IllegalStateException, message: "later"}
                                doCatch:
                                  - exception: [java.lang.IllegalStateException]
                                    steps: [{setProperty: {name: seen, simple: "${exception.message}"}}]""".indent(0).strip());
            for (String behaviour : List.of("slow 0", "envelope-error searchSymbols", "cooldown follows")) {
                FakeCkb.behave(SHOP.directory(), behaviour);
                Exchange exchange = template.request("direct:own", asked -> {
                    asked.setVariable("ckbQuestion", question("pay"));
                    asked.getMessage().setBody("mine");
                    asked.getMessage().setHeader("own", 1);
                });
                assertThat(exchange.getProperty("seen")).as(behaviour).isEqualTo("later");
                assertThat(exchange.getMessage().getBody()).isEqualTo("mine");
                assertThat(exchange.getMessage().getHeaders()).containsOnlyKeys("own");
            }
        }
    }
}
