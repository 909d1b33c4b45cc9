package dev.caravan.mcp.task;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class TaskRunTest {

    private final TaskRun run = new TaskRun("id");

    /** What is looked up of a task may be from before its question was asked. */
    @Test
    void updatesOlderThanAQuestionDoNotAnswerIt() {
        run.answered(object("{}"));

        CompletableFuture<ObjectNode> answers = run.await(Set.of("a", "b"));
        run.answered(object("{}"));
        run.answered(object("{\"earlier\":{},\"a\":{}}"));
        assertThat(answers).isNotDone();
        run.answered(object("{\"earlier\":{},\"a\":{},\"b\":{}}"));

        assertThat(answers).isCompletedWithValueMatching(all -> all.size() == 3);
    }

    @Test
    void cancelledTaskStopsWaiting() {
        AtomicInteger told = new AtomicInteger();
        CompletableFuture<ObjectNode> before = run.await(Set.of("a"));
        run.whenCancelled(told::incrementAndGet);

        run.cancel();
        run.cancel();

        assertThat(before).isCompletedExceptionally();
        assertThat(run.await(Set.of("b"))).isCompletedExceptionally();
        run.whenCancelled(told::incrementAndGet);
        assertThat(told).hasValue(2);
    }
}
