package dev.caravan.routes;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import dev.caravan.json.JsonMappers;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.CollectionEndEvent;
import org.yaml.snakeyaml.events.CollectionStartEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.NodeEvent;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * Settings as YAML text: a mapping, or nothing. Values are found and replaced in the text, so that comments stay.
 *
 * @param values  the single values in the order of the text
 * @param members {top-level key, in lower case without - and _: its value}
 */
public record SettingsText(String text, List<SettingsText.Value> values, Map<String, Object> members) {

    /**
     * A single value in the text.
     *
     * @param member top-level key, in lower case without - and _
     * @param path   keys from the top, such as {@code headers.Authorization} or {@code env.0}
     * @param from   offset of its first character in the text
     * @param to     offset after its last character
     */
    public record Value(String member, String path, String text, int from, int to) {
    }

    private static final int LINE_SEPARATOR = 0x2028;
    private static final int PARAGRAPH_SEPARATOR = 0x2029;
    private static final int BYTE_ORDER_MARK = 0xFEFF;
    private static final Pattern SECRETS = Pattern.compile(
            "secret|token(?!-?_?url)|passw|pwd|api-?_?key|private-?_?key|credential|authorization", Pattern.CASE_INSENSITIVE);

    private static final int DEEPEST = 30;

    /** @throws FileProblemException with the line, if the text is no plain mapping. Anchors, aliases and merge keys are refused */
    public static SettingsText parse(String file, String text) throws FileProblemException {
        requireCharacters(file, text);
        try {
            int depth = 0;
            for (Event event : JsonMappers.yamlNodes().parse(new StringReader(text))) {
                int line = event.getStartMark() == null ? 0 : event.getStartMark().getLine() + 1;
                depth += event instanceof CollectionStartEvent ? 1 : event instanceof CollectionEndEvent ? -1 : 0;
                if (depth > DEEPEST) {
                    throw new FileProblemException(file, line, 0, "the settings are nested too deep");
                }
                if (event instanceof NodeEvent node && node.getAnchor() != null) {
                    throw new FileProblemException(file, line, 0,
                            "anchors (&name) and aliases (*name) are not supported; write the value out");
                }
                if (event instanceof ScalarEvent scalar && scalar.getTag() != null
                        || event instanceof CollectionStartEvent collection && collection.getTag() != null) {
                    throw new FileProblemException(file, line, 0, "tags (!name) are not supported; write the value in quotes");
                }
            }
            SettingsText parsed = new SettingsText(text, new ArrayList<>(), new LinkedHashMap<>());
            Node root = JsonMappers.yamlNodes().compose(new StringReader(text));
            if (root instanceof MappingNode mapping) {
                for (Map.Entry<String, NodeTuple> member : members(file, mapping).entrySet()) {
                    String key = uniform(member.getKey());
                    if (parsed.members.put(key, parsed.plain(file, key, member.getKey(), member.getValue().getValueNode())) != null) {
                        throw problem(file, member.getValue().getKeyNode(), member.getKey() + " is here twice");
                    }
                }
            } else if (root != null && !root.getTag().equals(Tag.NULL)) {
                throw problem(file, root, "the settings must be a mapping, NAME: VALUE");
            }
            return parsed;
        } catch (YAMLException e) {
            throw FileProblemException.of(file, e);
        }
    }

    private static FileProblemException problem(String file, Node node, String reason) {
        return new FileProblemException(file, node.getStartMark().getLine() + 1, 0, reason);
    }

    private static Map<String, NodeTuple> members(String file, MappingNode mapping) throws FileProblemException {
        Map<String, NodeTuple> members = new LinkedHashMap<>();
        for (NodeTuple member : mapping.getValue()) {
            if (!(member.getKeyNode() instanceof ScalarNode key) || key.getValue().equals("<<")) {
                throw problem(file, member.getKeyNode(),
                        "merge keys (<<) and keys of several values are not supported; write the settings out");
            }
            if (members.put(key.getValue(), member) != null) {
                throw problem(file, key, key.getValue() + " is here twice");
            }
        }
        return members;
    }

    /** @throws FileProblemException if the text has a character that hides something from people who read it */
    private static void requireCharacters(String file, String yaml) throws FileProblemException {
        int line = 1;
        for (int i = 0; i < yaml.length(); i++) {
            char c = yaml.charAt(i);
            if (c == '\n') {
                line++;
            } else if (isRefused(c) && !(c == '\r' && yaml.startsWith("\n", i + 1))) {
                throw new FileProblemException(file, line, 0,
                        "the character U+%04X is not supported. Remove it, or write \\u%04X in double quotes".formatted((int) c, (int) c));
            }
        }
    }

    /** Whether this is a control character other than a tab, or one that YAML 1.1 takes for the end of a line or does not see at all. */
    private static boolean isRefused(char c) {
        return Character.isISOControl(c) && c != '\t' && c != '\n' || c == LINE_SEPARATOR || c == PARAGRAPH_SEPARATOR
                || c == BYTE_ORDER_MARK;
    }

    /** Notes the single values below a node, and returns it as maps, lists and texts. */
    private Object plain(String file, String member, String path, Node node) throws FileProblemException {
        if (node instanceof MappingNode mapping) {
            Map<String, Object> plain = new LinkedHashMap<>();
            for (Map.Entry<String, NodeTuple> each : members(file, mapping).entrySet()) {
                plain.put(each.getKey(), plain(file, member, path + "." + each.getKey(), each.getValue().getValueNode()));
            }
            return plain;
        }
        if (node instanceof SequenceNode list) {
            List<Object> plain = new ArrayList<>();
            for (Node item : list.getValue()) {
                plain.add(plain(file, member, path + "." + plain.size(), item));
            }
            return plain;
        }
        String value = ((ScalarNode) node).getValue();
        values.add(new Value(member, path, value, offset(node.getStartMark()), offset(node.getEndMark())));
        return node.getTag() + value;
    }

    private int offset(Mark mark) {
        return text.offsetByCodePoints(0, mark.getIndex());
    }

    /** Returns the value at this path; null if there is none. */
    public String at(String path) {
        return values.stream().filter(value -> value.path().equals(path)).map(Value::text).findFirst().orElse(null);
    }

    /** Returns the line of the first value at or below this path, from 1; 1 if there is none. */
    public int line(String path) {
        int from = values.stream().filter(value -> value.path().equals(path) || value.path().startsWith(path + ".")).map(Value::from)
                .findFirst().orElse(0);
        return 1 + (int) text.substring(0, from).chars().filter(c -> c == '\n').count();
    }

    /**
     * Returns the text with other values.
     *
     * @param change returns the next value, or null to keep the present one
     */
    public String with(Function<Value, String> change) {
        StringBuilder changed = new StringBuilder(text);
        for (int i = values.size() - 1; i >= 0; i--) {
            Value value = values.get(i);
            String next = change.apply(value);
            if (next != null) {
                String quoted = quoted(next);
                changed.replace(value.from(), value.to(),
                        changed.substring(value.from(), value.to()).endsWith("\n") ? quoted + "\n" : quoted);
            }
        }
        return changed.toString();
    }

    private static String quoted(String value) {
        StringBuilder quoted = new StringBuilder("\"");
        for (char c : JsonStringEncoder.getInstance().quoteAsString(value)) {
            quoted.append(isRefused(c) ? "\\u%04X".formatted((int) c) : String.valueOf(c));
        }
        return quoted.append('"').toString();
    }

    /** Whether the keys of a value say that it is a secret. */
    public static boolean soundsSecret(String path) {
        return SECRETS.matcher(path).find();
    }

    /** Returns a key in lower case, without - and _. */
    public static String uniform(String key) {
        return key.replaceAll("[-_]", "").toLowerCase(Locale.ROOT);
    }

    @Override
    public String toString() {
        return "SettingsText[" + members.keySet() + "]";
    }
}
