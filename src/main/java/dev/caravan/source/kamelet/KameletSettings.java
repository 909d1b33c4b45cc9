package dev.caravan.source.kamelet;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.call.ArgumentName;
import dev.caravan.json.JsonMappers;
import dev.caravan.source.OfferedDefinition;
import dev.caravan.source.SourceProblemException;
import dev.caravan.source.YamlNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.springframework.boot.convert.DurationStyle;

/**
 * One file in {@code config/kamelets}.
 *
 * @param file         path of the file
 * @param name         name of the tool or resource: the file's name without {@code .yaml}
 * @param kamelet      name of the Kamelet
 * @param line         line that names the Kamelet
 * @param properties   {name: fixed value}
 * @param headers      {name of a message header that callers set: its JSON Schema}
 * @param body         JSON Schema of the message body; null means any value
 * @param takesBody    whether callers set the message body
 * @param hints        {name of an MCP hint: its value}
 * @param keep         number of events that a source keeps
 */
record KameletSettings(String file, String name, String kamelet, int line, Map<String, Fixed> properties, Map<String, ObjectNode> headers,
        ObjectNode body, boolean takesBody, String title, String description, Map<String, Boolean> hints, List<String> tags,
        Duration timeout,
        int keep) {

    /** The value of a property, and its line. */
    record Fixed(String value, int line) {
    }

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]{1,64}");
    private static final Pattern KAMELET = Pattern.compile("[a-z0-9][a-z0-9.-]{0,99}");
    private static final Pattern HEADER = Pattern.compile("[A-Za-z][A-Za-z0-9_.-]{0,63}");
    static final Set<String> KEYS = Set.of("kamelet", "properties", "headers", "body", "title", "description", "tags", "timeout", "keep",
            "readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint");
    private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);
    private static final int DEFAULT_KEEP = 20;
    private static final int MOST_KEPT = 1_000;

    /** @throws SourceProblemException with the line, if the text can't be used */
    static KameletSettings read(String file, String name, String text, ObjectMapper mapper) throws SourceProblemException {
        if (!NAME.matcher(name).matches()) {
            throw new SourceProblemException(file, 0, 0, "the file's name is the tool's name: 1 to 64 of A-Z a-z 0-9 _ . -");
        }
        YamlNode root = YamlNode.parse(file, text);
        if (!root.isMapping()) {
            throw root.problem("the file must be a mapping that begins with kamelet:");
        }
        Map<String, YamlNode> members = root.members();
        for (Map.Entry<String, YamlNode> member : members.entrySet()) {
            if (!KEYS.contains(member.getKey())) {
                String known = String.join(", ", KEYS.stream().sorted().toList());
                throw member.getValue().problem("there is no setting " + member.getKey() + "; the settings are " + known);
            }
        }
        YamlNode kamelet = members.get("kamelet");
        if (kamelet == null) {
            throw root.problem("kamelet: is missing, the name of a Kamelet such as kafka-sink");
        }
        if (!KAMELET.matcher(kamelet.text()).matches()) {
            throw kamelet.problem("a Kamelet's name has a-z 0-9 . - only, not " + kamelet.text());
        }
        Function<String, YamlNode> member = key -> members.getOrDefault(key, new YamlNode(file, null));
        Map<String, Fixed> properties = new LinkedHashMap<>();
        for (Map.Entry<String, YamlNode> each : member.apply("properties").members().entrySet()) {
            properties.put(each.getKey(), new Fixed(each.getValue().text(), each.getValue().line()));
        }
        JsonNode json;
        try {
            json = JsonMappers.yaml().readTree(text);
        } catch (JsonProcessingException e) {
            throw SourceProblemException.of(file, e);
        }
        boolean withoutBody = json.path("body").isBoolean() && !json.path("body").booleanValue();
        return new KameletSettings(file, name, kamelet.text(), kamelet.line(), properties,
                headers(member.apply("headers"), json.path("headers"), mapper),
                withoutBody || !members.containsKey("body") ? null : object(members.get("body"), json.path("body"), mapper), !withoutBody,
                text(member.apply("title")), text(member.apply("description")), hints(members), tags(member.apply("tags")),
                timeout(member.apply("timeout")), keep(member.apply("keep")));
    }

    private static Map<String, ObjectNode> headers(YamlNode node, JsonNode json, ObjectMapper mapper) throws SourceProblemException {
        Map<String, ObjectNode> headers = new LinkedHashMap<>();
        for (Map.Entry<String, YamlNode> member : node.members().entrySet()) {
            if (!HEADER.matcher(member.getKey()).matches() || !ArgumentName.isFree(member.getKey())) {
                throw member.getValue().problem("a header that callers set has A-Z a-z 0-9 _ . - only, and doesn't begin with Camel: "
                        + member.getKey());
            }
            ObjectNode schema = object(member.getValue(), json.path(member.getKey()), mapper);
            headers.put(member.getKey(), schema.has("type") ? schema : schema.put("type", "string"));
        }
        return headers;
    }

    private static ObjectNode object(YamlNode node, JsonNode json, ObjectMapper mapper) throws SourceProblemException {
        node.members();
        return json instanceof ObjectNode object ? object : mapper.createObjectNode();
    }

    private static Map<String, Boolean> hints(Map<String, YamlNode> members) throws SourceProblemException {
        Map<String, Boolean> hints = new LinkedHashMap<>();
        for (Map.Entry<String, YamlNode> member : members.entrySet()) {
            if (OfferedDefinition.HINTS.contains(member.getKey())) {
                String value = member.getValue().text();
                if (!value.matches("true|false")) {
                    throw member.getValue().problem("true or false is expected here, not " + value);
                }
                hints.put(member.getKey(), value.equals("true"));
            }
        }
        return hints;
    }

    private static List<String> tags(YamlNode node) throws SourceProblemException {
        List<String> tags = new ArrayList<>();
        for (YamlNode item : node.isEmpty() ? List.<YamlNode>of() : node.items()) {
            if (!item.text().matches("[^,&?#%{}]+")) {
                throw item.problem("a tag must not be empty or contain , & ? # % { or }, got " + item.text());
            }
            tags.add(item.text());
        }
        return tags;
    }

    private static Duration timeout(YamlNode node) throws SourceProblemException {
        try {
            Duration timeout = node.isEmpty() ? DEFAULT_TIMEOUT : DurationStyle.detectAndParse(node.text());
            if (timeout.toMillis() > 0) {
                return timeout;
            }
        } catch (IllegalArgumentException noDuration) {
            // the line below refuses it like 0s
        }
        throw node.problem("a timeout such as 10s or 500ms is expected here, not " + node.text());
    }

    private static int keep(YamlNode node) throws SourceProblemException {
        String number = node.isEmpty() ? String.valueOf(DEFAULT_KEEP) : node.text();
        if (!number.matches("[1-9]\\d{0,3}") || Integer.parseInt(number) > MOST_KEPT) {
            throw node.problem("a number from 1 to " + MOST_KEPT + " is expected here, not " + number);
        }
        return Integer.parseInt(number);
    }

    private static String text(YamlNode node) throws SourceProblemException {
        return node.isEmpty() ? null : node.text();
    }
}
