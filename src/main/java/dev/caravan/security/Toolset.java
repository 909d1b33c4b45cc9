package dev.caravan.security;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.caravan.routes.FileProblemException;
import dev.caravan.routes.NamePatterns;
import dev.caravan.routes.SettingsFile;
import dev.caravan.routes.SettingsText;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Tools, resources and prompts that callers may get together, as {@code config/toolsets/NAME.yaml} selects them: by tag, by database, or by
 * name. The names decide last, so that {@code !name} leaves out what a tag selects.
 */
public final class Toolset {

    /** The tags of a database's tools begin with this; the name of the database follows. */
    public static final String DATABASE = "database:";

    /**
     * The settings of a toolset. Names may have {@code *} for any characters, and {@code !} before them to leave something out.
     *
     * @param tools     names of tools
     * @param resources URIs and URI templates of resources
     * @param prompts   names of prompts
     * @param tags      tags of tools, resources and prompts
     * @param databases names of databases, for their tools
     * @param overrides titles and descriptions in this toolset, by the names of the tools
     */
    record Settings(List<String> tools, List<String> resources, List<String> prompts, List<String> tags, List<String> databases,
            Map<String, Words> overrides) {

        Settings {
            tools = names("tools", tools);
            resources = names("resources", resources);
            prompts = names("prompts", prompts);
            tags = names("tags", tags);
            databases = names("databases", databases);
            overrides = overrides == null ? Map.of() : overrides;
            if (overrides.values().stream().anyMatch(Objects::isNull)) {
                throw new IllegalArgumentException("overrides must have a title or a description for each tool");
            }
        }

        private static List<String> names(String key, List<String> given) {
            if (given != null && given.stream().anyMatch(name -> name == null || name.isBlank())) {
                throw new IllegalArgumentException(key + " must have no empty name");
            }
            return given == null ? List.of() : given;
        }
    }

    /**
     * What lists show of a tool instead of its own words.
     *
     * @param title       null for the tool's own
     * @param description null for the tool's own
     */
    record Words(String title, String description) {

        JsonNode on(JsonNode definition) {
            ObjectNode shown = definition.deepCopy();
            if (title != null) {
                shown.put("title", title);
            }
            return description == null ? shown : shown.put("description", description);
        }
    }

    private static final SettingsFile<Settings> READER = new SettingsFile<>(null, Settings.class);

    private final String file;
    private final SettingsText text;
    private final Settings settings;
    private final Map<String, NamePatterns> names;
    /** Definitions with the words of this toolset, by those without them, which stay the same object until they change. */
    private final Cache<NavigableMap<String, JsonNode>, NavigableMap<String, JsonNode>> shown = Caffeine.newBuilder().weakKeys().build();

    private Toolset(String file, SettingsText text, Settings settings) {
        this.file = file;
        this.text = text;
        this.settings = settings;
        this.names = Map.of(Usable.TOOLS, new NamePatterns(settings.tools()), Usable.RESOURCES, new NamePatterns(settings.resources()),
                Usable.PROMPTS, new NamePatterns(settings.prompts()));
    }

    /**
     * Reads the text of a file.
     *
     * @throws FileProblemException with the line, if a gateway would refuse it
     */
    public static Toolset of(String file, String text) throws FileProblemException {
        return new Toolset(file, SettingsText.parse(file, text), READER.read(file, text));
    }

    /** Returns whether the toolset has this. */
    boolean has(Usable thing) {
        boolean tagged = thing.tags().stream().anyMatch(tag -> settings.tags().contains(tag)
                || tag.startsWith(DATABASE) && settings.databases().contains(tag.substring(DATABASE.length())));
        NamePatterns named = names.get(thing.list());
        return named == null ? tagged : named.admit(thing.key(), tagged);
    }

    /** Returns the definitions of tools with the titles and descriptions of this toolset, the same object for the same definitions. */
    NavigableMap<String, JsonNode> shown(NavigableMap<String, JsonNode> definitions) {
        return settings.overrides().keySet().stream().noneMatch(definitions::containsKey) ? definitions
                : shown.get(definitions, this::described);
    }

    private NavigableMap<String, JsonNode> described(NavigableMap<String, JsonNode> definitions) {
        NavigableMap<String, JsonNode> described = new TreeMap<>(definitions);
        settings.overrides().forEach((name, words) -> described.computeIfPresent(name, (same, definition) -> words.on(definition)));
        return Collections.unmodifiableNavigableMap(described);
    }

    /** Returns the names, tags and databases of the file that select none of these, each with its file and line. */
    List<String> unmatched(Collection<? extends Usable> all) {
        List<String> unmatched = new ArrayList<>();
        Map<String, List<String>> selectors = new LinkedHashMap<>();
        selectors.put(Usable.TOOLS, settings.tools());
        selectors.put(Usable.RESOURCES, settings.resources());
        selectors.put(Usable.PROMPTS, settings.prompts());
        selectors.forEach((list, patterns) -> unmatched(unmatched, list, patterns, pattern -> {
            NamePatterns one = new NamePatterns(List.of(pattern.replaceFirst("^!", "")));
            return all.stream().anyMatch(thing -> thing.list().equals(list) && one.admit(thing.key()));
        }));
        unmatched(unmatched, "tags", settings.tags(), tag -> all.stream().anyMatch(thing -> thing.tags().contains(tag)));
        unmatched(unmatched, "databases", settings.databases(),
                name -> all.stream().anyMatch(thing -> thing.tags().contains(DATABASE + name)));
        List<String> tools = all.stream().filter(thing -> thing.list().equals(Usable.TOOLS) && has(thing))
                .<String>map(Usable::key).toList();
        settings.overrides().keySet().stream().filter(name -> !tools.contains(name)).forEach(name -> unmatched.add(
                file + ":" + text.line("overrides." + name) + ": overrides: " + name + " is no tool of this toolset"));
        return unmatched;
    }

    private void unmatched(List<String> unmatched, String key, List<String> selectors, Predicate<String> selects) {
        for (int i = 0; i < selectors.size(); i++) {
            if (!selects.test(selectors.get(i))) {
                unmatched.add(file + ":" + text.line(key + "." + i) + ": " + key + ": " + selectors.get(i) + " selects nothing");
            }
        }
    }
}
