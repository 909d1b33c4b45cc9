package dev.caravan.recall;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.call.CallContext;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.ToolException;
import dev.caravan.mcp.McpException;
import dev.caravan.observe.Refusals;
import dev.caravan.rest.RestCall;
import dev.caravan.rest.RestFailure;
import dev.caravan.rest.ServiceError;
import java.util.Locale;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Answers for recall and for the local services, over REST in the form of document 2: results unchanged, errors as {@link ServiceError}s,
 * with fresh headers.
 */
@Component("recallReply")
public record RecallReply(ObjectMapper mapper, Refusals refusals) {

    /** Exchange property with the language of errors. */
    private static final String LOCALE = "locale";

    private static final Logger LOG = LoggerFactory.getLogger(RecallReply.class);

    /** Stores the caller's language. */
    public void open(Exchange exchange) {
        exchange.setProperty(LOCALE, CallContext.ofHeaders(exchange).locale());
    }

    /** Answers with the body: JSON, or a service's answer byte for byte. */
    public void data(Exchange exchange) throws JsonProcessingException {
        Object body = exchange.getMessage().getBody();
        RestCall.ended(exchange, body instanceof ServiceCall.Answer answer && isError(answer.json()) ? "TOOL_ERROR" : "OK");
        RestCall.answer(exchange, 200, body instanceof ServiceCall.Answer answer ? answer.body() : mapper.writeValueAsBytes(body));
    }

    /** Answers with the failure that the exception means. An unexpected exception is only logged; the caller gets a general message. */
    public void failure(Exchange exchange) throws JsonProcessingException {
        Exception cause = exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Exception.class);
        Locale locale = exchange.getProperty(LOCALE, Locale.ENGLISH, Locale.class);
        if (cause instanceof RecallException failure) {
            ObjectNode details = mapper.valueToTree(failure.detail());
            details.remove("code");
            fail(exchange, failure.error(), failure.text(), details, locale);
        } else if (cause instanceof RestFailure malformed) {
            fail(exchange, RecallException.Kind.INVALID, Text.words(malformed.getMessage()),
                    mapper.createObjectNode().put("field", "body"), locale);
        } else if (cause instanceof McpException refused && refused.status() == RecallException.Kind.FORBIDDEN.status()) {
            fail(exchange, RecallException.Kind.FORBIDDEN, Text.words(refused.getMessage()), mapper.createObjectNode(), locale);
            exchange.getMessage().getHeaders().putAll(refused.headers());
        } else if (cause instanceof ToolException failure) {
            fail(exchange, RecallException.Kind.SERVICE_FAILED, failure.text(), mapper.createObjectNode(), locale);
        } else {
            LOG.error("Recall failed route={}", exchange.getFromRouteId(), cause);
            fail(exchange, RecallException.Kind.INTERNAL, Text.of("failure.INTERNAL_ERROR"), mapper.createObjectNode(), locale);
        }
    }

    /** Answers for a local service that the caller named an unknown MCP server. */
    public void unknown(@ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Exception cause, Exchange exchange) throws JsonProcessingException {
        fail(exchange, RecallException.Kind.NOT_FOUND, Text.words(cause.getMessage()), mapper.createObjectNode(), Locale.ENGLISH);
    }

    /** Answers for a local toolbox that its service can't be reached. */
    public void unreachable(@ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Exception cause, Exchange exchange)
            throws JsonProcessingException {
        LOG.warn("Toolbox service failed cause={}", cause.toString());
        fail(exchange, RecallException.Kind.SERVICE_FAILED,
                Text.words("The service behind the toolbox failed: " + cause.getClass().getSimpleName()), mapper.createObjectNode(),
                Locale.ENGLISH);
    }

    private void fail(Exchange exchange, RecallException.Kind error, Text description, ObjectNode details,
            Locale locale) throws JsonProcessingException {
        RestCall.failed(exchange, refusals, error.wireName());
        ServiceError body = new ServiceError(error.wireName(), description.in(locale), Text.of(error.solution()).in(locale), details);
        RestCall.answer(exchange, error.status(), mapper.writeValueAsBytes(body.json()));
    }

    /** AOI spells MCP's {@code isError} as {@code is_error}. */
    private static boolean isError(JsonNode result) {
        return result.path("isError").asBoolean() || result.path("is_error").asBoolean();
    }
}
