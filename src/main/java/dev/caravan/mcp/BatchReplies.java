package dev.caravan.mcp;

import java.util.ArrayList;
import java.util.List;
import org.apache.camel.AggregationStrategy;
import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

/** Collects the replies to a batch, in the order of its messages, as {@code List<Reply>}; notifications leave none. */
@Component("batchReplies")
class BatchReplies implements AggregationStrategy {

    @Override
    public Exchange aggregate(Exchange collected, Exchange next) {
        List<Reply> replies = collected == null ? new ArrayList<>() : replies(collected);
        Reply reply = next.getMessage().getBody(Reply.class);
        if (!reply.isSilent()) {
            replies.add(reply);
        }
        Exchange answer = collected == null ? next : collected;
        answer.getMessage().setBody(replies);
        return answer;
    }

    @SuppressWarnings("unchecked")
    private static List<Reply> replies(Exchange exchange) {
        return exchange.getMessage().getBody(List.class);
    }
}
