package dev.caravan.source.openapi;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.caravan.json.JsonMappers;
import dev.caravan.source.SourceProblemException;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.springframework.core.env.PropertyResolver;

/** Reads the settings of an API. Placeholders such as {@code ${TOKEN}} are replaced by settings and environment variables. */
record ApiSettingsFile(PropertyResolver environment) {

    private static final ObjectMapper YAML = JsonMappers.yaml();
    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{([^}:]+)}");

    /** Members in which placeholders are replaced. Elsewhere, such a text may be part of a description. */
    private static final Set<String> RESOLVED = Set.of("server", "credentials", "headers", "oauth");

    /**
     * Reads the text of a file.
     *
     * @throws SourceProblemException with line and reason, never with the value of a credential
     */
    ApiSettings read(String file, String text) throws SourceProblemException {
        for (String name : placeholders(text)) {
            if (!environment.containsProperty(name)) {
                throw new SourceProblemException(file, line(text, "${" + name), 0,
                        "${" + name + "} is not set. Set an environment variable or a setting of this name");
            }
        }
        try {
            JsonNode tree = YAML.readTree(text);
            if (tree instanceof ObjectNode object) {
                object.properties().stream().filter(member -> RESOLVED.contains(member.getKey()))
                        .forEach(member -> member.setValue(resolved(member.getValue())));
            }
            return tree.isMissingNode() || tree.isNull() ? ApiSettings.NONE : YAML.treeToValue(tree, ApiSettings.class);
        } catch (JsonMappingException e) {
            String reason = reason(e);
            throw new SourceProblemException(file, line(text, key(e, reason)), 0, reason);
        } catch (JsonProcessingException e) {
            throw SourceProblemException.of(file, e);
        } catch (IllegalArgumentException e) {
            throw new SourceProblemException(file, 0, 0, "a placeholder can't be replaced");
        }
    }

    private JsonNode resolved(JsonNode value) {
        if (value instanceof ObjectNode object) {
            object.properties().forEach(member -> member.setValue(resolved(member.getValue())));
        } else if (value instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                array.set(i, resolved(array.get(i)));
            }
        }
        return value.isTextual() ? TextNode.valueOf(environment.resolveRequiredPlaceholders(value.textValue())) : value;
    }

    /** Returns the names of placeholders without a default. */
    private static List<String> placeholders(String text) {
        return text.lines().filter(line -> !line.strip().startsWith("#")).flatMap(line -> PLACEHOLDER.matcher(line).results())
                .map(found -> found.group(1)).distinct().collect(Collectors.toList());
    }

    private static int line(String text, String part) {
        return 1 + (int) text.substring(0, Math.max(0, text.indexOf(part))).chars().filter(c -> c == '\n').count();
    }

    /** Returns the key at fault with its colon, as the file has it. */
    private static String key(JsonMappingException e, String reason) {
        String path = e instanceof UnrecognizedPropertyException unknown ? unknown.getPropertyName()
                : e.getCause() instanceof IllegalArgumentException ? reason.split("[ :]", 2)[0] : path(e);
        return path.substring(path.lastIndexOf('.') + 1) + ":";
    }

    private static String path(JsonMappingException e) {
        return e.getPath().stream().map(step -> step.getFieldName() == null ? String.valueOf(step.getIndex()) : step.getFieldName())
                .collect(Collectors.joining("."));
    }

    private static String reason(JsonMappingException e) {
        if (e instanceof UnrecognizedPropertyException unknown) {
            return "the key " + unknown.getPropertyName() + " is unknown; the keys here are "
                    + unknown.getKnownPropertyIds().stream().map(String::valueOf).sorted().collect(Collectors.joining(", "));
        }
        for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof IllegalArgumentException own && own.getMessage() != null) {
                return own.getMessage();
            }
        }
        return (e.getPath().isEmpty() ? "it" : path(e)) + " has a value of the wrong kind";
    }
}
