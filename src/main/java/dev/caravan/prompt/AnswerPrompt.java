package dev.caravan.prompt;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.mcp.McpRequest;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.springframework.stereotype.Component;

/**
 * Leaves the result of {@code prompts/get} as body: {@code {description?, messages:[{role, content}]}}. Links become text for a
 * client whose revision has none.
 */
@Component("answerPrompt")
class AnswerPrompt implements Processor {

    @Override
    public void process(Exchange exchange) {
        ObjectNode result = PromptGet.of(exchange).result();
        if (!McpRequest.of(exchange).revision().hasResourceLinks()) {
            result.get("messages").forEach(message -> withoutLink((ObjectNode) message));
        }
        exchange.getMessage().setBody(result);
    }

    private static void withoutLink(ObjectNode message) {
        JsonNode content = message.get("content");
        if (content.get("type").textValue().equals("resource_link")) {
            message.putObject("content").put("type", "text").put("text", content.get("name").textValue() + ": " + content.get("uri").textValue());
        }
    }
}
