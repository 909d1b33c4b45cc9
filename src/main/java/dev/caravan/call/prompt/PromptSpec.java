package dev.caravan.call.prompt;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.call.ArgumentName;
import dev.caravan.call.Definition;
import dev.caravan.call.DefinitionKind;
import dev.caravan.call.Options;
import dev.caravan.call.Suggestions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.springframework.util.unit.DataSize;

/**
 * A prompt's definition, checked.
 *
 * @param definition entry of {@code prompts/list} (MCP, prompts, data types); do not change it
 * @param timeout    null means the default
 * @param maxResult  limit of the JSON; null means the default
 */
record PromptSpec(String key, ObjectNode definition, List<Argument> arguments, Set<String> tags, Duration timeout, DataSize maxResult)
        implements Definition {

    static PromptSpec of(String name, Options options) {
        Map<String, String> own = options.startingWith("argument.");
        ObjectNode given = options.object("definition");
        if (given != null && !own.isEmpty()) {
            throw new IllegalArgumentException("definition and argument.* exclude each other");
        }
        List<Argument> arguments = given == null ? Argument.of(own)
                : Argument.of(given.path("arguments"), Suggestions.ofAll("completions", options.text("completions")));
        ObjectNode definition = options.describe(JsonNodeFactory.instance.objectNode().put("name", name), name, given);
        if (!arguments.isEmpty()) {
            ArrayNode list = definition.putArray("arguments");
            arguments.forEach(argument -> list.add(argument.definition()));
        }
        return new PromptSpec(name, definition, arguments, options.tags(), options.timeout(), options.maxResult());
    }

    @Override
    public DefinitionKind kind() {
        return DefinitionKind.PROMPT;
    }

    @Override
    public Map<String, Suggestions> completions() {
        return arguments.stream().collect(Collectors.toMap(Argument::name, Argument::suggestions));
    }

    /**
     * An argument from options: {@code argument.city=Which city}, {@code argument.city.title}, {@code .required=true},
     * {@code .complete=Berlin,Paris}.
     *
     * @param title       null if it has none
     * @param suggestions values or route that complete it
     */
    record Argument(String name, String title, String description, boolean required, Suggestions suggestions) {

        private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_-]{0,63}");
        private static final String PREFIX = "argument.";
        private static final Set<String> ATTRIBUTES = Set.of("title", "required", "complete");

        /** Returns the arguments, required ones first, each group ordered by name, because Camel does not keep the order of options. */
        static List<Argument> of(Map<String, String> options) {
            Map<String, String> sorted = new TreeMap<>(options);
            List<Argument> arguments = new ArrayList<>();
            sorted.forEach((name, description) -> {
                int dot = name.indexOf('.');
                if (dot < 0) {
                    arguments.add(of(name, description, sorted));
                } else {
                    checkAttribute(name.substring(0, dot), name.substring(dot + 1), sorted);
                }
            });
            arguments.sort(Comparator.comparing(argument -> !argument.required()));
            return arguments;
        }

        /** Returns the arguments of a definition from elsewhere, in its order. */
        static List<Argument> of(JsonNode definitions, Suggestions suggestions) {
            List<Argument> arguments = new ArrayList<>();
            for (JsonNode each : definitions) {
                String name = each.path("name").asText();
                checkName(name);
                arguments.add(new Argument(name, each.path("title").textValue(), each.path("description").asText(name),
                        each.path("required").asBoolean(), suggestions));
            }
            return arguments;
        }

        private static void checkName(String name) {
            if (!NAME.matcher(name).matches()) {
                throw new IllegalArgumentException(PREFIX + name
                        + ": a name must have 1 to 64 characters of A-Z a-z 0-9 _ - and must not begin with a digit or -");
            }
        }

        private static Argument of(String name, String description, Map<String, String> options) {
            checkName(name);
            ArgumentName.check(PREFIX + name, name);
            String complete = options.get(name + ".complete");
            return new Argument(name, options.get(name + ".title"), description.strip(),
                    required(name, options.getOrDefault(name + ".required", "false")),
                    complete == null ? Suggestions.NONE : Suggestions.of(PREFIX + name + ".complete", complete));
        }

        private static void checkAttribute(String name, String attribute, Map<String, String> options) {
            String option = PREFIX + name + "." + attribute;
            if (!ATTRIBUTES.contains(attribute)) {
                throw new IllegalArgumentException(option + ": only title, required and complete are allowed after a name");
            }
            if (!options.containsKey(name)) {
                throw new IllegalArgumentException(option + " describes " + name + ", which has no description. Add " + PREFIX + name);
            }
        }

        private static boolean required(String name, String text) {
            if (!text.equals("true") && !text.equals("false")) {
                throw new IllegalArgumentException(PREFIX + name + ".required must be true or false");
            }
            return text.equals("true");
        }

        /** Returns the entry of {@code prompts/list}. */
        ObjectNode definition() {
            ObjectNode definition = JsonNodeFactory.instance.objectNode().put("name", name);
            if (title != null) {
                definition.put("title", title);
            }
            return definition.put("description", description).put("required", required);
        }
    }
}
