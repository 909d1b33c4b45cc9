package dev.caravan.source.openapi;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.caravan.envelope.AnswerTooBigException;
import dev.caravan.envelope.ErrorCode;
import dev.caravan.envelope.LateException;
import dev.caravan.envelope.Redacted;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.ToolException;
import dev.caravan.envelope.UnreachableException;
import dev.caravan.envelope.UpstreamException;
import dev.caravan.json.JsonMappers;
import dev.caravan.source.ForeignText;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Message;
import org.apache.camel.Variable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Reads the answers of APIs by their content type. */
@Component("apiAnswers")
public record ApiAnswers(ApiFolder apis) {

    private static final Logger LOG = LoggerFactory.getLogger(ApiAnswers.class);
    private static final String GONE = "***";
    private static final Pattern CHARSET = Pattern.compile("(?i)charset\\s*=\\s*\"?([\\w.:-]{1,40})");
    private static final Pattern NEXT = Pattern.compile("<([^<>]{1,4000})>\\s*;[^,<]*\\brel=\"?next\"?");
    /** Headers of answers that callers need for pages, new objects and waits. */
    private static final Map<String, String> SHOWN = Map.of("Location", "location", "Retry-After", "retryAfter", "ETag", "etag",
            "X-Total-Count", "totalCount");

    /** Keeps the digits of numbers: 100.0 does not become 1E+2. */
    private static final ObjectMapper MAPPER = JsonMappers.exact();

    /**
     * Replaces the message by the answer's data: JSON as it is, texts as text, anything else as {@code {contentType, bytes, base64}}.
     *
     * @throws ToolException with status and body, if the API answers with an error or a redirection
     */
    public void read(@Variable("api") String api, Exchange exchange) throws ToolException {
        Message message = exchange.getMessage();
        int status = message.getHeader(Exchange.HTTP_RESPONSE_CODE, 200, Integer.class);
        String type = message.getHeader(Exchange.CONTENT_TYPE, "", String.class);
        byte[] body = message.getBody(byte[].class);
        List<String> secrets = secrets(api, exchange);
        Map<String, Object> shown = shown(message, secrets);
        if (status < 200 || status >= 300) {
            throw refused(api, status, body, shown, secrets);
        }
        JsonNode data = data(api, status, type, body == null ? new byte[0] : body, secrets);
        message.setHeaders(new LinkedHashMap<>());
        message.setBody(data);
        exchange.setProperty("meta.status", status);
        shown.forEach((name, value) -> exchange.setProperty("meta." + name, value));
    }

    private List<String> secrets(String api, Exchange exchange) {
        OfferedApi offered = apis.of(exchange, api);
        List<String> secrets = new ArrayList<>(offered == null ? List.of() : offered.secrets());
        Optional.ofNullable(ApiTokens.sent(exchange)).ifPresent(secrets::add);
        return secrets;
    }

    private static Map<String, Object> shown(Message message, List<String> secrets) {
        Map<String, Object> shown = new LinkedHashMap<>();
        SHOWN.forEach((header, name) -> {
            String value = message.getHeader(header, String.class);
            if (value != null) {
                shown.put(name, without(secrets, value));
            }
        });
        Matcher next = NEXT.matcher(message.getHeader("Link", "", String.class));
        if (next.find()) {
            shown.put("next", without(secrets, next.group(1)));
        }
        return shown;
    }

    private JsonNode data(String api, int status, String type, byte[] body, List<String> secrets) throws UpstreamException {
        if (body.length == 0) {
            return JsonNodeFactory.instance.nullNode();
        }
        return switch (OperationPlan.Body.Kind.of(type)) {
            case JSON -> ForeignText.replaced(json(api, status, new String(body, charset(type))), text -> without(secrets, text),
                    UnaryOperator.identity());
            case TEXT, FORM -> JsonNodeFactory.instance.textNode(without(secrets, new String(body, charset(type))));
            case MULTIPART, BINARY -> JsonNodeFactory.instance.objectNode()
                    .put("contentType", type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT)).put("bytes", body.length)
                    .put("base64", Base64.getEncoder().encodeToString(body));
        };
    }

    private static JsonNode json(String api, int status, String text) throws UpstreamException {
        try {
            return MAPPER.readTree(text.startsWith("\ufeff") ? text.substring(1) : text);
        } catch (JsonProcessingException e) {
            throw new UpstreamException(Text.of("api.garbage", api, status));
        }
    }

    private static Charset charset(String type) {
        Matcher charset = CHARSET.matcher(type);
        try {
            return charset.find() ? Charset.forName(charset.group(1)) : StandardCharsets.UTF_8;
        } catch (IllegalArgumentException e) {
            return StandardCharsets.UTF_8;
        }
    }

    private static String without(List<String> secrets, String text) {
        String clean = text;
        for (String secret : secrets) {
            clean = clean.replace(secret, GONE);
        }
        return clean;
    }

    private ToolException refused(String api, int status, byte[] body, Map<String, Object> shown, List<String> secrets) {
        Map<String, Object> detail = new LinkedHashMap<>();
        detail.put("status", status);
        if (body != null && body.length > 0) {
            detail.put("body", Redacted.of(body, MAPPER, secrets));
        }
        detail.putAll(shown);
        return new ToolException(code(status), Text.of("api.status", api, status), detail);
    }

    private static ErrorCode code(int status) {
        return switch (status) {
            case 400, 409, 413, 415, 422 -> ErrorCode.INVALID_ARGUMENT;
            case 404, 410 -> ErrorCode.NOT_FOUND;
            case 401, 403 -> ErrorCode.FORBIDDEN;
            default -> ErrorCode.UPSTREAM_ERROR;
        };
    }

    /** Throws the reason why an API gave no answer. */
    public void fail(@Variable("api") String api, @ExchangeProperty(Exchange.EXCEPTION_CAUGHT) IOException cause, Exchange exchange)
            throws UpstreamException {
        OfferedApi offered = apis.of(exchange, api);
        String reason = Redacted.text(String.valueOf(cause.getMessage()), secrets(api, exchange));
        LOG.warn("API gave no answer name={} error={} reason={}", api, cause.getClass().getSimpleName(), reason);
        if (cause instanceof SocketTimeoutException && offered != null) {
            throw new LateException(Text.of("api.late", api, offered.settings().timeout().toMillis()), offered.settings().timeout());
        }
        if (cause instanceof AnswerTooBigException) {
            throw new UpstreamException(Text.of("api.tooBig", api, reason));
        }
        throw new UnreachableException(Text.of("api.unreachable", api, reason));
    }
}
