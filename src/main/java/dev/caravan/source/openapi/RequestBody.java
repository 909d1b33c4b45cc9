package dev.caravan.source.openapi;

import dev.caravan.envelope.InvalidArgumentException;
import dev.caravan.json.PercentCode;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
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

    private final ArgumentText texts;

    RequestBody(ArgumentText texts) {
        this.texts = texts;
    }

    Written write(PlannedBody plan, Object body) throws InvalidArgumentException {
        return switch (plan.kind()) {
            case JSON -> new Written(bytes(texts.json(body)), plan.type().contains("*") ? "application/json" : plan.type());
            case FORM -> new Written(bytes(form(plan, members(body))), plan.type());
            case MULTIPART -> multipart(plan, members(body));
            case TEXT -> new Written(bytes(texts.text(body)),
                    plan.type().contains("charset") ? plan.type() : plan.type() + ";charset=utf-8");
            case BINARY -> new Written(decoded("body", body), plan.type().contains("*") ? "application/octet-stream" : plan.type());
        };
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private String form(PlannedBody plan, Map<?, ?> members) {
        List<ArgumentText.Pair> pairs = new ArrayList<>();
        members.forEach((key, member) -> {
            String name = String.valueOf(key);
            PlannedArgument encoding = plan.encoding().getOrDefault(name,
                    new PlannedArgument(name, name, "query", "form", true, false, member instanceof Map));
            Object value = texts.present(encoding, member);
            if (value != null) {
                pairs.addAll(texts.form(encoding, value));
            }
        });
        return pairs.stream().map(pair -> PercentCode.of(pair.name()) + "=" + pair.value()).collect(Collectors.joining("&"));
    }

    private Written multipart(PlannedBody plan, Map<?, ?> members) throws InvalidArgumentException {
        String boundary = "caravan-" + UUID.randomUUID();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (var member : members.entrySet()) {
            String name = String.valueOf(member.getKey());
            List<?> items = member.getValue() instanceof List<?> list ? list : Collections.singletonList(member.getValue());
            for (Object item : items) {
                if (item == null) {
                    continue;
                } else if (plan.binary().contains(name)) {
                    part(out, boundary, name, "; filename=\"" + quoted(name) + "\"", "application/octet-stream", decoded(name, item));
                } else if (item instanceof Map || item instanceof List) {
                    part(out, boundary, name, "", "application/json", bytes(texts.json(item)));
                } else {
                    part(out, boundary, name, "", "text/plain;charset=utf-8", bytes(texts.text(item)));
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
