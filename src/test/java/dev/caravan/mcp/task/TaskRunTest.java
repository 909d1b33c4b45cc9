package dev.caravan.mcp.task;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Several questions of one task wait at once, and none waits longer than the task. */
class TaskRunTest {

    private final TaskRun run = new TaskRun("id", message -> { });

    @Test
    void eachQuestionGetsItsAnswer() {
        CompletableFuture<ObjectNode> first = run.await(Set.of("a"));
        CompletableFuture<ObjectNode> both = run.await(Set.of("a", "b"));

        run.answered(McpClient.object("{\"a\":{}}"));

        assertThat(first).isCompleted();
        assertThat(both).isNotDone();
        assertThat(run.isWaiting()).isTrue();

        run.answered(McpClient.object("{\"a\":{},\"b\":{}}"));

        assertThat(both).isCompleted();
        assertThat(run.isWaiting()).isFalse();
    }

    @Test
    void questionsEndWithTheTask() {
        CompletableFuture<ObjectNode> open = run.await(Set.of("a"));

        run.leaveQuestions();

        assertThat(open).isCompletedExceptionally();
    }

    @Test
    void cancelledTaskAsksNothing() {
        CompletableFuture<ObjectNode> open = run.await(Set.of("a"));

        run.cancel();

        assertThat(open).isCompletedExceptionally();
        assertThat(run.await(Set.of("b"))).isCompletedExceptionally();
    }
}
