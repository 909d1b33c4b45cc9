package dev.caravan.routes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import dev.caravan.McpClient.Answer;
import dev.caravan.OwnGateway;
import dev.caravan.RouteYaml;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/** Whatever a step throws: the call ends in an answer at once, no step after it runs, and the next call is served. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FailClosedTest {

    private static final List<Supplier<Throwable>> ERRORS = List.of(StackOverflowError::new, () -> new OutOfMemoryError("test"),
            () -> new NoClassDefFoundError("test"), AssertionError::new);

    private OwnGateway gateway;
    private ThrowingSteps steps;
    private McpClient client;

    @BeforeAll
    void start() {
        gateway = ThrowingSteps.gateway().tool("greet", "t", "hello ${header.name}")
                .file("notes", RouteYaml.route("notes", "ai-resource:notes", "resourceUri: note:///one",
                        "- setBody:\n    constant: \"a note\"")
                        + RouteYaml.route("hello", "ai-prompt:hello", "title: Hello", "- setBody:\n    constant: \"say hello\"")).start();
        steps = gateway.bean(ThrowingSteps.class);
        client = gateway.client();
    }

    @AfterAll
    void stop() {
        gateway.close();
    }

    @TestFactory
    Stream<DynamicTest> toolCall() {
        return everyStep(gateway -> gateway.call("greet", object("{}")));
    }

    @TestFactory
    Stream<DynamicTest> modernToolCall() {
        return everyStep(gateway -> gateway.modern("tools/call", object("{\"name\":\"greet\",\"arguments\":{}}"), "CallToolResult"));
    }

    @TestFactory
    Stream<DynamicTest> resource() {
        return everyStep(gateway -> gateway.legacy(null, "resources/read", object("{\"uri\":\"note:///one\"}"), "ReadResourceResult"));
    }

    @TestFactory
    Stream<DynamicTest> prompt() {
        return everyStep(gateway -> gateway.legacy(null, "prompts/get", object("{\"name\":\"hello\"}"), "GetPromptResult"));
    }

    @TestFactory
    Stream<DynamicTest> lists() {
        return everyStep(gateway -> gateway.legacy(null, "tools/list", object("{}"), "ListToolsResult"));
    }

    private Stream<DynamicTest> everyStep(Function<McpClient, Answer> request) {
        steps.taken();
        Answer whole = request.apply(client);
        assertThat(whole.status()).isEqualTo(200);
        assertThat(whole.body()).doesNotContain("\"error\":{");
        Set<String> names = new LinkedHashSet<>();
        // tried again, see FailClosedAuditTest
        steps.taken().stream().map(ThrowingSteps.Step::name).filter(name -> !name.startsWith("audit/")).forEach(names::add);
        assertThat(names).hasSizeGreaterThan(3);
        List<DynamicTest> tests = new ArrayList<>();
        for (String name : names) {
            for (boolean afterEnd : new boolean[] {false, true}) {
                Throwable error = ERRORS.get(tests.size() / 2 % ERRORS.size()).get();
                tests.add(DynamicTest.dynamicTest(name + " throws " + error.getClass().getSimpleName() + (afterEnd ? " after its end" : ""),
                        () -> endsInAnAnswer(request, name, error, afterEnd)));
            }
        }
        return tests.stream();
    }

    private void endsInAnAnswer(Function<McpClient, Answer> request, String name, Throwable error, boolean afterEnd) {
        steps.arm(name, error, afterEnd);
        long begin = System.nanoTime();
        Answer answer = request.apply(client);
        Duration took = Duration.ofNanos(System.nanoTime() - begin);
        List<ThrowingSteps.Step> run = steps.taken();
        assertThat(steps.isArmed()).as(name + " ran").isFalse();
        assertThat(took).as("at once: " + answer).isLessThan(Duration.ofSeconds(5));
        ThrowingSteps.Step threw = run.stream().filter(step -> step.name().equals(name)).findFirst().orElseThrow();
        assertThat(
                run.subList(run.indexOf(threw) + 1, run.size()).stream().filter(step -> step.follows(threw)).map(ThrowingSteps.Step::name))
                .as("steps after it, before " + answer.body()).isEmpty();
        assertThat(request.apply(client).status()).as("the next call").isEqualTo(200);
        assertThat(answer.body()).as("it says that it failed").containsAnyOf("\"error\"", "\"isError\":true");
    }

    private static ObjectNode object(String json) {
        return McpClient.object(json);
    }
}
