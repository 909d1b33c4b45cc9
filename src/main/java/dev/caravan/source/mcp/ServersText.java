package dev.caravan.source.mcp;

import dev.caravan.source.SettingsText;
import dev.caravan.source.SourceProblemException;
import dev.caravan.source.YamlNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.ByteArrayResource;
import org.yaml.snakeyaml.DumperOptions.FlowStyle;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;

/**
 * The text of {@code config/upstream.yaml}. Edits the lines of one server, and leaves all other lines as they are, with their comments. The
 * file must have {@code caravan:}, {@code upstream:} and {@code servers:} on lines of their own, and each server on its own lines.
 */
record ServersText(String text, List<String> lines, Node root) {

    private static final List<String> PATH = List.of("caravan", "upstream", "servers");
    private static final String INDENT = "  ";

    /** @param text empty for a file that does not exist */
    static ServersText of(String text) throws SourceProblemException {
        SettingsText.requireCharacters(text);
        try {
            return new ServersText(text, text.lines().toList(), YamlNode.parse("file", text).node());
        } catch (SourceProblemException e) {
            throw new SourceProblemException("The file can't be read as one YAML document, so that REST can't edit it");
        }
    }

    /** Returns the names of the servers. */
    Set<String> names() {
        return members(servers()).keySet();
    }

    /**
     * Returns the settings of a server as YAML, without the indentation that they have in the file.
     *
     * @return null if the file does not have the server
     */
    String settings(String name) throws SourceProblemException {
        NodeTuple server = server(name);
        if (server == null) {
            return null;
        }
        int first = line(server.getKeyNode());
        List<String> own = new ArrayList<>(lines.subList(first + 1, end(first)));
        int indent = own.stream().filter(line -> !line.isBlank()).mapToInt(ServersText::indent).min().orElse(0);
        own.replaceAll(line -> line.substring(Math.min(indent, indent(line))));
        if (line(server.getValueNode()) == first) {
            String line = lines.get(first);
            own.add(0, line.substring(line.offsetByCodePoints(0, server.getValueNode().getStartMark().getColumn())));
        }
        return String.join("\n", own) + "\n";
    }

    /** Returns the line, from 1, on which the settings of a server begin in the file. */
    int firstLine(String name) throws SourceProblemException {
        return line(server(name).getKeyNode()) + 2;
    }

    /**
     * Returns the text of the file with other settings of one server.
     *
     * @param settings null to remove the server
     * @throws SourceProblemException if the file has a form that can't be edited, or the settings would change more than the server
     */
    String with(String name, String settings) throws SourceProblemException {
        NodeTuple server = server(name);
        List<String> next = new ArrayList<>(lines);
        if (server != null) {
            int first = line(server.getKeyNode());
            next.subList(first, end(first)).clear();
            if (settings != null) {
                next.addAll(first, entry(name, settings, indent(lines.get(first))));
            } else if (names().size() == 1) {
                int key = line(tuple(PATH.size()).getKeyNode());
                next.set(key, lines.get(key).replaceFirst(":\\s*(?=#|$)", ": {} ").stripTrailing());
            }
        } else if (settings != null) {
            add(next, name, settings);
        }
        String newline = text.contains("\r\n") ? "\r\n" : "\n";
        String edited = String.join(newline, next) + newline;
        check(name, settings, edited);
        return edited;
    }

    private void add(List<String> next, String name, String settings) throws SourceProblemException {
        int depth = PATH.size();
        while (depth > 0 && tuple(depth) == null) {
            depth--;
        }
        int indent = 0;
        int at = next.size();
        if (depth > 0) {
            NodeTuple last = tuple(depth);
            int key = line(last.getKeyNode());
            indent = indent(lines.get(key)) + INDENT.length();
            at = key + 1;
            if (last.getValueNode() instanceof MappingNode mapping && !mapping.getValue().isEmpty()) {
                requireLines(mapping);
                indent = indent(lines.get(line(mapping.getValue().get(0).getKeyNode())));
            } else { // without its empty value, {} or null
                next.set(key, lines.get(key).replaceFirst(":\\s*(?:\\{\\s*}|null|~)?\\s*(#.*)?$", ": $1").stripTrailing());
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

    private static List<String> entry(String name, String settings, int indent) {
        List<String> entry = new ArrayList<>();
        entry.add(" ".repeat(indent) + name + ":");
        settings.stripTrailing().lines().forEach(line -> entry.add(line.isBlank() ? "" : " ".repeat(indent) + INDENT + line));
        return entry;
    }

    /** Makes sure that nothing but the one server differs as Spring reads the file, whatever the settings contain. */
    private void check(String name, String settings, String edited) throws SourceProblemException {
        String server = String.join(".", PATH) + "." + name;
        SettingsText.requireCharacters(edited);
        try {
            Map<String, Object> expected = read(text);
            expected.keySet().removeIf(key -> isOf(server, key));
            if (settings != null) {
                read(name + ":\n" + settings.indent(1)).forEach((key, value) -> expected.put(String.join(".", PATH) + "." + key, value));
            }
            if (expected.equals(read(edited))) {
                return;
            }
        } catch (IOException | YAMLException | IllegalStateException e) {
            // the message below tells what to do
        }
        throw new SourceProblemException("The settings can't be written between the other servers of the file. Edit the file by hand");
    }

    private static boolean isOf(String server, String key) {
        return key.equals(server) || key.startsWith(server + ".") || key.startsWith(server + "[");
    }

    /** Returns all settings that Spring reads from a text, without empty ones on the way to the servers. */
    private static Map<String, Object> read(String yaml) throws IOException {
        Map<String, Object> read = new LinkedHashMap<>();
        List<PropertySource<?>> documents = new YamlPropertySourceLoader().load("file",
                new ByteArrayResource(yaml.getBytes(StandardCharsets.UTF_8)));
        if (documents.size() > 1) {
            throw new IllegalStateException("there are several documents");
        }
        for (PropertySource<?> document : documents) {
            for (String key : ((EnumerablePropertySource<?>) document).getPropertyNames()) {
                String value = String.valueOf(document.getProperty(key));
                if (!value.isEmpty() || !String.join(".", PATH).startsWith(key)) {
                    read.put(key, value);
                }
            }
        }
        return read;
    }

    private NodeTuple server(String name) throws SourceProblemException {
        NodeTuple server = members(servers()).get(name);
        if (server != null) {
            requireLines((MappingNode) servers());
        }
        return server;
    }

    /** Returns the line after the last one that is indented more than this one. */
    private int end(int first) {
        int end = first + 1;
        for (int i = end; i < lines.size() && (lines.get(i).isBlank() || indent(lines.get(i)) > indent(lines.get(first))); i++) {
            end = lines.get(i).isBlank() ? end : i + 1;
        }
        return end;
    }

    private Node servers() {
        NodeTuple tuple = tuple(PATH.size());
        return tuple == null ? null : tuple.getValueNode();
    }

    /** Returns the member at the first keys of the path; null if there is none. */
    private NodeTuple tuple(int depth) {
        NodeTuple found = null;
        Node at = root;
        for (String key : PATH.subList(0, depth)) {
            found = members(at).get(key);
            at = found == null ? null : found.getValueNode();
        }
        return found;
    }

    private static Map<String, NodeTuple> members(Node node) {
        Map<String, NodeTuple> members = new LinkedHashMap<>();
        if (node instanceof MappingNode mapping) {
            mapping.getValue().forEach(member -> members.put(member.getKeyNode() instanceof ScalarNode key ? key.getValue() : "", member));
        }
        return members;
    }

    private static int line(Node node) {
        return node.getStartMark().getLine();
    }

    private static int indent(String line) {
        return line.length() - line.replaceFirst("^ +", "").length();
    }

    private static void requireLines(MappingNode servers) throws SourceProblemException {
        if (servers.getFlowStyle() == FlowStyle.FLOW) {
            throw unusual();
        }
    }

    private static SourceProblemException unusual() {
        return new SourceProblemException(
                "The file has its servers in the form {…}. Write each server on lines of its own, or edit the file by hand");
    }
}
