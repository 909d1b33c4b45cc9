package dev.caravan.source;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** The settings of a source as YAML text: a mapping, or nothing. Values are found and replaced in the text, so that comments stay. */
public final class SettingsText {

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

    private static final LoadSettings SETTINGS = LoadSettings.builder().setUseMarks(true).setAllowDuplicateKeys(false).build();

    private static final Pattern SECRETS = Pattern.compile(
            "secret|token(?!-?_?url)|passw|pwd|api-?_?key|private-?_?key|credential|authorization", Pattern.CASE_INSENSITIVE);

    private static final int DEEPEST = 30;

    private final String text;
    private final List<Value> values = new ArrayList<>();
    private final Map<String, Object> members = new LinkedHashMap<>();

    private SettingsText(String text) {
        this.text = text;
    }

    /** @throws SourceProblemException with the line, if the text is no plain mapping. Anchors, aliases and merge keys are refused */
    public static SettingsText parse(String text) throws SourceProblemException {
        OneReading.require(text);
        SettingsText parsed = new SettingsText(text);
        try {
            int depth = 0;
            for (Event event : new Parse(SETTINGS).parseString(text)) {
                depth += event instanceof CollectionStartEvent ? 1 : event instanceof CollectionEndEvent ? -1 : 0;
                if (depth > DEEPEST) {
                    throw SourceProblemException.at(line(event), 0, "the settings are nested too deep");
                }
                if (event instanceof AliasEvent || event instanceof NodeEvent node && node.getAnchor().isPresent()) {
                    throw SourceProblemException.at(line(event), 0,
                            "anchors (&name) and aliases (*name) are not supported; write the value out");
                }
                if (event instanceof ScalarEvent scalar && scalar.getTag().isPresent()
                        || event instanceof CollectionStartEvent collection && collection.getTag().isPresent()) {
                    throw SourceProblemException.at(line(event), 0, "tags (!name) are not supported; write the value in quotes");
                }
            }
            Node root = new Compose(SETTINGS).composeString(text).orElse(null);
            if (root instanceof MappingNode mapping) {
                for (NodeTuple member : mapping.getValue()) {
                    String key = key(member);
                    if (parsed.members.put(uniform(key), parsed.plain(uniform(key), key, member.getValueNode())) != null) {
                        throw twice(member, key);
                    }
                }
            } else if (root != null && !(root instanceof ScalarNode scalar && scalar.getValue().isEmpty())) {
                throw SourceProblemException.at(1, 0, "the settings must be a mapping, NAME: VALUE");
            }
            return parsed;
        } catch (MarkedYamlEngineException e) {
            throw SourceProblemException.at(e.getProblemMark().map(mark -> mark.getLine() + 1).orElse(0),
                    e.getProblemMark().map(mark -> mark.getColumn() + 1).orElse(0), e.getProblem());
        } catch (YamlEngineException e) {
            throw SourceProblemException.at(0, 0, String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
        }
    }

    private static int line(Event event) {
        return event.getStartMark().map(mark -> mark.getLine() + 1).orElse(0);
    }

    private static SourceProblemException twice(NodeTuple member, String key) {
        return SourceProblemException.at(member.getKeyNode().getStartMark().map(mark -> mark.getLine() + 1).orElse(0), 0,
                key + " is here twice");
    }

    private static String key(NodeTuple member) throws SourceProblemException {
        int line = member.getKeyNode().getStartMark().map(mark -> mark.getLine() + 1).orElse(0);
        if (!(member.getKeyNode() instanceof ScalarNode key)) {
            throw SourceProblemException.at(line, 0, "a key must be a single value");
        }
        if (key.getValue().equals("<<")) {
            throw SourceProblemException.at(line, 0, "merge keys (<<) are not supported; write the settings out");
        }
        return key.getValue();
    }

    /** Notes the single values below a node, and returns it as maps, lists and texts. */
    private Object plain(String member, String path, Node node) throws SourceProblemException {
        if (node instanceof MappingNode mapping) {
            Map<String, Object> plain = new LinkedHashMap<>();
            for (NodeTuple each : mapping.getValue()) {
                if (plain.put(key(each), plain(member, path + "." + key(each), each.getValueNode())) != null) {
                    throw twice(each, key(each));
                }
            }
            return plain;
        }
        if (node instanceof SequenceNode sequence) {
            List<Object> plain = new ArrayList<>();
            for (Node item : sequence.getValue()) {
                plain.add(plain(member, path + "." + plain.size(), item));
            }
            return plain;
        }
        ScalarNode scalar = (ScalarNode) node;
        values.add(new Value(member, path, scalar.getValue(), offset(scalar.getStartMark().orElseThrow().getIndex()),
                offset(scalar.getEndMark().orElseThrow().getIndex())));
        return scalar.getTag() + scalar.getValue();
    }

    private int offset(int codePoints) {
        return text.offsetByCodePoints(0, codePoints);
    }

    /** Returns the single values in the order of the text. */
    public List<Value> values() {
        return values;
    }

    /** Returns {top-level key, in lower case without - and _: its value}. */
    Map<String, Object> members() {
        return members;
    }

    /** Returns the value at this path; null if there is none. */
    public String at(String path) {
        return values.stream().filter(value -> value.path().equals(path)).map(Value::text).findFirst().orElse(null);
    }

    /**
     * Returns the text with other values.
     *
     * @param change returns the next value, or null to keep the present one
     */
    String with(Function<Value, String> change) {
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
            quoted.append(OneReading.isRefused(c) ? "\\u%04X".formatted((int) c) : String.valueOf(c));
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
