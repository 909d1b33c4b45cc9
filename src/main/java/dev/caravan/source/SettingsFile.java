package dev.caravan.source;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.deser.std.FromStringDeserializer;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.caravan.json.JsonMappers;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.core.env.PropertyResolver;
import org.springframework.util.unit.DataSize;

/**
 * Reads the settings of one source, such as {@code config/servers/NAME.yaml}. Placeholders such as {@code ${TOKEN}} are replaced by
 * settings and environment variables, except in {@code expose}, where such a text may be part of a description.
 *
 * @param type what a file is read into
 */
public record SettingsFile<T>(PropertyResolver environment, Class<T> type) {

    private static final String AS_WRITTEN = "expose";
    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{([^}:]+)}");
    private static final ObjectMapper YAML = JsonMappers.yaml().registerModule(new SimpleModule()
            .addDeserializer(Duration.class, new Parsed<>(Duration.class, "duration such as 10s", DurationStyle::detectAndParse))
            .addDeserializer(DataSize.class, new Parsed<>(DataSize.class, "size such as 16MB", DataSize::parse)));

    /** Reads a value from a text, as Spring writes it in its own settings. */
    private static final class Parsed<V> extends FromStringDeserializer<V> {

        private static final long serialVersionUID = 1;

        private final String what;
        private final transient Function<String, V> parser;

        Parsed(Class<V> type, String what, Function<String, V> parser) {
            super(type);
            this.what = what;
            this.parser = parser;
        }

        @Override
        protected V _deserialize(String text, DeserializationContext context) throws IOException {
            try {
                return parser.apply(text);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(context.getParser().currentName() + " must be a " + what + ", got " + text);
            }
        }
    }

    /**
     * Reads the text of a file.
     *
     * @throws SourceProblemException with line and reason, never with the value of a credential
     */
    public T read(String file, String text) throws SourceProblemException {
        SettingsText.parse(file, text); // Jackson would read aliases as texts, and the first of several documents
        for (String name : placeholders(text)) {
            if (!environment.containsProperty(name)) {
                throw new SourceProblemException(file, line(text, "${" + name), 0,
                        "${" + name + "} is not set. Set an environment variable or a setting of this name");
            }
        }
        try {
            JsonNode tree = YAML.readTree(text);
            if (tree instanceof ObjectNode object) {
                object.properties().stream().filter(member -> !member.getKey().equals(AS_WRITTEN))
                        .forEach(member -> member.setValue(resolved(member.getValue())));
            }
            return YAML.treeToValue(tree.isMissingNode() || tree.isNull() ? YAML.createObjectNode() : tree, type);
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
