package dev.caravan.source.mcp;

import dev.caravan.source.OneReading;
import dev.caravan.source.SourceProblemException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.ByteArrayResource;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * The text of {@code config/upstream.yaml}. Edits the lines of one server, and leaves all other lines as they are, with their comments. The
 * file must have {@code caravan:}, {@code upstream:} and {@code servers:} on lines of their own, and each server on its own lines.
 */
final class ServersText {

    private static final List<String> PATH = List.of("caravan", "upstream", "servers");
    private static final LoadSettings SETTINGS = LoadSettings.builder().setUseMarks(true).build();
    private static final String INDENT = "  ";

    /** Lines of a server: its name is on {@code first}, and {@code end} is the line after its last one. Both count from 0. */
    private record Place(int first, int end, int indent, NodeTuple server) {
    }

    private final String text;
    private final List<String> lines;
    private final Node root;

    private ServersText(String text) throws SourceProblemException {
        OneReading.require(text);
        this.text = text;
        this.lines = new ArrayList<>(List.of(text.split("\n", -1)));
        if (lines.get(lines.size() - 1).isEmpty()) {
            lines.remove(lines.size() - 1);
        }
        try {
            this.root = new Compose(SETTINGS).composeString(text).orElse(null);
        } catch (YamlEngineException e) {
            throw new SourceProblemException("The file can't be read as one YAML document, so that REST can't edit it");
        }
    }

    /** @param text empty for a file that does not exist */
    static ServersText of(String text) throws SourceProblemException {
        return new ServersText(text);
    }

    /**
     * Returns the settings of a server as YAML, without the indentation that they have in the file.
     *
     * @return null if the file does not have the server
     */
    String settings(String name) throws SourceProblemException {
        Place place = place(name);
        if (place == null) {
            return null;
        }
        Node value = place.server().getValueNode();
        int start = value.getStartMark().orElseThrow().getLine();
        List<String> own = new ArrayList<>();
        if (start == place.first()) {
            String line = lines.get(start);
            own.add(line.substring(line.offsetByCodePoints(0, value.getStartMark().orElseThrow().getColumn())));
            own.addAll(lines.subList(start + 1, place.end()));
        } else {
            own.addAll(lines.subList(place.first() + 1, place.end()));
        }
        int indent = own.stream().skip(start == place.first() ? 1 : 0).filter(line -> !line.isBlank()).mapToInt(ServersText::indent).min()
                .orElse(0);
        return own.stream().map(line -> line.substring(Math.min(indent, indent(line))).replaceFirst("\r$", ""))
                .collect(Collectors.joining("\n", "", "\n"));
    }

    /** Returns the names of the servers. */
    Set<String> names() {
        MappingNode servers = servers(root);
        return servers == null ? Set.of() : servers.getValue().stream().map(ServersText::key).collect(Collectors.toSet());
    }

    /** Returns the line, from 1, on which the settings of a server begin in the file. */
    int firstLine(String name) throws SourceProblemException {
        return place(name).first() + 2;
    }

    /**
     * Returns the text of the file with other settings of one server.
     *
     * @param settings null to remove the server
     * @throws SourceProblemException if the file has a form that can't be edited, or the settings would change more than the server
     */
    String with(String name, String settings) throws SourceProblemException {
        Place place = place(name);
        List<String> next = new ArrayList<>(lines);
        if (place != null) {
            next.subList(place.first(), place.end()).clear();
        }
        if (settings != null) {
            if (place != null) {
                next.addAll(place.first(), entry(name, settings, place.indent()));
            } else {
                add(next, name, settings);
            }
        } else if (place != null && servers(root).getValue().size() == 1) {
            int key = line(tuple(root, PATH.size()).getKeyNode());
            next.set(key, lines.get(key).replaceFirst(":\\s*(?=#|$)", ": {} ").stripTrailing());
        }
        String newline = text.contains("\r\n") ? "\r\n" : "\n";
        String edited = next.stream().map(line -> line.replaceFirst("\r$", "")).collect(Collectors.joining(newline, "", newline));
        check(name, settings, edited);
        return edited;
    }

    private void add(List<String> next, String name, String settings) throws SourceProblemException {
        int depth = PATH.size();
        while (depth > 0 && tuple(root, depth) == null) {
            depth--;
        }
        NodeTuple last = depth == 0 ? null : tuple(root, depth);
        int indent = 0;
        int at = next.size();
        if (last != null) {
            int key = line(last.getKeyNode());
            indent = indent(lines.get(key)) + INDENT.length();
            at = key + 1;
            if (last.getValueNode() instanceof MappingNode mapping && !mapping.getValue().isEmpty()) {
                if (mapping.getFlowStyle() == FlowStyle.FLOW) {
                    throw unusual();
                }
                indent = indent(lines.get(line(mapping.getValue().get(0).getKeyNode())));
            } else {
                next.set(key, emptied(lines.get(key)));
            }
        } else if (root != null && !(root instanceof MappingNode)) {
            throw unusual();
        }
        List<String> added = new ArrayList<>();
        for (String key : PATH.subList(depth, PATH.size())) {
            added.add(" ".repeat(indent) + key + ":");
            indent += INDENT.length();
        }
        added.addAll(entry(name, settings, indent));
        next.addAll(at, added);
    }

    /** Returns the line of a key without its empty value, {@code {}} or null. */
    private static String emptied(String line) {
        return line.replaceFirst(":\\s*(?:\\{\\s*}|null|~)?\\s*(#.*)?\r?$", ": $1").stripTrailing();
    }

    private static List<String> entry(String name, String settings, int indent) {
        List<String> entry = new ArrayList<>();
        entry.add(" ".repeat(indent) + name + ":");
        settings.stripTrailing().lines().forEach(line -> entry.add(line.isBlank() ? "" : " ".repeat(indent) + INDENT + line));
        return entry;
    }

    /** Makes sure that nothing but the one server differs, whatever the settings contain, and also as Spring reads the file. */
    private void check(String name, String settings, String edited) throws SourceProblemException {
        OneReading.require(edited);
        try {
            Map<String, Object> before = new LinkedHashMap<>();
            Map<String, Object> after = new LinkedHashMap<>();
            Object former = plain(root, "", name, before);
            Object next = plain(new Compose(SETTINGS).composeString(edited).orElse(null), "", name, after);
            Object expected = settings == null ? null
                    : plain(new Compose(SETTINGS).composeString(settings).orElse(null), "settings", name, new LinkedHashMap<>());
            if (String.valueOf(former).equals(String.valueOf(next)) && String.valueOf(expected).equals(String.valueOf(after.get(name)))
                    && others(text, name).equals(others(edited, name))) {
                return;
            }
        } catch (YamlEngineException | YAMLException | IllegalStateException | IOException e) {
            // the message below tells what to do
        }
        throw new SourceProblemException("The settings can't be written between the other servers of the file. Edit the file by hand");
    }

    /** Returns all settings that Spring reads from a text, without those of one server. */
    private static Map<String, Object> others(String yaml, String name) throws IOException {
        String server = String.join(".", PATH) + "." + name;
        Map<String, Object> others = new LinkedHashMap<>();
        for (PropertySource<?> document : new YamlPropertySourceLoader().load("file",
                new ByteArrayResource(yaml.getBytes(StandardCharsets.UTF_8)))) {
            for (String key : ((EnumerablePropertySource<?>) document).getPropertyNames()) {
                boolean own = key.equals(server) || key.startsWith(server + ".") || key.startsWith(server + "[");
                // such as servers: without a server
                boolean empty = String.join(".", PATH).startsWith(key) && String.valueOf(document.getProperty(key)).isEmpty();
                if (!own && !empty) {
                    others.put(document.getName() + " " + key, document.getProperty(key));
                }
            }
        }
        return others;
    }

    /**
     * Returns a node as maps, lists and texts, without the server of this name, which goes into {@code taken}. Empty mappings on the way to
     * servers are left out.
     */
    private static Object plain(Node node, String path, String name, Map<String, Object> taken) {
        if (node instanceof MappingNode mapping) {
            Map<String, Object> plain = new LinkedHashMap<>();
            for (NodeTuple member : mapping.getValue()) {
                String key = key(member);
                Object value = plain(member.getValueNode(), path + "/" + key, name, taken);
                if (path.equals("/caravan/upstream/servers") && key.equals(name)) {
                    taken.put(name, value);
                } else if (!"/caravan/upstream/servers".startsWith(path + "/" + key)
                        || !(value == null || value instanceof Map<?, ?> map && map.isEmpty())) {
                    plain.put(key, value);
                }
            }
            return path.isEmpty() && plain.isEmpty() ? null : plain;
        }
        if (node instanceof SequenceNode sequence) {
            return sequence.getValue().stream().map(item -> plain(item, path + "/-", name, taken)).toList();
        }
        return node instanceof ScalarNode scalar && !scalar.getTag().getValue().endsWith(":null") ? scalar.getTag() + scalar.getValue()
                : null;
    }

    private Place place(String name) throws SourceProblemException {
        MappingNode servers = servers(root);
        if (servers == null) {
            return null;
        }
        for (int i = 0; i < servers.getValue().size(); i++) {
            NodeTuple server = servers.getValue().get(i);
            if (key(server).equals(name)) {
                if (servers.getFlowStyle() == FlowStyle.FLOW) {
                    throw unusual();
                }
                int first = line(server.getKeyNode());
                int indent = indent(lines.get(first));
                int limit = i + 1 < servers.getValue().size() ? line(servers.getValue().get(i + 1).getKeyNode()) : lines.size();
                return new Place(first, end(first, limit, indent), indent, server);
            }
        }
        return null;
    }

    /** Returns the line after the last one that is indented more than the server's name. */
    private int end(int first, int limit, int indent) {
        int end = first + 1;
        for (int i = first + 1; i < limit; i++) {
            if (!lines.get(i).isBlank()) {
                if (indent(lines.get(i)) <= indent) {
                    break;
                }
                end = i + 1;
            }
        }
        return end;
    }

    private static MappingNode servers(Node root) {
        NodeTuple tuple = tuple(root, PATH.size());
        return tuple != null && tuple.getValueNode() instanceof MappingNode mapping ? mapping : null;
    }

    /** Returns the member at the first keys of the path; null if there is none. */
    private static NodeTuple tuple(Node root, int depth) {
        NodeTuple found = null;
        Node at = root;
        for (String key : PATH.subList(0, depth)) {
            found = at instanceof MappingNode mapping
                    ? mapping.getValue().stream().filter(member -> key(member).equals(key)).findFirst().orElse(null) : null;
            if (found == null) {
                return null;
            }
            at = found.getValueNode();
        }
        return found;
    }

    private static String key(NodeTuple member) {
        return member.getKeyNode() instanceof ScalarNode scalar ? scalar.getValue() : "";
    }

    private static int line(Node node) {
        return node.getStartMark().orElseThrow().getLine();
    }

    private static int indent(String line) {
        int indent = 0;
        while (indent < line.length() && line.charAt(indent) == ' ') {
            indent++;
        }
        return indent;
    }

    private static SourceProblemException unusual() {
        return new SourceProblemException(
                "The file has its servers in the form {…}. Write each server on lines of its own, or edit the file by hand");
    }
}
