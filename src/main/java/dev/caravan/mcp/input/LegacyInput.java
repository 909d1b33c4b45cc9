package dev.caravan.mcp.input;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.mcp.AnswerStream;
import dev.caravan.mcp.ClientCapabilities;
import dev.caravan.mcp.ServerMessage;
import dev.caravan.mcp.session.Session;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Asks on the stream of the answer. The client sends its responses in separate requests. */
final class LegacyInput extends ClientInput {

    /** Limits the quote from a client's error, in characters. */
    private static final int LONGEST_QUOTE = 200;

    private final Session session;
    private final AnswerStream stream;
    private final Questions questions;
    private final Map<String, ObjectNode> answers = new LinkedHashMap<>();
    /** {key of an open question: completes when it is answered}. */
    private final Map<String, CompletableFuture<Void>> open = new HashMap<>();
    /** {id on the wire: future of the response}. */
    private final Map<String, CompletableFuture<ObjectNode>> waiting = new LinkedHashMap<>();
    private InputException ended;

    /** @param session null for a client that can't be asked: it has no session, or accepts no event stream */
    LegacyInput(Session session, AnswerStream stream, Questions questions) {
        super(session == null ? ClientCapabilities.NONE : session.client());
        this.session = session;
        this.stream = stream;
        this.questions = questions;
    }

    @Override
    public synchronized CompletableFuture<Map<String, ObjectNode>> ask() {
        if (ended != null) {
            return CompletableFuture.failedFuture(ended);
        }
        CompletableFuture<?>[] all = asked().values().stream().filter(question -> !answers.containsKey(question.key()))
                .map(this::answer).toArray(CompletableFuture[]::new);
        return CompletableFuture.allOf(all).thenApply(done -> answers());
    }

    private synchronized Map<String, ObjectNode> answers() {
        return new LinkedHashMap<>(answers);
    }

    /** Sends each question once. */
    private CompletableFuture<Void> answer(InputRequest question) {
        CompletableFuture<Void> known = open.get(question.key());
        if (known == null) {
            known = ask(question);
            open.put(question.key(), known);
        }
        return known;
    }

    private CompletableFuture<Void> ask(InputRequest question) {
        return send(question.kind().method(), question.params(), question.capability().equals("elicitation.url"))
                .thenCompose(answered -> keep(question, answered));
    }

    @Override
    public synchronized CompletableFuture<?> ping() {
        return session == null ? super.ping() : ended != null ? CompletableFuture.failedFuture(ended) : send("ping", null, false);
    }

    /** Sends a request, and returns the response when it comes. */
    private CompletableFuture<ObjectNode> send(String method, ObjectNode params, boolean needsId) {
        CompletableFuture<ObjectNode> response = new CompletableFuture<>();
        String id = questions.open(session, response);
        waiting.put(id, response);
        stream.send(new ServerMessage(id, method, needsId ? params.deepCopy().put("elicitationId", id) : params));
        return response.thenApply(answer -> answered(id, answer));
    }

    private synchronized ObjectNode answered(String id, ObjectNode response) {
        waiting.remove(id);
        return response;
    }

    private synchronized CompletableFuture<Void> keep(InputRequest question, ObjectNode response) {
        open.remove(question.key());
        asked().remove(question.key()); // a later question must not ask it again if it is refused
        JsonNode error = response.get("error");
        if (error != null) {
            String said = error.path("message").asText();
            return CompletableFuture.failedFuture(new InputException(InputException.Reason.REFUSED,
                    said.length() <= LONGEST_QUOTE ? said : said.substring(0, LONGEST_QUOTE) + "…"));
        }
        if (!question.isAnswer(response.get("result"))) {
            return CompletableFuture.failedFuture(new InputException(InputException.Reason.UNFIT, question.key()));
        }
        answers.put(question.key(), (ObjectNode) response.get("result"));
        return CompletableFuture.completedFuture(null);
    }

    /** Ends all open questions, and cancels them at a client that still listens. */
    void end(InputException.Reason why) {
        Map<String, CompletableFuture<ObjectNode>> left;
        synchronized (this) {
            if (ended != null) {
                return;
            }
            ended = new InputException(why, "");
            left = new LinkedHashMap<>(waiting);
            waiting.clear();
        }
        left.forEach((id, response) -> {
            questions.forget(id);
            stream.send(ServerMessage.cancelled(id));
            response.completeExceptionally(ended);
        });
    }
}
