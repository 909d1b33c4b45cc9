package dev.caravan.source.mcp;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/**
 * Finds empty mappings in {@code config/upstream.yaml}, which Spring's reader leaves out. {@code expose: {}} offers all tools. An empty mapping under
 * an unknown key is an error; under any other known key, it has no effect.
 */
final class EmptyMappings {

    private static final Set<String> KNOWN = Arrays.stream(UpstreamProperties.Server.class.getRecordComponents()).map(component -> uniform(component.getName()))
            .collect(Collectors.toSet());

    private EmptyMappings() {
    }

    /** Returns the settings that replace the empty mappings, by their full names. */
    static Map<String, Object> in(String yaml) {
        Map<String, Object> settings = new LinkedHashMap<>();
        Node root = new Compose(LoadSettings.builder().build()).composeString(yaml).orElse(null);
        for (NodeTuple server : members(member(member(member(root, "caravan"), "upstream"), "servers"))) {
            for (NodeTuple setting : members(server.getValueNode())) {
                if (setting.getValueNode() instanceof MappingNode mapping && mapping.getValue().isEmpty()) {
                    String key = text(setting.getKeyNode());
                    String name = "caravan.upstream.servers[" + text(server.getKeyNode()) + "]." + key;
                    if (uniform(key).equals("expose")) {
                        settings.put(name + ".prefix", "");
                    } else if (!KNOWN.contains(uniform(key))) {
                        settings.put(name, "");
                    }
                }
            }
        }
        return settings;
    }

    private static String uniform(String key) {
        return key.replaceAll("[-_]", "").toLowerCase(Locale.ROOT);
    }

    private static Iterable<NodeTuple> members(Node node) {
        return node instanceof MappingNode mapping ? mapping.getValue() : Set.of();
    }

    private static Node member(Node node, String name) {
        for (NodeTuple tuple : members(node)) {
            if (name.equals(text(tuple.getKeyNode()))) {
                return tuple.getValueNode();
            }
        }
        return null;
    }

    private static String text(Node node) {
        return node instanceof ScalarNode scalar ? scalar.getValue() : "";
    }
}
