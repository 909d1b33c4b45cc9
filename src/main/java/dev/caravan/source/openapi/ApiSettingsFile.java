package dev.caravan.source.openapi;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import dev.caravan.json.JsonMappers;
import dev.caravan.routes.RouteTree;
import dev.caravan.source.SourceProblemException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.springframework.core.env.PropertyResolver;

/** Reads the settings of an API. Placeholders such as {@code ${TOKEN}} are replaced by settings and environment variables. */
final class ApiSettingsFile {

    private static final ObjectMapper YAML = JsonMappers.yaml();
    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{([^}:]+)}");

    private final PropertyResolver environment;

    ApiSettingsFile(PropertyResolver environment) {
        this.environment = environment;
    }

    /**
     * Reads a file.
     *
     * @throws SourceProblemException with line and reason, never with the value of a credential
     */
    ApiSettings read(Path file) throws IOException, SourceProblemException {
        String text = RouteTree.text(file);
        ApiSettings settings;
        try {
            settings = text.isBlank() ? ApiSettings.NONE : YAML.readValue(text, ApiSettings.class);
        } catch (JsonMappingException e) {
            String reason = reason(e);
            throw new SourceProblemException(file, line(text, key(e, reason)), 0, reason);
        } catch (JsonProcessingException e) {
            throw SourceProblemException.of(file, e);
        }
        if (settings == null) {
            return ApiSettings.NONE;
        }
        for (String name : placeholders(text)) {
            if (!environment.containsProperty(name)) {
                throw new SourceProblemException(file, line(text, "${" + name), 0,
                        "${" + name + "} is not set. Set an environment variable or a setting of this name");
            }
        }
        try {
            return settings.resolved(environment::resolveRequiredPlaceholders);
        } catch (IllegalArgumentException e) {
            throw new SourceProblemException(file, 0, 0, "a placeholder can't be replaced");
        }
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
