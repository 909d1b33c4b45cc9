package dev.caravan.mcp.stdio;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.json.MalformedJsonException;
import dev.caravan.json.StrictJson;
import dev.caravan.mcp.AnswerStream;
import dev.caravan.mcp.Headers;
import dev.caravan.mcp.ListenSubscription;
import dev.caravan.mcp.McpRequest;
import dev.caravan.mcp.session.Session;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.camel.Category;
import org.apache.camel.Consumer;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePattern;
import org.apache.camel.Message;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.spi.UriEndpoint;
import org.apache.camel.support.CamelContextHelper;
import org.apache.camel.support.DefaultConsumer;
import org.apache.camel.support.DefaultEndpoint;
import org.apache.camel.support.ExchangeHelper;
import org.apache.camel.util.concurrent.CamelThreadFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Consumes the lines of standard input. */
@UriEndpoint(scheme = StdioComponent.SCHEME, firstVersion = "4.17.0", title = "MCP on standard input and output", syntax = "stdio:mcp",
        consumerOnly = true, category = Category.AI)
public class StdioEndpoint extends DefaultEndpoint {

    StdioEndpoint(String uri, StdioComponent component) {
        super(uri, component);
    }

    @Override
    public Consumer createConsumer(Processor processor) {
        return new StdioConsumer(this, processor, CamelContextHelper.mandatoryFindSingleByType(getCamelContext(), StdioClient.class));
    }

    @Override
    public Producer createProducer() {
        throw new UnsupportedOperationException("stdio: has no producer. The body at the end of the route goes to the client");
    }

    /** Passes each line to the route, several at a time, and sends what the route leaves: one line of bytes, or nothing. */
    static final class StdioConsumer extends DefaultConsumer {

        private static final Logger LOG = LoggerFactory.getLogger(StdioConsumer.class);

        private static final int MOST_THREADS = 512;
        private static final String INTERNAL_ERROR = "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32603,\"message\":\"Internal error\"}}";

        private final StdioClient client;
        private final StrictJson json;
        private ExecutorService workers;

        StdioConsumer(StdioEndpoint endpoint, Processor processor, StdioClient client) {
            super(endpoint, processor);
            this.client = client;
            this.json = CamelContextHelper.mandatoryFindSingleByType(endpoint.getCamelContext(), StrictJson.class);
        }

        @Override
        protected void doStart() throws Exception {
            super.doStart();
            workers = new ThreadPoolExecutor(0, MOST_THREADS, 30, TimeUnit.SECONDS, new SynchronousQueue<>(),
                    new CamelThreadFactory("#name#-#counter#", "stdio", true),
                    (task, full) -> task.run()); // also after a stop: a line that was taken gets an answer
            client.serve(this::receive);
        }

        @Override
        protected void doStop() throws Exception {
            client.serve(null);
            workers.shutdown();
            super.doStop();
        }

        /** Handles a line without blocking the thread that reads. */
        private void receive(byte[] line) {
            try {
                take(line);
            } catch (RuntimeException | Error e) {
                LOG.error("Line not handled because of an unexpected exception", e);
                client.send(INTERNAL_ERROR);
            }
        }

        private void take(byte[] line) {
            if (line == StdioInput.TOO_LONG) {
                client.refuseTooLong();
                return;
            }
            Exchange exchange = createExchange(false);
            exchange.setPattern(ExchangePattern.InOut);
            JsonNode read = read(line);
            JsonNode id = read == null || !read.has("method") ? null : read.get("id");
            StdioClient.StdioAnswer answer = client.open(id);
            Message message = exchange.getIn();
            message.setBody(read == null ? line : read);
            if (client.session() != null) {
                message.setHeader(Headers.SESSION, client.session());
            }
            if (!client.apiKey().isEmpty()) {
                exchange.setProperty(McpRequest.API_KEY, client.apiKey());
            }
            if (!client.toolset().isEmpty()) {
                exchange.setProperty(McpRequest.TOOLSETS, client.toolset());
            }
            exchange.setProperty(AnswerStream.PROPERTY, answer);
            exchange.setProperty(ListenSubscription.ListenStream.PROPERTY, (ListenSubscription.ListenStream) client::listen);
            exchange.setProperty(AnswerStream.RequestCanceller.PROPERTY, client);
            exchange.setProperty(Session.KEPT_BY_CLIENT, true);
            CompletableFuture<Void> done = new CompletableFuture<>();
            try {
                workers.execute(() -> run(exchange, id, answer, done));
            } catch (RuntimeException | Error e) {
                client.forget(id, answer);
                throw e;
            }
            if (read != null && "initialize".equals(read.path("method").textValue())) {
                // later messages belong to the session that this one creates
                done.join();
            }
        }

        /** Returns null if the line isn't JSON; the entry route then reports the error. */
        private JsonNode read(byte[] line) {
            try {
                return json.read(line);
            } catch (MalformedJsonException e) {
                return null;
            }
        }

        private void run(Exchange exchange, JsonNode id, StdioClient.StdioAnswer answer, CompletableFuture<Void> done) {
            try {
                createUoW(exchange);
                getAsyncProcessor().process(exchange, doneSync -> finish(exchange, id, answer, done));
            } catch (Throwable e) {
                exchange.setException(e);
                finish(exchange, id, answer, done);
            }
        }

        private void finish(Exchange exchange, JsonNode id, StdioClient.StdioAnswer answer, CompletableFuture<Void> done) {
            try {
                if (answer.close()) {
                    send(exchange);
                }
                String began = exchange.getProperty(McpRequest.SESSION_ID, String.class);
                if (began != null) {
                    client.initialized(began); // after the answer, since the session hears of changes from now on
                }
            } finally {
                client.forget(id, answer);
                done.complete(null);
                doneUoW(exchange);
                releaseExchange(exchange, false);
            }
        }

        private void send(Exchange exchange) {
            if (exchange.getException() != null) {
                LOG.error("Entry route failed with an unexpected exception", exchange.getException());
                ExchangeHelper.setFailureHandled(exchange);
                client.send(INTERNAL_ERROR);
                return;
            }
            byte[] body = exchange.getMessage().getBody(byte[].class);
            if (body != null && body.length > 0) {
                client.send(body);
            }
        }
    }
}
