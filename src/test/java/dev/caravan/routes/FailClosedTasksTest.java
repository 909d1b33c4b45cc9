package dev.caravan.routes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.RouteYaml;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/** Whatever a step of a task throws, the task ends, and the gateway has its place for the next one. */
@Tag("nightly")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FailClosedTasksTest {

    private static final ObjectNode CAPABILITIES = McpClient.object("{\"extensions\":{\"io.modelcontextprotocol/tasks\":{}}}");
    private static final Duration LONG = Duration.ofMinutes(1);

    private OwnGateway gateway;
    private McpClient client;

    @BeforeAll
    void start() {
        gateway = OwnGateway.withEntries().bean(ThrowingSteps.class).store().set("tasks.max-running", 1)
                .file("long",
                        RouteYaml.tool("long", "description: A tool\nreadOnlyHint: true", "- to: mcp:task\n- setBody:\n    constant: done"))
                .start();
        client = gateway.client();
        await().atMost(LONG).until(() -> task().startsWith("completed")); // once the store is ready
    }

    @AfterAll
    void stop() {
        gateway.close();
    }

    @TestFactory
    Stream<DynamicTest> everyStepOfATask() throws Exception {
        Walk walk = new Walk(gateway);
        Scenario task = Scenario.of("a task", this::task);
        Walk.Ended whole = walk.settled(task);
        List<String> steps = whole.names().stream().filter(name -> !name.startsWith("audit/") && !name.startsWith("entry-")).toList();
        assertThat(whole.answer()).startsWith("completed");
        assertThat(steps).anyMatch(name -> name.startsWith("run-task/"));
        List<DynamicTest> tests = new ArrayList<>();
        for (String step : steps) {
            Throwable error = Walk.ERRORS.get(tests.size() % Walk.ERRORS.size()).get();
            tests.add(DynamicTest.dynamicTest(step + " throws " + error.getClass().getSimpleName(),
                    () -> walk.throwAt(task, whole, step, error, false)));
        }
        return tests.stream();
    }

    /** How the task ended; or the answer, if there is no task. */
    private String task() {
        JsonNode begun = client.modern("tools/call", McpClient.object("{\"name\":\"long\",\"arguments\":{}}"), CAPABILITIES, "Result")
                .json();
        if (!begun.at("/result/taskId").isTextual()) {
            return "refused " + begun;
        }
        ObjectNode id = McpClient.object("{}").put("taskId", begun.at("/result/taskId").asText());
        String[] status = new String[1];
        await().atMost(LONG).until(() -> {
            status[0] = client.modern("tasks/get", id, CAPABILITIES, "Result").json().at("/result/status").asText();
            return !List.of("working", "").contains(status[0]);
        });
        return status[0];
    }
}
