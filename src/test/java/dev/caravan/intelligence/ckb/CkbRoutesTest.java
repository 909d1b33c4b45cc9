package dev.caravan.intelligence.ckb;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.OwnRoutes;
import dev.caravan.intelligence.ckb.Asking.Asked;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** The routes ask a CKB that is a process of its own, and that answers, fails, hangs, dies and comes back. */
@SpringBootTest(classes = CkbRoutes.class, webEnvironment = SpringBootTest.WebEnvironment.NONE,
        properties = {"logging.level.org.apache.camel.processor.errorhandler=off", CkbRoutes.NO_ENTRIES})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@DirtiesContext
class CkbRoutesTest {

    private static final Shop SHOP = Shop.make();
    private static final Duration TIMEOUT = Duration.ofSeconds(3);
    private static final Duration IMPATIENCE = Duration.ofSeconds(1);
    private static final Duration COOLDOWN = Duration.ofSeconds(2);
    private static final Duration HEALTH_INTERVAL = Duration.ofSeconds(3);

    private final ExecutorService callers = Executors.newCachedThreadPool();

    @Autowired
    private CamelContext context;

    @Autowired
    private ProducerTemplate template;

    @Autowired
    private CircuitBreaker ckbBreaker;

    @Autowired
    private CkbState state;

    @Autowired
    private CkbTurns turns;

    private Asking asking;

    @DynamicPropertySource
    static void settings(DynamicPropertyRegistry registry) {
        SHOP.register(registry);
        registry.add("caravan.upstream.servers.ckb.timeout", () -> TIMEOUT.toMillis() + "ms");
        registry.add("caravan.ckb-integration.enabled", () -> true);
        registry.add("caravan.ckb-integration.timeout", () -> TIMEOUT.toMillis() + "ms");
        registry.add("caravan.ckb-integration.impatience", () -> IMPATIENCE.toMillis() + "ms");
        registry.add("caravan.ckb-integration.cooldown", () -> COOLDOWN.toSeconds() + "s");
        registry.add("caravan.ckb-integration.health-interval", () -> HEALTH_INTERVAL.toSeconds() + "s");
    }

    /** CKB runs, and its health was just checked. */
    @BeforeEach
    void wake() {
        asking = new Asking(template);
        FakeCkb.behave(SHOP.directory());
        await().atMost(30, TimeUnit.SECONDS).until(() -> {
            forgetHealth();
            return asking.ask("pay", "both", 1).available();
        });
    }

    @AfterEach
    void nobodyIsLeftBehind() {
        FakeCkb.behave(SHOP.directory());
        await().atMost(5, TimeUnit.SECONDS).until(() -> turns.count() == 0);
    }

    @AfterAll
    void stop() {
        callers.shutdownNow();
    }

    @Test
    void callersAndCalleesComeWithTheirRealDistances() {
        CkbAnswer answer = asking.ask("pay", "both", 3);

        assertThat(answer.available()).isTrue();
        assertThat(answer.graph()).isTrue();
        assertThat(answer.reason()).isNull();
        assertThat(answer.lastError()).isNull();
        assertThat(answer.cooldownSeconds()).isNull();
        assertThat(answer.nodes()).filteredOn(node -> node.symbolId() != null)
                .extracting(CkbNode::name, CkbNode::path, CkbNode::line, CkbNode::distance, CkbNode::start).containsExactlyInAnyOrder(
                        tuple("pay", "src/Orders.java", 12, 0, "pay"), tuple("main", "src/Menu.java", 4, 1, "pay"), tuple("save", "src/Orders.java", 20, 1, "pay"),
                        tuple("send", "src/Mail.java", 5, 1, "pay"), tuple("write", "src/Db.java", 10, 2, "pay"), tuple("open", "src/Db.java", 30, 3, "pay"));
        assertThat(answer.edges()).contains(edge("main", "pay"), edge("pay", "save"), edge("save", "write"), edge("write", "open")).doesNotHaveDuplicates();
    }

    @Test
    void placesThatUseASymbolAreNodesWithoutASymbol() {
        CkbAnswer answer = asking.ask("pay", "callers", 1);

        assertThat(answer.nodes()).filteredOn(node -> node.symbolId() == null).containsExactlyInAnyOrder(
                new CkbNode(null, null, "src/Menu.java", 6, 1, "pay"), new CkbNode(null, null, "src/Help.java", 2, 1, "pay"));
        assertThat(answer.edges()).containsExactly(edge("main", "pay"));
        assertThat(asking.ask("pay", "callees", 1).nodes()).extracting(CkbNode::name).containsExactlyInAnyOrder("pay", "save", "send");
    }

    @Test
    void eachNameHasNodesOfItsOwnAndATypeChoosesAmongSymbols() {
        CkbAnswer answer = asking.ask(new CkbQuestion(List.of("Orders.save", "write", "nosuch", " "), "callees", 2)).answer();

        assertThat(answer.nodes()).extracting(CkbNode::symbolId, CkbNode::distance, CkbNode::start).containsExactlyInAnyOrder(
                tuple("ckb:shop:sym:save", 0, "Orders.save"), tuple("ckb:shop:sym:write", 1, "Orders.save"), tuple("ckb:shop:sym:open", 2, "Orders.save"),
                tuple("ckb:shop:sym:write", 0, "write"), tuple("ckb:shop:sym:open", 1, "write"));
        assertThat(answer.edges()).containsExactlyInAnyOrder(edge("save", "write"), edge("write", "open"));
        assertThat(asking.ask("Invoices#save()", "callees", 1).nodes()).extracting(CkbNode::symbolId).first().isEqualTo("ckb:shop:sym:invoices-save");
    }

    @Test
    void ckbIsAskedForFiveNamesAndFourStepsAtMost() {
        int before = FakeCkb.requests(SHOP.directory()).size();
        asking.ask(new CkbQuestion(List.of("main", "a", "b", "c", "d", "pay"), "both", 5));
        List<JsonNode> asked = FakeCkb.requests(SHOP.directory());

        List<JsonNode> now = asked.subList(before, asked.size());
        assertThat(now).extracting(request -> request.get("tool").asText()).containsExactly("searchSymbols", "getCallGraph", "findReferences",
                "searchSymbols", "searchSymbols", "searchSymbols", "searchSymbols");
        assertThat(now.get(0).get("arguments")).isEqualTo(object("{\"query\":\"main\",\"limit\":10}"));
        assertThat(now.get(1).get("arguments")).isEqualTo(object("{\"symbolId\":\"ckb:shop:sym:main\",\"direction\":\"both\",\"depth\":4}"));
        assertThat(now.get(2).get("arguments")).isEqualTo(object("{\"symbolId\":\"ckb:shop:sym:main\",\"limit\":50}"));
        assertThat(now.get(6).get("arguments")).as("pay is the sixth, nosuch names count").isEqualTo(object("{\"query\":\"d\",\"limit\":10}"));
    }

    @Test
    void aCkbWithoutAnIndexOfCallsIsThereButHasNoGraph() {
        FakeCkb.behave(SHOP.directory(), "no-scip");
        forgetHealth();
        int before = FakeCkb.requests(SHOP.directory()).size();

        CkbAnswer answer = asking.ask("pay", "both", 1);

        assertThat(answer).isEqualTo(new CkbAnswer(true, null, null, null, false, List.of(), List.of()));
        assertThat(FakeCkb.requests(SHOP.directory())).as("the health check alone").hasSize(before + 1);
        assertThat(state.known()).isEqualTo(answer);
    }

    @Test
    void symbolsThatHaveNoGraphAreFoundAndAskedNoFurther() {
        FakeCkb.behave(SHOP.directory(), "no-scip searchSymbols");
        int before = FakeCkb.requests(SHOP.directory()).size();

        CkbAnswer answer = asking.ask("pay", "both", 2);

        assertThat(answer.available()).isTrue();
        assertThat(answer.nodes()).singleElement().satisfies(node -> {
            assertThat(node.symbolId()).startsWith("ts-");
            assertThat(node.path()).isEqualTo("src/Orders.java");
            assertThat(node.distance()).isZero();
        });
        assertThat(FakeCkb.requests(SHOP.directory())).hasSize(before + 1);
    }

    @Test
    void withoutNamesOrDepthOnlyTheHealthIsChecked() {
        int before = FakeCkb.requests(SHOP.directory()).size();
        assertThat(asking.ask(Asking.STATE).answer()).isEqualTo(new CkbAnswer(true, null, null, null, true, List.of(), List.of()));
        assertThat(asking.ask("pay", "both", 0).available()).isTrue();
        assertThat(FakeCkb.requests(SHOP.directory())).as("it was checked a moment ago").hasSize(before);

        forgetHealth();
        assertThat(asking.ask(Asking.STATE).answer().available()).isTrue();
        assertThat(FakeCkb.requests(SHOP.directory())).hasSize(before + 1);
    }

    @Test
    void itsHealthIsCheckedOnceAnInterval() throws Exception {
        forgetHealth();
        int before = FakeCkb.requests(SHOP.directory(), "getStatus").size();
        long begin = System.nanoTime();
        List<Future<Asked>> asked = together(8, () -> asking.ask(question("pay")));
        for (Future<Asked> one : asked) {
            assertThat(one.get().answer().available()).isTrue();
        }
        for (int i = 0; i < 5; i++) {
            asking.ask("main", "both", 1);
        }
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).as("else this says nothing").isLessThan(HEALTH_INTERVAL);
        assertThat(FakeCkb.requests(SHOP.directory(), "getStatus")).hasSize(before + 1);
        Thread.sleep(HEALTH_INTERVAL.toMillis());

        asking.ask("main", "both", 1);

        assertThat(FakeCkb.requests(SHOP.directory(), "getStatus")).hasSize(before + 2);
    }

    @Test
    void manyQuestionsAtOnceAreAllAnswered() throws Exception {
        List<Future<Asked>> asked = together(8, () -> asking.ask(question("pay")));
        for (Future<Asked> one : asked) {
            assertThat(one.get().answer().available()).isTrue();
            assertThat(one.get().answer().nodes()).isEqualTo(asked.get(0).get().answer().nodes());
        }
    }

    @ParameterizedTest
    @CsvSource({"hang getStatus", "hang searchSymbols", "hang findReferences", "slow 5000 getCallGraph", "slow 850", "garbage-line hang"})
    void aLateCkbIsWaitedForAsLongAsTheQuestionMayTake(String behaviour) {
        FakeCkb.behave(SHOP.directory(), behaviour.equals("garbage-line hang") ? new String[] {"garbage-line", "hang searchSymbols"} : new String[] {behaviour});
        forgetHealth();
        Asked asked = asking.ask(question("pay"));

        assertThat(asked.answer()).isEqualTo(CkbAnswer.failed("connection_timeout", "Connection timeout after 3000ms"));
        assertThat(asked.took()).isBetween(TIMEOUT.minusMillis(20), TIMEOUT.plusMillis(800));
        assertThat(asking.ask(question("pay")).answer().reason()).isEqualTo("cooldown");
    }

    @Test
    void aCkbThatHangsIsWaitedForOnce() throws Exception {
        FakeCkb.behave(SHOP.directory(), "hang");
        List<Asked> asked = new ArrayList<>();
        for (Future<Asked> one : together(8, () -> asking.ask(question("pay")))) {
            asked.add(one.get());
        }
        assertThat(asked).filteredOn(one -> one.took().compareTo(TIMEOUT.minusMillis(20)) >= 0).singleElement()
                .extracting(Asked::answer).isEqualTo(CkbAnswer.failed("connection_timeout", "Connection timeout after 3000ms"));
        assertThat(asked).filteredOn(one -> one.took().compareTo(IMPATIENCE.plusMillis(700)) < 0).hasSize(7).extracting(Asked::answer)
                .containsOnly(CkbAnswer.failed("connection_timeout", "No answer within 1000ms, while an earlier question is waiting too"));
        assertThat(asking.ask(question("pay")).answer().lastError()).as("the leader's").isEqualTo("Connection timeout after 3000ms");
    }

    @Test
    void impatientQuestionsDoNotOpenTheBreakerAndALaterOneIsAnswered() throws Exception {
        FakeCkb.behave(SHOP.directory(), "slow 1400 findReferences");
        Future<Asked> leader = asked();
        Thread.sleep(200);
        Asked follower = asking.ask(new CkbQuestion(List.of("pay"), "callees", 1));
        assertThat(follower.answer()).isEqualTo(CkbAnswer.failed("connection_timeout", "No answer within 1000ms, while an earlier question is waiting too"));
        assertThat(leader.get().answer().available()).isTrue();
        assertThat(asking.ask(question("pay")).answer().available()).isTrue();
    }

    @Test
    void whoStillWaitsWhenTheLeaderFailsIsLetGoAtOnceWithItsReason() throws Exception {
        FakeCkb.behave(SHOP.directory(), "hang");
        Future<Asked> leader = asked();
        Thread.sleep(TIMEOUT.toMillis() - 250);
        List<Future<Asked>> followers = together(4, () -> asking.ask(question("pay")));
        for (Future<Asked> follower : followers) {
            assertThat(follower.get().answer()).isEqualTo(CkbAnswer.failed("connection_timeout", "Connection timeout after 3000ms"));
            assertThat(follower.get().took()).isLessThan(IMPATIENCE.minusMillis(50));
        }
        assertThat(leader.get().answer().lastError()).isEqualTo("Connection timeout after 3000ms");
    }

    @Test
    void aFailureOfAnotherQuestionEndsTheLeadersToo() throws Exception {
        FakeCkb.behave(SHOP.directory(), "slow 300 searchSymbols");
        Future<Asked> leader = asked();
        Thread.sleep(100);
        int before = FakeCkb.requests(SHOP.directory(), "getCallGraph").size();

        ckbBreaker.onError(0, TimeUnit.MILLISECONDS, new CkbException(CkbAnswer.failed("mcp_error", "it broke"), true, null));

        assertThat(leader.get().answer()).isEqualTo(CkbAnswer.failed("mcp_error", "it broke"));
        Thread.sleep(500);
        assertThat(FakeCkb.requests(SHOP.directory(), "getCallGraph")).as("nothing more is asked").hasSize(before);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {
        "envelope-error searchSymbols; CKB says: the index is being rebuilt",
        "envelope-error findReferences; CKB says: the index is being rebuilt",
        "tool-error getCallGraph; the index is locked",
        "rpc-error searchSymbols; tool not found: searchSymbols",
        "garbage-envelope getCallGraph; CKB answered what is no envelope",
        "garbage-result searchSymbols; upstream server ckb",
        "crash getCallGraph; concurrent map writes"})
    void aCallThatFailsIsAnErrorOfTheTool(String behaviour, String words) {
        FakeCkb.behave(SHOP.directory(), behaviour);
        CkbAnswer answer = asking.ask("pay", "both", 1);

        assertThat(answer.available()).isFalse();
        assertThat(answer.reason()).isEqualTo("mcp_error");
        assertThat(answer.lastError()).contains(words);
        assertThat(answer.nodes()).isEmpty();
        assertThat(asking.ask("pay", "both", 1).lastError()).isEqualTo(answer.lastError());
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {
        "unhealthy; CKB says that it is unhealthy: lsp",
        "envelope-error getStatus; CKB says: the index is being rebuilt",
        "rpc-error getStatus; tool not found: getStatus",
        "garbage-envelope getStatus; CKB answered what is no envelope",
        "crash getStatus; concurrent map writes"})
    void aHealthCheckThatFailsIsSaid(String behaviour, String words) {
        FakeCkb.behave(SHOP.directory(), behaviour);
        forgetHealth();
        CkbAnswer answer = asking.ask(Asking.STATE).answer();

        assertThat(answer.reason()).isEqualTo("health_check_failed");
        assertThat(answer.lastError()).contains(words);
        assertThat(asking.ask(Asking.STATE).answer().reason()).isEqualTo("cooldown");
    }

    @Test
    void aCkbThatCantBeStartedFailsItsHealthCheckWhetherOneIsDueOrNot() throws Exception {
        FakeCkb.behave(SHOP.directory(), "exit");
        kill();
        CkbAnswer answer = asking.ask("pay", "both", 1);

        assertThat(answer.reason()).isEqualTo("health_check_failed");
        assertThat(answer.lastError()).contains("exit code 3: CKB can't read its index");
        int starts = FakeCkb.starts(SHOP.directory()).size();
        assertThat(asking.ask("pay", "both", 1).reason()).isEqualTo("cooldown");
        Thread.sleep(COOLDOWN.toMillis() + 200);
        assertThat(FakeCkb.starts(SHOP.directory())).as("nobody asked").hasSize(starts);

        assertThat(asking.ask("pay", "both", 1).reason()).isEqualTo("health_check_failed");
        assertThat(FakeCkb.starts(SHOP.directory())).hasSize(starts + 1);
    }

    @Test
    void aCkbThatDiedUnnoticedIsStartedByTheNextQuestion() throws Exception {
        int starts = FakeCkb.starts(SHOP.directory()).size();
        kill();
        assertThat(asking.ask("pay", "both", 1).available()).isTrue();
        assertThat(FakeCkb.starts(SHOP.directory())).hasSize(starts + 1);
    }

    @Test
    void inTheCoolDownItIsLeftAloneAndTheSecondsCountDown() throws Exception {
        FakeCkb.behave(SHOP.directory(), "crash searchSymbols");
        assertThat(asking.ask("pay", "both", 1).reason()).isEqualTo("mcp_error");
        FakeCkb.behave(SHOP.directory());
        int requests = FakeCkb.requests(SHOP.directory()).size();
        int starts = FakeCkb.starts(SHOP.directory()).size();
        List<Integer> seconds = new ArrayList<>();
        long begin = System.nanoTime();
        while (System.nanoTime() - begin < COOLDOWN.minusMillis(200).toNanos()) {
            CkbAnswer answer = asking.ask("pay", "both", 1);
            assertThat(answer.available()).isFalse();
            assertThat(answer.reason()).isEqualTo("cooldown");
            assertThat(answer.lastError()).contains("concurrent map writes");
            assertThat(state.known().reason()).isEqualTo("cooldown");
            seconds.add(answer.cooldownSeconds());
            Thread.sleep(20);
        }
        assertThat(seconds).isSortedAccordingTo((one, other) -> other - one).contains(2, 1);
        Thread.sleep(400);
        assertThat(state.known().cooldownSeconds()).isZero();
        assertThat(FakeCkb.requests(SHOP.directory())).hasSize(requests);
        assertThat(FakeCkb.starts(SHOP.directory())).hasSize(starts);

        assertThat(asking.ask("pay", "both", 1).available()).as("by itself").isTrue();

        assertThat(FakeCkb.starts(SHOP.directory())).hasSize(starts + 1);
        List<JsonNode> all = FakeCkb.requests(SHOP.directory());
        assertThat(all.subList(requests, all.size())).extracting(request -> request.path("tool").asText()).as("its health comes first")
                .containsExactly("", "getStatus", "searchSymbols", "getCallGraph", "findReferences");
        assertThat(state.known().available()).isTrue();
    }

    @Test
    void aCkbThatIsKilledWhileItIsAskedIsUsedAgainAfterTheCoolDown() throws Exception {
        FakeCkb.behave(SHOP.directory(), "hang searchSymbols");
        int before = FakeCkb.requests(SHOP.directory(), "searchSymbols").size();
        Future<Asked> leader = asked();
        await().atMost(5, TimeUnit.SECONDS).until(() -> FakeCkb.requests(SHOP.directory(), "searchSymbols").size() > before);
        Future<Asked> follower = asked();
        Thread.sleep(100);
        kill();

        assertThat(leader.get().answer().reason()).isEqualTo("mcp_error");
        assertThat(leader.get().answer().lastError()).contains("exit code 137");
        assertThat(follower.get().answer().reason()).isEqualTo("mcp_error");
        FakeCkb.behave(SHOP.directory());
        await().atMost(COOLDOWN.plusSeconds(3)).pollInterval(Duration.ofMillis(100)).until(() -> asking.ask("pay", "both", 1).available());
    }

    @Test
    void whenTheCoolDownIsOverOneQuestionTriesAndTheOthersDoNotWait() throws Exception {
        FakeCkb.behave(SHOP.directory(), "envelope-error searchSymbols");
        asking.ask("pay", "both", 1);
        FakeCkb.behave(SHOP.directory(), "slow 400 getStatus");
        Thread.sleep(COOLDOWN.toMillis() + 50);
        Future<Asked> trial = asked();
        Thread.sleep(100);
        Asked other = asking.ask(question("pay"));

        assertThat(other.answer()).isEqualTo(CkbAnswer.coolingDown(0, "CKB says: the index is being rebuilt"));
        assertThat(other.took()).isLessThan(Duration.ofMillis(200));
        assertThat(trial.get().answer().available()).isTrue();
        assertThat(asking.ask("pay", "both", 1).available()).isTrue();
    }

    @Test
    void aProcessThatHangsForGoodIsReplacedInTheEnd() {
        FakeCkb.behave(SHOP.directory(), "hang");
        forgetHealth();
        int starts = FakeCkb.starts(SHOP.directory()).size();
        for (int i = 0; i < 3; i++) {
            assertThat(asking.ask(Asking.STATE).answer().reason()).isEqualTo("connection_timeout");
            forgetHealth();
        }
        assertThat(asking.ask(Asking.STATE).answer().available()).isFalse();
        assertThat(FakeCkb.starts(SHOP.directory())).hasSize(starts + 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"hang getStatus", "hang searchSymbols"})
    void anInterruptedCallerStopsWaitingAndHarmsNobody(String behaviour) throws Exception {
        FakeCkb.behave(SHOP.directory(), behaviour);
        forgetHealth();
        AtomicReference<Asked> answer = new AtomicReference<>();
        Thread caller = new Thread(() -> answer.set(asking.ask(question("pay"))));
        caller.start();
        await().atMost(2, TimeUnit.SECONDS).until(() -> turns.count() == 1);
        Thread.sleep(200);
        caller.interrupt();
        caller.join(1_000);

        assertThat(caller.isAlive()).isFalse();
        assertThat(answer.get().answer()).isEqualTo(CkbAnswer.failed("connection_timeout", "The caller stopped waiting for CKB"));
        assertThat(turns.count()).isZero();
        assertThat(ckbBreaker.getState()).isEqualTo(CircuitBreaker.State.CLOSED);
        FakeCkb.behave(SHOP.directory());
        assertThat(asking.ask("pay", "both", 1).available()).isTrue();
    }

    @Test
    void whenWhoChecksTheHealthIsInterruptedAnotherDoes() throws Exception {
        FakeCkb.behave(SHOP.directory(), "slow 100 getStatus");
        forgetHealth();
        int before = FakeCkb.requests(SHOP.directory(), "getStatus").size();
        Thread caller = new Thread(() -> asking.ask(question("pay")));
        caller.start();
        Thread.sleep(30);
        Future<Asked> waiting = asked();
        Thread.sleep(30);
        caller.interrupt();

        assertThat(waiting.get().answer()).extracting(CkbAnswer::available, CkbAnswer::lastError).containsExactly(true, null);
        assertThat(FakeCkb.requests(SHOP.directory(), "getStatus")).hasSize(before + 2);
        assertThat(ckbBreaker.getState()).isEqualTo(CircuitBreaker.State.CLOSED);
    }

    @Test
    void theCallersMessageStaysAsItIsAndItsLaterFailuresAreSeen() throws Exception {
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
                    asked.setProperty(CkbQuestion.PROPERTY, question("pay"));
                    asked.getMessage().setBody("mine");
                    asked.getMessage().setHeader("own", 1);
                });
                assertThat(exchange.getProperty("seen")).as(behaviour).isEqualTo("later");
                assertThat(exchange.getMessage().getBody()).isEqualTo("mine");
                assertThat(exchange.getMessage().getHeaders()).containsOnlyKeys("own");
            }
        }
    }

    private CkbQuestion question(String name) {
        return new CkbQuestion(List.of(name), "both", 2);
    }

    private Future<Asked> asked() {
        return callers.submit(() -> asking.ask(question("pay")));
    }

    private <T> List<Future<T>> together(int count, Callable<T> call) {
        List<Future<T>> calls = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            calls.add(callers.submit(call));
        }
        return calls;
    }

    /** As after a failure whose cool-down is over. */
    private void forgetHealth() {
        ckbBreaker.transitionToOpenState();
        ckbBreaker.transitionToClosedState();
    }

    private void kill() throws Exception {
        List<Long> pids = FakeCkb.starts(SHOP.directory());
        ProcessHandle process = ProcessHandle.of(pids.get(pids.size() - 1)).orElseThrow();
        process.destroyForcibly();
        process.onExit().get(5, TimeUnit.SECONDS);
        Thread.sleep(300); // until the gateway has noticed
    }

    private static CkbEdge edge(String from, String to) {
        return new CkbEdge("ckb:shop:sym:" + from, "ckb:shop:sym:" + to);
    }
}
