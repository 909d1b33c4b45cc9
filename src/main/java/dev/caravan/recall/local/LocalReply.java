package dev.caravan.recall.local;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.envelope.ErrorCode;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.ToolException;
import dev.caravan.json.MalformedJsonException;
import dev.caravan.json.StrictJson;
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

    private static final Logger LOG = LoggerFactory.getLogger(LocalReply.class);

    /** Answers with the body as JSON. */
    public void data(Exchange exchange) throws JsonProcessingException {
        RestCall.ended(exchange, "OK");
        RestCall.answer(exchange, 200, mapper.writeValueAsBytes(exchange.getMessage().getBody()));
    }

    /** Answers that the caller named an unknown MCP server. */
    public void unknown(Exchange exchange) throws JsonProcessingException {
        fail(exchange, 404, exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Exception.class).getMessage());
    }

    /** Answers with the failure that the exception means. An unexpected exception is only logged. */
    public void failure(Exchange exchange) throws JsonProcessingException {
        Exception cause = exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Exception.class);
        if (cause instanceof ToolException failure) {
            fail(exchange, switch (failure.code()) {
                case INVALID_ARGUMENT -> 400;
                case NOT_FOUND -> 404;
                default -> 502;
            }, failure.getMessage());
        } else if (cause instanceof RestFailure malformed) {
            fail(exchange, 400, malformed.getMessage());
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

    static ToolException invalid(String message) {
        return new ToolException(ErrorCode.INVALID_ARGUMENT, Text.words(message));
    }

    static ToolException notFound(String message) {
        return new ToolException(ErrorCode.NOT_FOUND, Text.words(message));
    }

    /** Reads a request. */
    static JsonNode object(StrictJson json, byte[] body) throws ToolException {
        try {
            JsonNode read = json.read(body);
            if (read.isObject()) {
                return read;
            }
        } catch (MalformedJsonException e) {
            throw invalid("The body must be JSON: " + e.getMessage());
        }
        throw invalid("The body must be an object");
    }
}
