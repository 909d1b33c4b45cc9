package dev.caravan.source.openapi;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.call.JsonValues;
import dev.caravan.envelope.InvalidArgumentException;
import dev.caravan.envelope.NotFoundException;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.UnreachableException;
import dev.caravan.json.PercentCode;
import dev.caravan.source.ToolOverride;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.Variable;
import org.springframework.stereotype.Component;

/** Makes requests to APIs from the arguments of tools. Requests have no headers of the caller. */
@Component("apiRequests")
public class ApiRequests {

    private static final String BODY = "body";

    private final ApiFolder apis;
    private final ArgumentText texts;
    private final RequestBody bodies;
    private final ApiTokens tokens;

    ApiRequests(ApiFolder apis, ApiTokens tokens, ObjectMapper mapper, JsonValues values) {
        this.apis = apis;
        this.tokens = tokens;
        this.texts = new ArgumentText(mapper, values);
        this.bodies = new RequestBody(texts);
    }

    /**
     * Replaces the message by the request of an operation. The route's {@code http:} endpoint has the address.
     *
     * @param server   address that the route sends to; null for an operator's own route
     * @param revision of the API with which the tool's route was made; null for an operator's own route. It counts for a route that has a server, because
     *                 credentials are for the server of their revision only
     * @param given    arguments of the tool
     * @throws NotFoundException        if the API no longer has the operation
     * @throws InvalidArgumentException if an argument can't be part of a request
     * @throws UnreachableException     if the API's server has changed and the route still sends to the former one
     * @throws UpstreamException        if the API wants an access token and there is none
     */
    public void prepare(@Variable("api") String api, @Variable("operation") String operation, @Variable("server") String server, @Variable("revision") String revision,
            @Body Map<String, Object> given, Exchange exchange) throws Exception {
        OfferedApi offered = apis.use(exchange, api, server == null ? null : revision);
        OperationTool tool = offered == null ? null : offered.tools().get(operation);
        if (tool == null) {
            throw new NotFoundException(Text.of("api.gone", api, operation));
        }
        if (server != null && !server.equals(offered.server())) { // an edit is being taken up: its credentials are for its own server only
            throw new UnreachableException(Text.of("api.unreachable", api, "its settings are changing"));
        }
        ApiTokens.forget(exchange);
        Map<String, Object> arguments = new LinkedHashMap<>(given);
        ToolOverride override = offered.settings().expose().override().get(operation);
        if (override != null) {
            override.arguments().forEach((argument, value) -> arguments.put(argument, value.constant()));
        }
        OperationPlan plan = tool.plan();
        Map<String, Object> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        headers.put("Accept", plan.accept());
        List<String> query = new ArrayList<>();
        List<String> cookies = new ArrayList<>();
        for (PlannedArgument argument : plan.arguments()) {
            Object value = texts.present(argument, arguments.get(argument.argument()));
            if (value != null) {
                add(argument, value, headers, query, cookies);
            }
        }
        headers.putAll(offered.settings().headers());
        for (AppliedCredential credential : tool.credentials()) {
            if (credential.token()) {
                headers.put(credential.name(), "Bearer " + tokens.token(offered, exchange));
            } else if (credential.value() != null) {
                switch (credential.in()) {
                    case "query" -> query.add(PercentCode.of(credential.name()) + "=" + PercentCode.of(credential.value()));
                    case "cookie" -> cookies.add(credential.name() + "=" + PercentCode.of(credential.value()));
                    default -> headers.put(credential.name(), credential.value());
                }
            }
        }
        if (!cookies.isEmpty()) {
            headers.put("Cookie", String.join("; ", cookies));
        }
        headers.put(Exchange.HTTP_METHOD, plan.method());
        String[] path = RequestPath.of(plan, arguments, texts).split("\\?", 2); // some documents have a fixed query in the path
        headers.put(Exchange.HTTP_PATH, path[0]);
        if (path.length > 1) {
            query.add(path[1]);
        }
        if (!query.isEmpty()) {
            headers.put(Exchange.HTTP_QUERY, String.join("&", query));
        }
        Message message = exchange.getMessage();
        byte[] bytes = null;
        if (plan.body() != null && arguments.containsKey(BODY)
                && (arguments.get(BODY) != null || plan.body().kind() == PlannedBody.Kind.JSON)) {
            RequestBody.Written written = bodies.write(plan.body(), arguments.get(BODY));
            headers.put(Exchange.CONTENT_TYPE, written.type());
            bytes = written.bytes();
        }
        message.setHeaders(new LinkedHashMap<>(headers));
        message.setBody(bytes);
    }

    private void add(PlannedArgument argument, Object value, Map<String, Object> headers, List<String> query, List<String> cookies)
            throws InvalidArgumentException {
        switch (argument.in()) {
            case "query" -> texts.form(argument, value).forEach(pair -> query.add(PercentCode.of(pair.name()) + "=" + pair.value()));
            case "cookie" -> texts.form(argument, value).forEach(pair ->
                    cookies.add(pair.name().replaceAll("[^!#$%&'*+.^_`|~A-Za-z0-9-]", "_") + "=" + pair.value()));
            case "header" -> {
                String text = texts.simple(argument, value, one -> one);
                if (text.chars().anyMatch(c -> c < ' ' && c != '\t' || c == 127)) {
                    throw new InvalidArgumentException(argument.argument() + " must not have control characters");
                }
                headers.put(argument.name(), text);
            }
            default -> { } // the path is made as a whole
        }
    }
}
