package dev.caravan.mcp.input;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.mcp.ClientCapabilities;
import dev.caravan.mcp.McpException;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** The questions of one request in the order in which they were added. */
abstract class AskedInput implements ClientInput {

    private final ClientCapabilities capabilities;
    private final Map<InputRequest.InputKind, Integer> numbers = new EnumMap<>(InputRequest.InputKind.class);
    private final Map<String, InputRequest> asked = new LinkedHashMap<>();

    AskedInput(ClientCapabilities capabilities) {
        this.capabilities = capabilities;
    }

    @Override
    public ClientCapabilities capabilities() {
        return capabilities;
    }

    @Override
    public synchronized String nextKey(InputRequest.InputKind kind) {
        return kind.name().toLowerCase(Locale.ROOT) + "-" + numbers.merge(kind, 1, Integer::sum);
    }

    /** Returns {key: question}. Callers must hold the monitor of this object. */
    Map<String, InputRequest> asked() {
        return asked;
    }

    synchronized void keep(InputRequest question) {
        asked.putIfAbsent(question.key(), question);
    }

    /** The questions of a modern request with the known answers. The monitor of this object guards both. */
    abstract static class AnsweredInput extends AskedInput {

        private final ObjectNode answers;

        /** @param answers {key: answer}, unchecked */
        AnsweredInput(ClientCapabilities capabilities, ObjectNode answers) {
            super(capabilities);
            this.answers = answers;
        }

        @Override
        public final boolean isModern() {
            return true;
        }

        @Override
        public final void add(InputRequest question) throws McpException {
            if (!capabilities().has(question.capability())) {
                throw McpException.missingCapability(question.capability());
            }
            keep(question);
        }

        /** Returns a copy of {key: answer}, unchecked. */
        final synchronized ObjectNode answers() {
            return answers.deepCopy();
        }

        final synchronized void take(ObjectNode more) {
            answers.setAll(more);
        }

        /** Returns {key: answer} of the questions that have a valid answer. */
        final synchronized Map<String, ObjectNode> given() {
            Map<String, ObjectNode> given = new LinkedHashMap<>();
            asked().forEach((key, question) -> {
                if (question.isAnswer(answers.get(key))) {
                    given.put(key, (ObjectNode) answers.get(key));
                }
            });
            return given;
        }

        /** Returns {key: {method, params}} of the other questions. */
        final synchronized ObjectNode open() {
            ObjectNode open = JsonNodeFactory.instance.objectNode();
            asked().forEach((key, question) -> {
                if (!question.isAnswer(answers.get(key))) {
                    open.putObject(key).put("method", question.kind().method()).set("params", question.params());
                }
            });
            return open;
        }
    }
}
