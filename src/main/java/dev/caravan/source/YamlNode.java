package dev.caravan.source;

import dev.caravan.json.JsonMappers;
import java.io.StringReader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * A value in a YAML text, with its place. Spring and Jackson read files with the same parser, so that none of them sees a setting that was
 * not checked.
 *
 * @param file name of the text, for messages
 * @param node null for a text without a value
 */
public record YamlNode(String file, Node node) {

    /** @throws SourceProblemException if the text is not one YAML document */
    public static YamlNode parse(String file, String text) throws SourceProblemException {
        try {
            return new YamlNode(file, JsonMappers.yamlNodes().compose(new StringReader(text)));
        } catch (YAMLException e) {
            throw SourceProblemException.of(file, e);
        }
    }

    /** Returns the line, from 1. */
    public int line() {
        return node == null ? 1 : node.getStartMark().getLine() + 1;
    }

    public SourceProblemException problem(String message) {
        return new SourceProblemException(file, line(), 0, message);
    }

    public boolean isMapping() {
        return node instanceof MappingNode;
    }

    /** Returns the members of a mapping in their order. An empty value has none. */
    public Map<String, YamlNode> members() throws SourceProblemException {
        Map<String, YamlNode> members = new LinkedHashMap<>();
        if (node instanceof MappingNode mapping) {
            for (NodeTuple tuple : mapping.getValue()) {
                YamlNode key = new YamlNode(file, tuple.getKeyNode());
                if (key.text().equals("<<")) {
                    throw key.problem("merge keys (<<) are not supported; write the settings out");
                }
                if (members.put(key.text(), new YamlNode(file, tuple.getValueNode())) != null) {
                    throw key.problem(key.text() + " is here twice");
                }
            }
        } else if (!isEmpty()) {
            throw problem("a mapping is expected here, NAME: VALUE");
        }
        return members;
    }

    public List<YamlNode> items() throws SourceProblemException {
        if (node instanceof SequenceNode list) {
            return list.getValue().stream().map(item -> new YamlNode(file, item)).toList();
        }
        throw problem("a list is expected here, such as [one, two]");
    }

    public boolean isEmpty() {
        return node == null || node instanceof ScalarNode scalar && scalar.getScalarStyle() == ScalarStyle.PLAIN
                && List.of("", "null", "~").contains(scalar.getValue());
    }

    /** Returns a single value as it is written. */
    public String text() throws SourceProblemException {
        if (node instanceof ScalarNode scalar) {
            return scalar.getValue();
        }
        throw problem("a single value is expected here");
    }
}
