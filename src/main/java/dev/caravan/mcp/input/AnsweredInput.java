package dev.caravan.mcp.input;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.mcp.ClientCapabilities;
import dev.caravan.mcp.McpException;
import java.util.LinkedHashMap;
import java.util.Map;

/** The questions of a modern request with the known answers. The monitor of this object guards both. */
abstract class AnsweredInput extends AskedInput {

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
