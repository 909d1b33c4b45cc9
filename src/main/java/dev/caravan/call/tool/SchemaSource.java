package dev.caravan.call.tool;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.call.InlineJson;
import dev.caravan.json.JsonMappers;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import org.apache.camel.CamelContext;
import org.apache.camel.support.ResourceHelper;

/** Reads a tool's schemas: JSON in the option, a file or resource that the option names, or the {@code parameter.*} options. */
final class SchemaSource {

    private static final ObjectMapper MAPPER = JsonMappers.written();

    private final CamelContext context;

    SchemaSource(CamelContext context) {
        this.context = context;
    }

    /** Returns the schema, or null if neither form is used. */
    ObjectNode read(String option, String schema, String prefix, Map<String, Object> parameters) {
        if (schema == null || schema.isBlank()) {
            return parameters.isEmpty() ? null : ParameterSchema.of(prefix, parameters);
        }
        String text = schema.strip();
        JsonNode json = text.startsWith("{") ? InlineJson.object(option, text) : resource(option, text);
        if (!(json instanceof ObjectNode object)) {
            throw new IllegalArgumentException(option + " must be a JSON object, got " + shortened(text));
        }
        ParameterSchema.limit(prefix, parameters, object);
        return object;
    }

    private JsonNode resource(String option, String reference) {
        String uri = reference.startsWith("resource:") ? reference.substring("resource:".length()) : reference;
        if (!uri.startsWith("file:") && !uri.startsWith("classpath:")) {
            throw new IllegalArgumentException(option + " must be JSON, or begin with file: or classpath:, got " + shortened(reference));
        }
        try (InputStream in = ResourceHelper.resolveMandatoryResourceAsInputStream(context, uri)) {
            return MAPPER.readTree(in);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(uri + " is not JSON: line " + e.getLocation().getLineNr() + ", column "
                    + e.getLocation().getColumnNr() + ": " + e.getOriginalMessage(), e);
        } catch (IOException e) {
            throw new IllegalArgumentException(option + " can't be read: " + uri + " doesn't exist", e);
        }
    }

    private static String shortened(String text) {
        return text.length() <= 80 ? text : text.substring(0, 80) + "…";
    }
}
