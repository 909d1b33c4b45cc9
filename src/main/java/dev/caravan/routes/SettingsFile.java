package dev.caravan.routes;

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
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.core.env.PropertyResolver;
import org.springframework.util.unit.DataSize;

/**
 * Reads the settings in one file, such as {@code config/servers/NAME.yaml}. Placeholders such as {@code ${TOKEN}} are replaced by
 * settings and environment variables, except in {@code expose}, where such a text may be part of a description.
 *
 * @param environment null if placeholders stay as they are
 * @param type        what a file is read into
 */
public record SettingsFile<T>(PropertyResolver environment, Class<T> type) {

    private static final String ENDING = ".yaml";
    private static final String AS_WRITTEN = "expose";
    private static final Pattern UNSET = Pattern.compile("placeholder '([^']+)'");
    private static final ObjectMapper YAML = JsonMappers.yaml().registerModule(new SimpleModule()
            .addDeserializer(Duration.class, new Parsed<>(Duration.class, "duration such as 10s", DurationStyle::detectAndParse))
            .addDeserializer(DataSize.class, new Parsed<>(DataSize.class, "size such as 16MB", DataSize::parse))
            .addDeserializer(Instant.class, new Parsed<>(Instant.class, "date such as 2027-01-31, or a time such as 2027-01-31T18:00:00Z",
                    SettingsFile::time)));

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
     * Returns a time; of a date its beginning, in UTC.
     *
     * @throws IllegalArgumentException if the text is neither
     */
    public static Instant time(String text) {
        try {
            return text.contains("T") ? OffsetDateTime.parse(text).toInstant()
                    : LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant();
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** Returns the files of a folder by the names of what they define: the files' names without {@code .yaml}. */
    public static Map<String, RouteTree.Stamp> in(Path folder) {
        Map<String, RouteTree.Stamp> stamps = new TreeMap<>();
        RouteTree.in(folder).forEach(file -> {
            String name = file.path().getFileName().toString();
            if (name.endsWith(ENDING) || name.endsWith(".yml")) {
                stamps.put(name.endsWith(ENDING) ? name.substring(0, name.length() - ENDING.length()) : name, file);
            }
        });
        return stamps;
    }

    /** Returns the text of a file of such a folder. */
    public static String text(RouteTree.Stamp file) throws IOException, FileProblemException {
        if (!file.path().toString().endsWith(ENDING)) {
            throw new FileProblemException(file.path(), 0, 0, "the file's name must end in .yaml");
        }
        return RouteTree.text(file.path());
    }

    /**
     * Reads the text of a file.
     *
     * @throws FileProblemException with line and reason, never with the value of a credential
     */
    public T read(String file, String text) throws FileProblemException {
        SettingsText.parse(file, text); // Jackson would read aliases as texts, and the first of several documents
        try {
            JsonNode tree = YAML.readTree(text);
            if (environment != null && tree instanceof ObjectNode object) {
                object.properties().stream().filter(member -> !member.getKey().equals(AS_WRITTEN))
                        .forEach(member -> member.setValue(resolved(member.getValue())));
            }
            return YAML.treeToValue(tree.isMissingNode() || tree.isNull() ? YAML.createObjectNode() : tree, type);
        } catch (JsonMappingException e) {
            String reason = reason(e);
            throw problem(file, text, key(e, reason), reason);
        } catch (JsonProcessingException e) {
            throw FileProblemException.of(file, e);
        } catch (IllegalArgumentException e) { // its message may have a secret beside the name
            Matcher unset = UNSET.matcher(String.valueOf(e.getMessage()));
            String name = unset.find() ? "${" + unset.group(1) : "${";
            throw new FileProblemException(file, line(text, text.indexOf(name)), 0,
                    name + "} is not set. Set an environment variable or a setting of this name");
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

    /**
     * Says why settings can't be used, with the line of a key.
     *
     * @param path keys from the top, such as {@code properties.level}
     */
    public static FileProblemException problem(String file, String text, String path, String reason) {
        int at = 0;
        for (String key : path.split("\\.")) {
            Matcher found = Pattern.compile("(?<![\\w-])" + Pattern.quote(key) + "[\"']?\\s*:").matcher(text);
            at = found.find(at) ? found.start() : at;
        }
        return new FileProblemException(file, line(text, at), 0, reason);
    }

    private static int line(String text, int offset) {
        return 1 + (int) text.substring(0, Math.max(0, offset)).chars().filter(c -> c == '\n').count();
    }

    /** Returns the path of the key at fault. */
    private static String key(JsonMappingException e, String reason) {
        boolean named = e.getCause() instanceof IllegalArgumentException && !(e.getCause() instanceof NumberFormatException);
        return path(e) + (named && !path(e).endsWith(reason.split("[ :]", 2)[0]) ? "." + reason.split("[ :]", 2)[0] : "");
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
