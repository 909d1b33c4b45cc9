package dev.caravan.call.prompt;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.call.ArgumentName;
import dev.caravan.call.completion.Suggestions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * An argument from options: {@code argument.city=Which city}, {@code argument.city.title}, {@code .required=true},
 * {@code .complete=Berlin,Paris}.
 *
 * @param title       null if it has none
 * @param suggestions values or route that complete it
 */
record PromptArgument(String name, String title, String description, boolean required, Suggestions suggestions) {

    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_-]{0,63}");
    private static final String PREFIX = "argument.";
    private static final Set<String> ATTRIBUTES = Set.of("title", "required", "complete");

    /** Returns the arguments, required ones first, each group ordered by name, because Camel does not keep the order of options. */
    static List<PromptArgument> of(Map<String, Object> options) {
        Map<String, Object> sorted = new TreeMap<>(options);
        List<PromptArgument> arguments = new ArrayList<>();
        sorted.forEach((name, description) -> {
            int dot = name.indexOf('.');
            if (dot < 0) {
                arguments.add(of(name, String.valueOf(description), sorted));
            } else {
                checkAttribute(name.substring(0, dot), name.substring(dot + 1), sorted);
            }
        });
        arguments.sort(Comparator.comparing(argument -> !argument.required()));
        return arguments;
    }

    /** Returns the arguments of a definition from elsewhere, in its order. */
    static List<PromptArgument> of(JsonNode definitions, Suggestions suggestions) {
        List<PromptArgument> arguments = new ArrayList<>();
        for (JsonNode each : definitions) {
            String name = each.path("name").asText();
            checkName(name);
            arguments.add(new PromptArgument(name, each.path("title").textValue(), each.path("description").asText(name), each.path("required").asBoolean(), suggestions));
        }
        return arguments;
    }

    private static void checkName(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(PREFIX + name + ": a name must have 1 to 64 characters of A-Z a-z 0-9 _ - and must not begin with a digit or -");
        }
    }

    private static PromptArgument of(String name, String description, Map<String, Object> options) {
        checkName(name);
        ArgumentName.check(PREFIX + name, name);
        Object title = options.get(name + ".title");
        Object complete = options.get(name + ".complete");
        return new PromptArgument(name, title == null ? null : title.toString(), description.strip(), required(name, options.get(name + ".required")),
                complete == null ? Suggestions.NONE : Suggestions.of(PREFIX + name + ".complete", complete.toString()));
    }

    private static void checkAttribute(String name, String attribute, Map<String, Object> options) {
        String option = PREFIX + name + "." + attribute;
        if (!ATTRIBUTES.contains(attribute)) {
            throw new IllegalArgumentException(option + ": only title, required and complete are allowed after a name");
        }
        if (!options.containsKey(name)) {
            throw new IllegalArgumentException(option + " describes " + name + ", which has no description. Add " + PREFIX + name);
        }
    }

    private static boolean required(String name, Object option) {
        String text = option == null ? "false" : option.toString();
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
