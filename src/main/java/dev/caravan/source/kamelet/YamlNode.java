package dev.caravan.source.kamelet;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
