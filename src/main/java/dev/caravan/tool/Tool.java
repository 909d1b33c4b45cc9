package dev.caravan.tool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.call.CallContext;
import dev.caravan.call.Metered;
import dev.caravan.routes.Gate;
import java.util.concurrent.CompletableFuture;
import org.apache.camel.Exchange;

/** What {@code tools/list} shows and {@code tools/call} runs. */
public interface Tool {

    ToolSpec spec();

    /** What metrics call it: its name, if an operator gave it. */
    default Metered metered() {
        return Metered.tool(spec().name());
    }

    /** What a call passes through: it is held while the tool's route is swapped. */
    Gate gate();

    /**
     * Runs the tool once, on this thread till it waits for its client. The exchange that comes back belongs to the caller, who must
     * not use it again after a time-out.
     *
     * @param arguments as its schema lets them pass
     */
    CompletableFuture<Exchange> run(ObjectNode arguments, CallContext context);
}
