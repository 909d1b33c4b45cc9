package dev.caravan.call.tool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.call.CallContext;
import dev.caravan.call.Metered;
import dev.caravan.routes.Gate;
import java.util.concurrent.CompletableFuture;
import org.apache.camel.Exchange;

/** A tool that {@code tools/list} shows and {@code tools/call} runs. */
public interface Tool {

    ToolSpec spec();

    /** Returns the name for metrics: the tool's name if an operator gave it. */
    default Metered metered() {
        return Metered.tool(spec().name());
    }

    /** Returns the gate for calls, which is closed while the tool's route is replaced. */
    Gate gate();

    /**
     * Runs the tool once, on this thread until it waits for its client. The returned exchange belongs to the caller, who must not use it
     * after a timeout.
     *
     * @param arguments arguments that fit the schema
     * @param catalogue catalogue of the caller, which a route may read
     */
    CompletableFuture<Exchange> run(ObjectNode arguments, CallContext context, ToolCatalogue catalogue);
}
