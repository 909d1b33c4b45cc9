package dev.caravan.routes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.GatewayLog;
import dev.caravan.OwnGateway;
import dev.caravan.http.Inside;
import dev.caravan.observe.AuditQueue;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.camel.component.seda.SedaEndpoint;
import org.junit.jupiter.api.DynamicTest;

/** Walks requests through a gateway, has steps throw, and looks at what is left behind. */
final class Walk {

    static final List<Supplier<Throwable>> ERRORS = List.of(StackOverflowError::new, () -> new OutOfMemoryError("test"),
            () -> new NoClassDefFoundError("test"), AssertionError::new);

    /** Routes that run by themselves, whatever is asked for meanwhile. */
    static final Set<String> BEHIND = Set.of("search-index", "compare-index", "index-context", "clean-context", "kafka-record");

    private static final Duration SOON = Duration.ofSeconds(30);
    private static final Duration AT_ONCE = Duration.ofSeconds(15);

    private final OwnGateway gateway;
    private final ThrowingSteps steps;

    Walk(OwnGateway gateway) {
        this.gateway = gateway;
        this.steps = gateway.bean(ThrowingSteps.class);
    }

    /** What a scenario came to: its answer, how many calls were counted, how many audit events there are, and its steps. */
    record Ended(String answer, long counted, int audited, List<ThrowingSteps.Step> run) {

        Set<String> names() {
            Set<String> names = new LinkedHashSet<>();
            run.forEach(step -> names.add(step.name()));
            return names;
        }

        boolean isLike(Ended other) {
            return counted == other.counted && audited == other.audited && names().equals(other.names())
                    && Scenario.kind(answer).equals(Scenario.kind(other.answer));
        }
    }

    /** Waits until a scenario is answered: the first message on a bus may wait long for its topic and its consumer. */
    static void untilAnswered(Scenario scenario) {
        await().pollInSameThread().atMost(Duration.ofMinutes(2))
                .untilAsserted(() -> assertThat(scenario.prepare().call().call()).startsWith("200"));
    }

    /**
     * For each step that these scenarios reach, a test that it throws.
     *
     * @param walked the names of steps that have one already
     */
    List<DynamicTest> everyStep(List<Scenario> scenarios, Set<String> walked) throws Exception {
        List<DynamicTest> tests = new ArrayList<>();
        for (Scenario scenario : scenarios) {
            Ended whole = settled(scenario);
            for (String step : whole.names()) {
                if (!BEHIND.contains(step.substring(0, step.indexOf('/'))) && walked.add(step)) {
                    Throwable error = ERRORS.get(tests.size() % ERRORS.size()).get();
                    boolean afterEnd = tests.size() % 2 == 1;
                    tests.add(DynamicTest.dynamicTest(
                            scenario.name() + ": " + step + " throws " + error.getClass().getSimpleName()
                                    + (afterEnd ? " after its end" : ""),
                            () -> throwAt(scenario, whole, step, error, afterEnd)));
                }
            }
        }
        return tests;
    }

    /**
     * Runs a scenario through until it does the same twice: what was begun while the gateway started may still end beside the first one.
     */
    Ended settled(Scenario scenario) throws Exception {
        Ended last = whole(scenario);
        for (int i = 0; i < 20; i++) {
            Ended next = whole(scenario);
            if (next.isLike(last)) {
                return next;
            }
            last = next;
        }
        throw new AssertionError(scenario + " never did the same twice; at last " + last);
    }

    /** Runs a scenario through. */
    private Ended whole(Scenario scenario) throws Exception {
        return run(scenario, () -> steps.taken());
    }

    /** Runs it with one step that throws; then again, as the next call. */
    void throwAt(Scenario scenario, Ended whole, String step, Throwable error, boolean afterEnd) throws Exception {
        Ended ended = run(scenario, () -> steps.arm(step, error, afterEnd));
        boolean reached = !steps.isArmed();
        steps.disarm();
        assertThat(reached).as(step + " ran: " + ended.names() + ", answered " + ended.answer()).isTrue();
        ThrowingSteps.Step threw = ended.run().stream().filter(each -> each.name().equals(step)).findFirst().orElseThrow();
        List<ThrowingSteps.Step> later = ended.run().subList(ended.run().indexOf(threw) + 1, ended.run().size());
        if (!later.contains(threw)) { // else it was tried again
            assertThat(later.stream().filter(each -> each.follows(threw)).map(ThrowingSteps.Step::name))
                    .as("steps after " + step + ", before " + ended.answer()).isEmpty();
        }
        // a message that is delivered again is another request; a task and the request that began it may each have an end of their own
        boolean task = whole.names().stream().anyMatch(name -> name.startsWith("run-task/"));
        int times = task || later.stream().anyMatch(each -> each.name().equals(step)) ? 2 : 1;
        // what leaves no audit event otherwise leaves one of its failure
        assertThat(ended.audited()).as("audit events with " + step).isBetween(task ? 1 : whole.audited(),
                times * (whole.audited() + (whole.counted() == 0 ? 1 : 0)));
        assertThat(ended.counted()).as("calls counted with " + step).isLessThanOrEqualTo(times * whole.counted());
        assertThat(Scenario.kind(whole(scenario).answer())).as("the next call after " + step).isEqualTo(Scenario.kind(whole.answer()));
    }

    private Ended run(Scenario scenario, Runnable first) throws Exception {
        gateway.application().getBeansOfType(CircuitBreaker.class).values().forEach(CircuitBreaker::reset);
        Callable<String> request = scenario.prepare().call();
        quiet();
        try (GatewayLog log = GatewayLog.record()) {
            long before = counted();
            first.run();
            long begin = System.nanoTime();
            String answer = request.call();
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).as("at once: " + answer).isLessThan(AT_ONCE);
            quiet();
            assertThat(steps.soiled()).as("requests begin without the trace of an earlier call").isEmpty();
            return new Ended(answer, counted() - before, log.auditEvents("{", 0).size(), steps.taken());
        }
    }

    /** Calls that metrics have counted. */
    private long counted() {
        return meters(".calls").filter(Timer.class::isInstance).mapToLong(meter -> ((Timer) meter).count()).sum();
    }

    private Stream<Meter> meters(String suffix) {
        return gateway.bean(MeterRegistry.class).getMeters().stream()
                .filter(meter -> meter.getId().getName().matches("caravan\\.(tool|resource|prompt|rest)\\Q" + suffix + "\\E"));
    }

    /** Waits until nothing of any request is left: no exchange, nothing queued, no gate taken, no request inside, no call in flight. */
    private void quiet() {
        await().atMost(SOON).pollInterval(Duration.ofMillis(3)).during(Duration.ofMillis(9)).untilAsserted(() -> {
            assertThat(gateway.camel().getInflightRepository().size()).as("exchanges").isZero();
            assertThat(gateway.camel().getEndpoints().stream().filter(SedaEndpoint.class::isInstance).map(SedaEndpoint.class::cast)
                    .filter(queue -> !queue.getConsumers().isEmpty())
                    .mapToInt(SedaEndpoint::getCurrentQueueSize).sum()).as("queued").isZero();
            assertThat(gateway.bean(AuditQueue.class).pending()).as("audit events").isZero();
            assertThat(GateRegistry.of(gateway.camel()).taken()).as("gates that somebody is inside of").isEmpty();
            assertThat(Inside.requests(gateway.application())).as("requests inside").isZero();
            assertThat(meters(".in.flight").mapToDouble(meter -> ((Gauge) meter).value()).sum()).as("calls in flight").isZero();
        });
    }
}
