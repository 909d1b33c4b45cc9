package dev.caravan.recall.local;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.envelope.ToolException;
import dev.caravan.mcp.McpException;
import dev.caravan.observe.Refusals;
import dev.caravan.rest.RestCall;
import dev.caravan.rest.RestFailure;
import dev.caravan.rest.ServiceError;
import java.io.IOException;
import org.apache.camel.Exchange;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Answers for the local services: JSON or a {@link ServiceError}, with fresh headers. */
@Component("localReply")
public record LocalReply(ObjectMapper mapper, Refusals refusals) {

    /** Variable with the status of a failed step; 502 if it is not set. */
    private static final String STATUS = "localStatus";

    private static final Logger LOG = LoggerFactory.getLogger(LocalReply.class);

    /** Answers with the body as JSON. */
    public void data(Exchange exchange) throws JsonProcessingException {
        RestCall.ended(exchange, "OK");
        RestCall.answer(exchange, 200, mapper.writeValueAsBytes(exchange.getMessage().getBody()));
    }

    /** Answers that this gateway does not serve these endpoints. */
    public void nowhere(Exchange exchange) throws JsonProcessingException {
        fail(exchange, 404, "This gateway has no knowledge networks of its own; set caravan.recall.local to true to serve them");
    }

    /** Answers with the failure that the exception means. An unexpected exception is only logged. */
    public void failure(Exchange exchange) throws JsonProcessingException {
        Exception cause = exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Exception.class);
        if (cause instanceof Failure failure) {
            fail(exchange, failure.status(), failure.getMessage());
        } else if (cause instanceof RestFailure malformed) {
            fail(exchange, 400, malformed.getMessage());
        } else if (cause instanceof ToolException failure) {
            fail(exchange, exchange.getVariable(STATUS, 502, Integer.class), failure.getMessage());
        } else if (cause instanceof McpException refused && refused.status() == 403) {
            fail(exchange, refused.status(), refused.getMessage());
            exchange.getMessage().getHeaders().putAll(refused.headers());
        } else if (cause instanceof IOException) {
            LOG.warn("Toolbox service failed cause={}", cause.toString());
            fail(exchange, 502, "The service behind the toolbox failed: " + cause.getClass().getSimpleName());
        } else {
            LOG.error("Local recall failed route={}", exchange.getFromRouteId(), cause);
            fail(exchange, 500, "Internal error");
        }
    }

    private void fail(Exchange exchange, int status, String message) throws JsonProcessingException {
        ServiceError error = ServiceError.of(status, message, "");
        RestCall.failed(exchange, refusals, error.code());
        RestCall.answer(exchange, status, mapper.writeValueAsBytes(error.json()));
    }

    /** The failure of a local service: an HTTP status and a message. */
    static final class Failure extends Exception {

        private final int status;

        Failure(int status, String message) {
            super(message, null, false, false);
            this.status = status;
        }

        int status() {
            return status;
        }
    }
}
