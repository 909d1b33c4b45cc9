package dev.caravan.mcp.task;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.caravan.mcp.McpRequest;
import dev.caravan.mcp.OpenAnswer;
import dev.caravan.mcp.ServerMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.apache.camel.Exchange;

/**
 * The work on a task at the gateway that runs it, as the stream of its answer. Progress becomes the message of the task. Other messages
 * are dropped, because no client waits for them. Exchange property {@value #PROPERTY}.
 */
final class TaskRun extends OpenAnswer {

    static final String PROPERTY = "mcpTask";

    private final String id;
    private final Consumer<String> message;
    private volatile boolean ended;
    private final List<Waiting> waiting = new ArrayList<>();

    /** Who waits for the answers with these keys. The future completes with all answers so far when they include these. */
    private record Waiting(Set<String> keys, CompletableFuture<ObjectNode> answers) {
    }

    /** @param message stores a text for users */
    TaskRun(String id, Consumer<String> message) {
        this.id = id;
        this.message = message;
    }

    static TaskRun of(Exchange exchange) {
        return exchange.getProperty(PROPERTY, TaskRun.class);
    }

    String id() {
        return id;
    }

    /** Records that the outcome is stored. */
    void ended() {
        ended = true;
    }

    boolean isEnded() {
        return ended;
    }

    void cancel() {
        silence();
        leaveQuestions();
    }

    /** Fails who still waits for answers, because the task is cancelled or has ended. */
    void leaveQuestions() {
        take(Set.of(), true).forEach(left -> left.answers().completeExceptionally(over()));
    }

    private synchronized List<Waiting> take(Set<String> answered, boolean all) {
        List<Waiting> taken = waiting.stream().filter(each -> all || answered.containsAll(each.keys())).toList();
        waiting.removeAll(taken);
        return taken;
    }

    private static CancellationException over() {
        return new CancellationException("The task is cancelled");
    }

    /**
     * Returns a future for the answers. Call it before the questions can be answered.
     *
     * @param keys keys of the questions
     */
    synchronized CompletableFuture<ObjectNode> await(Set<String> keys) {
        if (silent) {
            return CompletableFuture.failedFuture(over());
        }
        Waiting next = new Waiting(keys, new CompletableFuture<>());
        waiting.add(next);
        return next.answers();
    }

    synchronized boolean isWaiting() {
        return !waiting.isEmpty();
    }

    /**
     * Delivers answers.
     *
     * @param answers all answers so far; those read before a question was asked do not include its answer
     */
    void answered(ObjectNode answers) {
        Set<String> keys = new HashSet<>();
        answers.fieldNames().forEachRemaining(keys::add);
        take(keys, false).forEach(answered -> answered.answers().complete(answers));
    }

    @Override
    public JsonNode progressToken(McpRequest request) {
        return TextNode.valueOf(id);
    }

    @Override
    public void send(ServerMessage sent) {
        if (ServerMessage.PROGRESS.equals(sent.method())) {
            message.accept(words(sent.params()));
        }
    }

    private static String words(ObjectNode progress) {
        if (progress.has("message")) {
            return progress.get("message").asText();
        }
        return progress.get("progress").asText() + (progress.has("total") ? " of " + progress.get("total").asText() : "");
    }

    @Override
    public void interrupt(Duration after) {
        // a task has no connection
    }
}
