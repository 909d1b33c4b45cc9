package dev.caravan.source.openapi;

import dev.caravan.envelope.InvalidArgumentException;
import dev.caravan.envelope.NotFoundException;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.UnreachableException;
import dev.caravan.json.PercentCode;
import dev.caravan.source.OfferedDefinition;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.Variable;
import org.springframework.stereotype.Component;

/** Makes requests to APIs from the arguments of tools. Requests have no headers of the caller. */
@Component("apiRequests")
public record ApiRequests(ApiFolder apis, ApiTokens tokens, ArgumentText texts) {

    private static final String BODY = "body";

    /**
     * Replaces the message by the request of an operation. The route's {@code http:} endpoint has the address.
     *
     * @param server   address that the route sends to; null for an operator's own route
     * @param revision of the API with which the tool's route was made; null for an operator's own route. It counts for a route that has a
     *                 server, because credentials are for the server of their revision only
     * @param given    arguments of the tool
     * @throws NotFoundException        if the API no longer has the operation
     * @throws InvalidArgumentException if an argument can't be part of a request
     * @throws UnreachableException     if the API's server has changed and the route still sends to the former one
     * @throws UpstreamException        if the API wants an access token and there is none
     */
    public void prepare(@Variable("api") String api, @Variable("operation") String operation, @Variable("server") String server,
            @Variable("revision") String revision,
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
        OfferedDefinition.Override.of(offered.settings().expose().override(), operation).arguments()
                .forEach((argument, value) -> arguments.put(argument, value.constant()));
        OperationPlan plan = tool.plan();
        Map<String, Object> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        headers.put("Accept", "application/json, */*;q=0.5");
        List<String> query = new ArrayList<>();
        List<String> cookies = new ArrayList<>();
        for (OperationPlan.Argument argument : plan.arguments()) {
            Object value = texts.present(argument, arguments.get(argument.argument()));
            if (value != null) {
                add(argument, value, headers, query, cookies);
            }
        }
        headers.putAll(offered.settings().headers());
        for (ApiCredentials.Applied credential : tool.credentials()) {
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
        String[] path = plan.path(arguments, texts).split("\\?", 2); // some documents have a fixed query in the path
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
                && (arguments.get(BODY) != null || plan.body().kind() == OperationPlan.Body.Kind.JSON)) {
            Written written = write(plan.body(), arguments.get(BODY));
            headers.put(Exchange.CONTENT_TYPE, written.type());
            bytes = written.bytes();
        }
        message.setHeaders(new LinkedHashMap<>(headers));
        message.setBody(bytes);
    }

    private void add(OperationPlan.Argument argument, Object value, Map<String, Object> headers, List<String> query, List<String> cookies)
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

    /**
     * The argument {@code body} as the body of a request.
     *
     * @param type value of the header Content-Type
     */
    private record Written(byte[] bytes, String type) {
    }

    private Written write(OperationPlan.Body plan, Object body) throws InvalidArgumentException {
        String type = plan.type(body);
        return switch (plan.kind()) {
            case JSON -> new Written(bytes(texts.json(body)), type.contains("*") ? "application/json" : type);
            case FORM -> new Written(bytes(form(plan, members(body))), type);
            case MULTIPART -> multipart(plan, members(body));
            case TEXT -> new Written(bytes(texts.text(body)), charset(type));
            case BINARY -> new Written(decoded("body", body), type.contains("*") ? "application/octet-stream" : type);
        };
    }

    private static String charset(String type) {
        return type.contains("charset") ? type : type + ";charset=utf-8";
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private String form(OperationPlan.Body plan, Map<?, ?> members) {
        List<ArgumentText.Pair> pairs = new ArrayList<>();
        members.forEach((key, member) -> {
            String name = String.valueOf(key);
            OperationPlan.Argument encoding = plan.encoding().getOrDefault(name,
                    new OperationPlan.Argument(name, name, "query", "form", true, false, member instanceof Map));
            Object value = texts.present(encoding, member);
            if (value != null) {
                pairs.addAll(texts.form(encoding, value));
            }
        });
        return pairs.stream().map(pair -> PercentCode.of(pair.name()) + "=" + pair.value()).collect(Collectors.joining("&"));
    }

    private Written multipart(OperationPlan.Body plan, Map<?, ?> members) throws InvalidArgumentException {
        String boundary = "caravan-" + UUID.randomUUID();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (var member : members.entrySet()) {
            String name = String.valueOf(member.getKey());
            List<?> items = member.getValue() instanceof List<?> list ? list : Collections.singletonList(member.getValue());
            for (Object item : items) {
                if (item == null) {
                    continue;
                }
                boolean json = item instanceof Map || item instanceof List;
                if (plan.files().containsKey(name) && !json) {
                    byte[] content = decoded(name, item);
                    String type = fileType(plan.files().get(name), content);
                    part(out, boundary, name, "; filename=\"" + quoted(name) + "." + extension(type) + "\"", type, content);
                } else {
                    String usual = json ? "application/json" : charset("text/plain");
                    part(out, boundary, name, "", plan.parts().getOrDefault(name, usual), bytes(texts.text(item)));
                }
            }
        }
        out.writeBytes(("--" + boundary + "--\r\n").getBytes(StandardCharsets.UTF_8));
        return new Written(out.toByteArray(), "multipart/form-data; boundary=" + boundary);
    }

    /** Returns the media type of a file: as the document says, or as its first bytes do. */
    private static String fileType(String described, byte[] content) {
        try {
            String found = described.isEmpty() ? URLConnection.guessContentTypeFromStream(new ByteArrayInputStream(content)) : described;
            return found == null ? "application/octet-stream" : found;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Services tell files apart by the ends of their names. */
    private static String extension(String type) {
        String end = type.split(";", 2)[0].strip().replaceFirst(".*/(x-)?", "").replaceFirst("\\+.*", "");
        return switch (end) {
            case "jpeg" -> "jpg";
            case "plain" -> "txt";
            default -> end.matches("[a-z0-9]{1,5}") ? end : "bin";
        };
    }

    private static void part(ByteArrayOutputStream out, String boundary, String name, String file, String type, byte[] content) {
        out.writeBytes(("--" + boundary + "\r\nContent-Disposition: form-data; name=\"" + quoted(name) + "\"" + file
                + "\r\nContent-Type: " + type + "\r\n\r\n").getBytes(StandardCharsets.UTF_8));
        out.writeBytes(content);
        out.writeBytes("\r\n".getBytes(StandardCharsets.UTF_8));
    }

    private static String quoted(String name) {
        return name.replace("\"", "%22").replace("\r", "%0D").replace("\n", "%0A");
    }

    private static Map<?, ?> members(Object body) throws InvalidArgumentException {
        if (body instanceof Map<?, ?> map) {
            return map;
        }
        throw new InvalidArgumentException("body must be an object");
    }

    private static byte[] decoded(String name, Object value) throws InvalidArgumentException {
        try {
            return Base64.getDecoder().decode(String.valueOf(value).replaceAll("\\s+", ""));
        } catch (IllegalArgumentException e) {
            throw new InvalidArgumentException(name + " must be Base64");
        }
    }
}
