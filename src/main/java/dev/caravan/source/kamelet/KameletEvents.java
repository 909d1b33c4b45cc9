package dev.caravan.source.kamelet;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.call.JsonValues;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Date;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Message;
import org.apache.camel.Variable;
import org.apache.camel.WrappedFile;
import org.springframework.stereotype.Component;

/** Keeps the last events of each source, for clients that read its resource. */
@Component("kameletEvents")
public class KameletEvents {

    static final String TYPE = "application/json";
    private static final int LARGEST = 65_536;
    private static final int MOST_HEADERS = 50;
    private static final int LONGEST_HEADER = 1_000;

    private final Kamelets kamelets;
    private final JsonValues values;
    private final ObjectMapper mapper;
    private final Map<String, Deque<ObjectNode>> events = new ConcurrentHashMap<>();

    KameletEvents(Kamelets kamelets, JsonValues values, ObjectMapper mapper) {
        this.kamelets = kamelets;
        this.values = values;
        this.mapper = mapper;
    }

    /** Keeps the message of a source. The oldest event makes room. */
    public void keep(@Variable("kamelet") String name, Exchange exchange) throws Exception {
        int most = kamelets.find(name).kamelet().settings().keep();
        ObjectNode event = event(exchange.getMessage());
        events.keySet().retainAll(kamelets.all().keySet());
        Deque<ObjectNode> kept = events.computeIfAbsent(name, any -> new ArrayDeque<>());
        synchronized (kept) {
            kept.addLast(event);
            while (kept.size() > most) {
                kept.removeFirst();
            }
        }
    }

    /** Returns the result of {@code resources/read}, the newest event last: {@code {events: [{at, body, headers?, truncated?}]}}. */
    public ObjectNode contents(@ExchangeProperty("resourceUri") String uri) throws JsonProcessingException {
        String name = uri.substring(uri.lastIndexOf('/') + 1);
        ObjectNode content = mapper.createObjectNode();
        ArrayNode list = content.putArray("events");
        Deque<ObjectNode> kept = events.get(name);
        if (kept != null) {
            synchronized (kept) {
                kept.forEach(list::add);
            }
        }
        ObjectNode result = mapper.createObjectNode();
        result.putArray("contents").addObject().put("uri", uri).put("mimeType", TYPE).put("text", mapper.writeValueAsString(content));
        return result;
    }

    private ObjectNode event(Message message) throws IOException {
        ObjectNode event = mapper.createObjectNode().put("at", Instant.now().toString());
        Object body = message.getBody();
        boolean isText = body instanceof String || body instanceof byte[] || body instanceof InputStream || body instanceof WrappedFile;
        String text = body instanceof String given ? given : isText ? null : values.json(body).toString();
        try (InputStream in = text == null ? message.getBody(InputStream.class)
                : new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8))) {
            addText(event, in.readNBytes(LARGEST + 1), !isText);
        }
        ObjectNode headers = headers(message);
        return headers.isEmpty() ? event : event.set("headers", headers);
    }

    /** Adds JSON as JSON, other text as text, and bytes that are no text as Base64. */
    private void addText(ObjectNode event, byte[] bytes, boolean isJson) {
        if (bytes.length > LARGEST) {
            event.put("body", new String(bytes, 0, LARGEST, StandardCharsets.UTF_8)).put("truncated", true);
            return;
        }
        try {
            String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
            boolean json = isJson || !text.isBlank() && "{[".indexOf(text.strip().charAt(0)) >= 0;
            event.set("body", json ? mapper.readTree(text) : values.json(text));
        } catch (CharacterCodingException noText) {
            event.put("base64", bytes);
        } catch (JsonProcessingException noJson) {
            event.set("body", values.json(new String(bytes, StandardCharsets.UTF_8)));
        }
    }

    /** Returns the headers that are texts, numbers, truth values or times. Others belong to Camel's components. */
    private ObjectNode headers(Message message) {
        ObjectNode headers = mapper.createObjectNode();
        new TreeMap<>(message.getHeaders()).forEach((name, value) -> {
            boolean plain = value instanceof String text && text.length() <= LONGEST_HEADER || value instanceof Number
                    || value instanceof Boolean || value instanceof Date;
            if (plain && headers.size() < MOST_HEADERS) {
                headers.set(name, values.json(value));
            }
        });
        return headers;
    }
}
