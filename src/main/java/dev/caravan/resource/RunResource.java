package dev.caravan.resource;

import dev.caravan.call.CallContext;
import dev.caravan.call.JsonValues;
import dev.caravan.call.Metered;
import dev.caravan.call.TimedRun;
import dev.caravan.envelope.NotFoundException;
import dev.caravan.mcp.McpException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.apache.camel.AsyncCallback;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.support.AsyncProcessorSupport;
import org.springframework.stereotype.Component;

/** Runs the resource's route. One that leaves no body has nothing to read: the resource isn't there at the moment. */
@Component("runResource")
class RunResource extends AsyncProcessorSupport {

    private final TimedRun timed;
    private final JsonValues values;
    private final ResourceRegistry resources;

    RunResource(CamelContext context, TimedRun timed, JsonValues values) {
        this.resources = ResourceRegistry.of(context);
        this.timed = timed;
        this.values = values;
    }

    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
        ResourceRead read = ResourceRead.of(exchange);
        return timed.process(exchange, callback, resources.gate(read.resource()), () -> new Run(current(read), read));
    }

    /** The resource as it is behind the gate: it may have been replaced while the reader waited, or withdrawn. */
    private ResourceConsumer current(ResourceRead read) throws NotFoundException, McpException {
        FoundResource found = resources.read(read.uri(), read.context().rights())
                .orElseThrow(() -> new NotFoundException("withdrawn meanwhile"));
        read.found(found);
        return found.resource();
    }

    private final class Run implements TimedRun.Work<Object> {

        private final ResourceConsumer resource;
        private final ResourceRead read;

        Run(ResourceConsumer resource, ResourceRead read) {
            this.resource = resource;
            this.read = read;
        }

        @Override
        public String name() {
            return resource.spec().uri();
        }

        @Override
        public CallContext context() {
            return read.context();
        }

        @Override
        public Metered metered() {
            return read.metered();
        }

        @Override
        public Duration timeout() {
            return resource.spec().timeout();
        }

        @Override
        public CompletableFuture<Object> run() {
            return resource.read(read.variables(), read.context(), values);
        }

        @Override
        public void abandon() {
            read.context().running().abandon();
        }

        @Override
        public void leave(Object content) throws NotFoundException {
            if (content == null) {
                throw new NotFoundException("the route left no body");
            }
            read.succeeded(content);
        }
    }
}
