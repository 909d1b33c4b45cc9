package dev.caravan.openapi;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import dev.caravan.call.JsonValues;
import dev.caravan.envelope.InvalidArgumentException;
import dev.caravan.json.PercentCode;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/** Writes the argument {@code body} as the body of a request. */
final class RequestBody {

    /**
     * A written body.
     *
     * @param type value of the header Content-Type
     */
    record Written(byte[] bytes, String type) {
    }

    private final ObjectWriter writer;
    private final JsonValues values;

    RequestBody(ObjectMapper mapper, JsonValues values) {
        this.writer = mapper.writer().with(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN); // services read 100 where 1E+2 may be no integer
        this.values = values;
    }

    Written write(PlannedBody plan, Object body) throws JsonProcessingException, InvalidArgumentException {
        return switch (plan.kind()) {
            case JSON -> new Written(json(body), plan.type().contains("*") ? "application/json" : plan.type());
            case FORM -> new Written(form(plan, members(body)).getBytes(StandardCharsets.UTF_8), plan.type());
            case MULTIPART -> multipart(plan, members(body));
            case TEXT -> new Written(ArgumentText.scalar(body).getBytes(StandardCharsets.UTF_8), plan.type().contains("charset") ? plan.type() : plan.type() + ";charset=utf-8");
            case BINARY -> new Written(decoded("body", body), plan.type().contains("*") ? "application/octet-stream" : plan.type());
        };
    }

    byte[] json(Object value) throws JsonProcessingException {
        return writer.writeValueAsBytes(values.json(value));
    }

    private String form(PlannedBody plan, Map<?, ?> members) throws JsonProcessingException {
        List<ArgumentText.Pair> pairs = new ArrayList<>();
        for (var member : members.entrySet()) {
            String name = String.valueOf(member.getKey());
            PlannedArgument encoding = plan.encoding().get(name);
            if (member.getValue() != null) {
                if (encoding == null && member.getValue() instanceof Map<?, ?> map) {
                    pairs.add(new ArgumentText.Pair(name, new String(json(map), StandardCharsets.UTF_8)));
                } else {
                    pairs.addAll(ArgumentText.form(encoding == null ? new PlannedArgument(name, name, "query", "form", true, false, false) : encoding, member.getValue()));
                }
            }
        }
        return pairs.stream().map(pair -> PercentCode.of(pair.name()) + "=" + PercentCode.of(pair.value())).collect(Collectors.joining("&"));
    }

    private Written multipart(PlannedBody plan, Map<?, ?> members) throws JsonProcessingException, InvalidArgumentException {
        String boundary = "caravan-" + UUID.randomUUID();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (var member : members.entrySet()) {
            String name = String.valueOf(member.getKey());
            List<?> items = member.getValue() instanceof List<?> list ? list : member.getValue() == null ? List.of() : List.of(member.getValue());
            for (Object item : items) {
                if (plan.binary().contains(name)) {
                    part(out, boundary, name, "; filename=\"" + quoted(name) + "\"", "application/octet-stream", decoded(name, item));
                } else if (item instanceof Map || item instanceof List) {
                    part(out, boundary, name, "", "application/json", json(item));
                } else {
                    part(out, boundary, name, "", "text/plain;charset=utf-8", ArgumentText.scalar(item).getBytes(StandardCharsets.UTF_8));
                }
            }
        }
        out.writeBytes(("--" + boundary + "--\r\n").getBytes(StandardCharsets.UTF_8));
        return new Written(out.toByteArray(), "multipart/form-data; boundary=" + boundary);
    }

    private static void part(ByteArrayOutputStream out, String boundary, String name, String file, String type, byte[] content) {
        out.writeBytes(("--" + boundary + "\r\nContent-Disposition: form-data; name=\"" + quoted(name) + "\"" + file + "\r\nContent-Type: " + type + "\r\n\r\n").getBytes(StandardCharsets.UTF_8));
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
