package dev.caravan.recall;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.envelope.Redacted;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.ToolException;
import dev.caravan.json.MalformedJsonException;
import dev.caravan.json.StrictJson;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Message;
import org.apache.camel.Variable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Sends requests to Ontology Query, Ontology Manager and AOI, and reads their answers and failures. */
@Component("recallServices")
public record Services(ObjectMapper mapper, StrictJson json, ServiceAuthorization authorization) {

    /** Exchange property with the path parameters for local flows: {name: text}. */
    private static final String LOCAL_PATH = "path";

    private static final Logger LOG = LoggerFactory.getLogger(Services.class);

    /** Prepares the request as a message for {@code http:} and for the local flows. */
    public void prepare(Exchange exchange, @Variable("serviceCall") ServiceCall call) throws IOException {
        LOG.debug("Service called service=\"{}\" method={} path={} {}", call.service().title(), call.method(), call.path(), call.about());
        exchange.setProperty(LOCAL_PATH, call.ids());
        Map<String, Object> headers = new HashMap<>(authorization.headers(call));
        if (call.service() == ServiceCall.Service.ONTOLOGY_QUERY) {
            headers.put("x-http-method-override", "GET");
        }
        headers.put(Exchange.HTTP_METHOD, call.method());
        headers.put(Exchange.HTTP_PATH, call.path());
        if (!call.query().isEmpty()) {
            headers.put(Exchange.HTTP_QUERY, call.query());
        }
        headers.put("Accept", "application/json");
        headers.put("Caravan-Limit-Millis", call.limit());
        if (call.body() != null) {
            headers.put(Exchange.CONTENT_TYPE, "application/json");
        }
        Message message = exchange.getMessage();
        message.setHeaders(headers);
        message.setBody(call.body() == null ? null : mapper.writeValueAsBytes(call.body()));
    }

    /** Reads the answer. A status from 400 to 499 is not a failure of the service; {@link #success} handles it. */
    public ServiceCall.Answer answer(Exchange exchange, @Variable("serviceCall") ServiceCall call) throws RecallException {
        Message message = exchange.getMessage();
        int status = message.getHeader(Exchange.HTTP_RESPONSE_CODE, 200, Integer.class);
        byte[] body = message.getBody(byte[].class);
        LOG.debug("Service answered service=\"{}\" status={} took={}ms {}", call.service().title(), status, call.millis(), call.about());
        ServiceCall.Answer answer = new ServiceCall.Answer(status, body == null ? new byte[0] : body, null);
        if (status >= 400 && status < 500) {
            return answer;
        }
        if (!answer.isSuccess()) {
            throw refused(call, answer);
        }
        try {
            JsonNode read = json.read(answer.body());
            if (read.isObject()) {
                return new ServiceCall.Answer(status, answer.body(), read);
            }
        } catch (MalformedJsonException e) {
            LOG.debug("Service answered without JSON service=\"{}\" reason={}", call.service().title(), e.getMessage());
        }
        throw failure(call, Text.of("recall.garbage", call.service().title()), said(call, answer));
    }

    /** Returns the answer if it is a success. */
    ServiceCall.Answer success(ServiceCall call, ServiceCall.Answer answer) throws RecallException {
        if (!answer.isSuccess()) {
            throw refused(call, answer);
        }
        return answer;
    }

    private RecallException refused(ServiceCall call, ServiceCall.Answer answer) {
        Text text = Text.of("recall.status", call.service().title(), answer.status());
        Map<String, Object> details = details(call, said(call, answer));
        if (answer.status() < 500) {
            LOG.debug("{} {}: {}", text, call.about(), details);
            return new RecallException(call.failure(), text, details);
        }
        return failure(call, text, details);
    }

    private Map<String, Object> said(ServiceCall call, ServiceCall.Answer answer) {
        Map<String, Object> said = new LinkedHashMap<>();
        said.put("status", answer.status());
        said.put("body", Redacted.of(answer.body(), mapper, call.secrets()));
        return said;
    }

    /** Throws the failure of a step with a circuit breaker. */
    public Object failed(@ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Exception cause, @Variable("serviceCall") ServiceCall call)
            throws Exception {
        throw failure(call, cause);
    }

    /**
     * Returns the reason of a failed request, or of one that the open breaker refused.
     *
     * @param cause null if the breaker is open
     */
    RecallException failure(ServiceCall call, Exception cause) throws Exception {
        if (cause == null) {
            return failure(call, Text.of("recall.paused", call.service().title(), RecallConfiguration.PAUSE.toSeconds()), Map.of());
        }
        if (cause instanceof RecallException said) {
            return said;
        }
        if (cause instanceof ToolException said) {
            return failure(call, said.text(), said.detail());
        }
        if (cause instanceof SocketTimeoutException) {
            return failure(call, Text.of("recall.late", call.service().title(), call.limit()), Map.of());
        }
        if (cause instanceof IOException && !(cause instanceof InterruptedIOException)) {
            return failure(call, Text.of("recall.unreachable", call.service().title(), Redacted.text(words(cause), call.secrets())),
                    Map.of());
        }
        throw cause;
    }

    private static RecallException failure(ServiceCall call, Text text, Map<String, ?> more) {
        Map<String, Object> details = details(call, more);
        LOG.error("Service failed about={} details={} error={}", call.about(), details, text);
        return new RecallException(call.failure(), text, details);
    }

    private static Map<String, Object> details(ServiceCall call, Map<String, ?> more) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("service", call.service().title());
        details.put("method", call.method());
        details.put("path", call.path());
        details.putAll(call.about());
        details.putAll(more);
        details.remove("code");
        return details;
    }

    private static String words(Exception cause) {
        String message = cause.getMessage();
        return message == null ? cause.getClass().getSimpleName() : message;
    }
}
