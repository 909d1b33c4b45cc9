package dev.caravan.source.kamelet;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.call.ArgumentName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.constructor.StandardConstructor;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
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
    private static final Set<String> HINTS = Set.of("readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint");
    static final Set<String> KEYS = Set.of("kamelet", "properties", "headers", "body", "title", "description", "tags", "timeout", "keep",
            "readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint");
    private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);
    private static final int DEFAULT_KEEP = 20;
    private static final int MOST_KEPT = 1_000;

    /** @throws KameletProblemException with the line, if the text can't be used */
    static KameletSettings read(String file, String name, String text, ObjectMapper mapper) throws KameletProblemException {
        if (!NAME.matcher(name).matches()) {
            throw new KameletProblemException(file, 0, "the file's name is the tool's name: 1 to 64 of A-Z a-z 0-9 _ . -");
        }
        YamlNode root = YamlNode.parse(file, text);
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
        YamlNode body = members.get("body");
        boolean withoutBody = body != null && body.isFalse();
        return new KameletSettings(file, name, kamelet.text(), kamelet.line(), properties(members.get("properties")),
                headers(members.get("headers"), mapper), body == null || withoutBody ? null : object(body, mapper), !withoutBody,
                text(members.get("title")), text(members.get("description")), hints(members), tags(members.get("tags")),
                timeout(members.get("timeout")), members.containsKey("keep") ? members.get("keep").number(1, MOST_KEPT) : DEFAULT_KEEP);
    }

    private static Map<String, Fixed> properties(YamlNode node) throws KameletProblemException {
        Map<String, Fixed> properties = new LinkedHashMap<>();
        if (node != null) {
            for (Map.Entry<String, YamlNode> member : node.members().entrySet()) {
                properties.put(member.getKey(), new Fixed(member.getValue().text(), member.getValue().line()));
            }
        }
        return properties;
    }

    private static Map<String, ObjectNode> headers(YamlNode node, ObjectMapper mapper) throws KameletProblemException {
        Map<String, ObjectNode> headers = new LinkedHashMap<>();
        if (node != null) {
            for (Map.Entry<String, YamlNode> member : node.members().entrySet()) {
                if (!HEADER.matcher(member.getKey()).matches() || !ArgumentName.isFree(member.getKey())) {
                    throw member.getValue().problem("a header that callers set has A-Z a-z 0-9 _ . - only, and doesn't begin with Camel: "
                            + member.getKey());
                }
                ObjectNode schema = object(member.getValue(), mapper);
                headers.put(member.getKey(), schema.has("type") ? schema : schema.put("type", "string"));
            }
        }
        return headers;
    }

    private static ObjectNode object(YamlNode node, ObjectMapper mapper) throws KameletProblemException {
        if (node.isEmpty()) {
            return mapper.createObjectNode();
        }
        node.members();
        return mapper.valueToTree(node.value());
    }

    private static Map<String, Boolean> hints(Map<String, YamlNode> members) throws KameletProblemException {
        Map<String, Boolean> hints = new LinkedHashMap<>();
        for (Map.Entry<String, YamlNode> member : members.entrySet()) {
            if (HINTS.contains(member.getKey())) {
                hints.put(member.getKey(), member.getValue().truth());
            }
        }
        return hints;
    }

    private static List<String> tags(YamlNode node) throws KameletProblemException {
        List<String> tags = new ArrayList<>();
        if (node != null) {
            for (YamlNode item : node.items()) {
                if (!item.text().matches("[^,&?#%{}]+")) {
                    throw item.problem("a tag must not be empty or contain , & ? # % { or }, got " + item.text());
                }
                tags.add(item.text());
            }
        }
        return tags;
    }

    private static Duration timeout(YamlNode node) throws KameletProblemException {
        if (node == null) {
            return DEFAULT_TIMEOUT;
        }
        try {
            Duration timeout = DurationStyle.detectAndParse(node.text());
            if (timeout.toMillis() > 0) {
                return timeout;
            }
        } catch (IllegalArgumentException noDuration) {
            // the line below refuses it like 0s
        }
        throw node.problem("a timeout such as 10s or 500ms is expected here, not " + node.text());
    }

    private static String text(YamlNode node) throws KameletProblemException {
        return node == null ? null : node.text();
    }

    /** A value in a YAML file, with its line. */
    record YamlNode(String file, Node node) {

        private static final LoadSettings SETTINGS = LoadSettings.builder().setUseMarks(true).build();

        /** Parses a file whose root is a mapping. */
        static YamlNode parse(String file, String text) throws KameletProblemException {
            try {
                Node root = new Compose(SETTINGS).composeString(text).orElse(null);
                if (root instanceof MappingNode) {
                    return new YamlNode(file, root);
                }
            } catch (MarkedYamlEngineException e) {
                throw new KameletProblemException(file, e.getProblemMark().map(mark -> mark.getLine() + 1).orElse(0), e.getProblem());
            } catch (YamlEngineException e) {
                throw new KameletProblemException(file, 0, e.getMessage());
            }
            throw new KameletProblemException(file, 1, "the file must be a mapping that begins with kamelet:");
        }

        int line() {
            return node.getStartMark().map(mark -> mark.getLine() + 1).orElse(1);
        }

        KameletProblemException problem(String message) {
            return new KameletProblemException(file, line(), message);
        }

        /** Returns the members of a mapping in their order. An empty value has none. */
        Map<String, YamlNode> members() throws KameletProblemException {
            Map<String, YamlNode> members = new LinkedHashMap<>();
            if (node instanceof MappingNode mapping) {
                for (NodeTuple tuple : mapping.getValue()) {
                    YamlNode key = new YamlNode(file, tuple.getKeyNode());
                    if (members.put(key.text(), new YamlNode(file, tuple.getValueNode())) != null) {
                        throw key.problem(key.text() + " is here twice");
                    }
                }
            } else if (!isEmpty()) {
                throw problem("a mapping is expected here, NAME: VALUE");
            }
            return members;
        }

        List<YamlNode> items() throws KameletProblemException {
            if (node instanceof SequenceNode list) {
                return list.getValue().stream().map(item -> new YamlNode(file, item)).toList();
            }
            throw problem("a list is expected here, such as [one, two]");
        }

        boolean isFalse() {
            return node instanceof ScalarNode scalar && scalar.getValue().equals("false");
        }

        boolean isEmpty() {
            return node instanceof ScalarNode scalar && scalar.isPlain() && Set.of("", "null", "~").contains(scalar.getValue());
        }

        /** Returns a single value as it is written. */
        String text() throws KameletProblemException {
            if (node instanceof ScalarNode scalar) {
                return scalar.getValue();
            }
            throw problem("a single value is expected here");
        }

        boolean truth() throws KameletProblemException {
            return switch (text()) {
                case "true" -> true;
                case "false" -> false;
                default -> throw problem("true or false is expected here, not " + text());
            };
        }

        int number(int least, int most) throws KameletProblemException {
            try {
                int number = Integer.parseInt(text());
                if (number >= least && number <= most) {
                    return number;
                }
            } catch (NumberFormatException noNumber) {
                // the line below refuses it like a number out of range
            }
            throw problem("a number from " + least + " to " + most + " is expected here, not " + text());
        }

        /** Returns the value as plain Java: maps, lists, texts, numbers, booleans and null. */
        Object value() throws KameletProblemException {
            try {
                return new StandardConstructor(SETTINGS).constructSingleDocument(Optional.of(node));
            } catch (YamlEngineException e) {
                throw problem(e.getMessage());
            }
        }
    }
}
