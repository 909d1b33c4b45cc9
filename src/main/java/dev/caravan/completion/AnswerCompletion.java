package dev.caravan.completion;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.springframework.stereotype.Component;

/** Leaves the result of {@code completion/complete} as body: {@code {completion:{values, total, hasMore}}}. */
@Component("answerCompletion")
class AnswerCompletion implements Processor {

    @Override
    public void process(Exchange exchange) {
        Completion.of(exchange).context().endSpan("completion/complete", null);
        Completion.Found found = Completion.of(exchange).found();
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        ObjectNode completion = result.putObject("completion");
        ArrayNode values = completion.putArray("values");
        found.values().forEach(values::add);
        completion.put("total", found.total()).put("hasMore", found.total() > values.size());
        exchange.getMessage().setBody(result);
    }
}
