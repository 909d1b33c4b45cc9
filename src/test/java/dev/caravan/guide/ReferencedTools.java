package dev.caravan.guide;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.OwnGateway;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The sections of the page of tools: each tool with the tools of other databases that take the same arguments. A database's tool shares a
 * section with another one when schemas and hints are equal and its description is the same, or the same with some words added.
 */
final class ReferencedTools {

    static final GuidePage PAGE = GuidePage.of("reference/tools.md");
    /** The databases in the order of the page. Their names in the reference are those of their types. */
    static final List<String> DATABASES = List.of("postgresql", "mysql", "sqlite", "mongodb", "redis", "opensearch", "supabase");

    /** Nothing listens there: definitions of tools need no server. */
    private static final Map<String, String> URLS = Map.of("postgresql", "jdbc:postgresql://127.0.0.1:9/shop", "mysql",
            "jdbc:mysql://127.0.0.1:9/shop", "sqlite", "jdbc:sqlite:target/reference.db", "mongodb", "mongodb://127.0.0.1:9/shop", "redis",
            "redis://127.0.0.1:9/0", "opensearch", "http://127.0.0.1:9", "supabase", "http://127.0.0.1:9/");

    private static final Pattern EXAMPLE = Pattern.compile("(?s)### (\\w+)\n((?:(?!\n### ).)*?)```json\n(.*?)\n```");
    private static final Pattern ALSO = Pattern.compile("(?m)^Also: (.+)$");
    private static final Pattern NAME = Pattern.compile("`(db_\\w+)`");
    private static final Pattern OF_DATABASE = Pattern.compile("db_[a-z]+_(" + String.join("|", DATABASES) + ")");

    /** @param added words that the description has in addition to that of the section */
    record Also(String name, String added) { }

    record Section(JsonNode tool, List<Also> others) {

        String name() {
            return tool.get("name").asText();
        }

        String also() {
            List<String> names = others.stream().filter(other -> other.added().isEmpty()).map(other -> "`" + other.name() + "`").toList();
            String longer = others.stream().filter(other -> !other.added().isEmpty())
                    .map(other -> " `" + other.name() + "` too; its description adds: " + other.added())
                    .collect(Collectors.joining());
            return others.isEmpty() ? "" : "Also: " + String.join(", ", names) + "." + longer + "\n\n";
        }
    }

    private ReferencedTools() {
    }

    /** Starts a gateway with all routes and all databases. Tests of references share it. */
    static OwnGateway gateway() {
        OwnGateway.Builder builder = OwnGateway.withAllRoutes().set("databases.supabase.key", "key").set("recall.local", true).shared();
        URLS.forEach((name, url) -> builder.set("databases." + name + ".type", name).set("databases." + name + ".url", url));
        return builder.start();
    }

    /**
     * @param tools in the order of the page, but for those of databases: here they come by their verbs, then in the order of
     * {@link #DATABASES}
     */
    static List<Section> sections(List<JsonNode> tools) {
        Map<Boolean, List<JsonNode>> kinds = tools.stream().collect(Collectors.partitioningBy(ReferencedTools::isOfDatabase));
        List<JsonNode> ordered = new ArrayList<>(kinds.get(false));
        long before = ordered.stream().takeWhile(tool -> tool.get("name").asText().compareTo("db_") < 0).count();
        ordered.addAll((int) before, kinds.get(true).stream().sorted(Comparator.comparing(ReferencedTools::rank)).toList());
        Map<String, Section> sections = new LinkedHashMap<>();
        for (JsonNode tool : ordered) {
            Section fitting = isOfDatabase(tool)
                    ? sections.values().stream().filter(section -> added(section.tool(), tool) != null).findFirst().orElse(null) : null;
            if (fitting == null) {
                sections.put(tool.get("name").asText(), new Section(tool, new ArrayList<>()));
            } else {
                fitting.others().add(new Also(tool.get("name").asText(), added(fitting.tool(), tool)));
            }
        }
        return List.copyOf(sections.values());
    }

    static boolean isOfDatabase(JsonNode tool) {
        return OF_DATABASE.matcher(tool.get("name").asText()).matches();
    }

    private static String rank(JsonNode tool) {
        String name = tool.get("name").asText();
        return name.substring(0, name.lastIndexOf('_')) + DATABASES.indexOf(name.substring(name.lastIndexOf('_') + 1));
    }

    /** The words that a tool's description has in addition; null if the tools differ in another way. */
    private static String added(JsonNode base, JsonNode tool) {
        for (String member : List.of("inputSchema", "outputSchema")) {
            if (!base.path(member).equals(tool.path(member))) {
                return null;
            }
        }
        String name = tool.get("name").asText();
        if (!verb(base).equals(verb(tool)) || !ToolText.hints(base).equals(ToolText.hints(tool))) {
            return null;
        }
        String words = text(tool, name);
        String before = text(base, base.get("name").asText());
        int same = 0;
        while (same < before.length() && same < words.length() && before.charAt(same) == words.charAt(same)) {
            same++;
        }
        return words.endsWith(before.substring(same)) && words.length() >= before.length()
                ? words.substring(same, words.length() - before.length() + same).strip() : null;
    }

    private static String verb(JsonNode tool) {
        return tool.get("name").asText().replaceFirst("_[a-z]+$", "");
    }

    /** The description without the database's product and name. */
    private static String text(JsonNode tool, String name) {
        return tool.get("description").asText().replaceFirst("\\w+ database " + name.substring(name.lastIndexOf('_') + 1), "database");
    }

    /**
     * The example of the page for each tool, those that a section also names among them. In the order of their names, tools that add come
     * before those that find.
     */
    static Map<String, String> examples() {
        Map<String, String> examples = new TreeMap<>();
        EXAMPLE.matcher(PAGE.part("tools")).results().forEach(section -> {
            examples.put(section.group(1), section.group(3));
            ALSO.matcher(section.group(2)).results().flatMap(also -> NAME.matcher(also.group(1)).results())
                    .forEach(name -> examples.put(name.group(1), section.group(3)));
        });
        return examples;
    }
}
