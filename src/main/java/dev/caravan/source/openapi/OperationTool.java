package dev.caravan.source.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.json.SchemaException;
import dev.caravan.source.OfferedDefinition;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;

/**
 * An operation as a tool.
 *
 * @param tool        the tool
 * @param plan        how its arguments become a request
 * @param credentials credentials that the operation needs
 */
record OperationTool(OfferedDefinition tool, OperationPlan plan, List<ApiCredentials.Applied> credentials) {

    private static final int LONGEST_NAME = 64;
    private static final int LONGEST_ID = 128;

    /**
     * Converts an operation.
     *
     * @throws IllegalArgumentException with the reason, if the operation can't be a tool
     */
    static OperationTool of(DescribedApi api, DescribedApi.Operation operation, ApiSettings settings, ApiCredentials credentials) {
        List<ApiCredentials.Applied> applied = credentials.of(api.security(operation));
        OperationArguments arguments = new OperationArguments(api, operation, applied);
        ObjectNode sent = JsonNodeFactory.instance.objectNode();
        sent.put("name", shortened(operation.id(), LONGEST_NAME - settings.expose().prefix().length()));
        JsonNode summary = operation.described().path("summary");
        JsonNode description = operation.described().path("description");
        sent.put("title", summary.asText(""));
        String text = description.asText("").isBlank() ? summary.asText("") : description.asText();
        text = text.isBlank() ? operation.method() + " " + operation.path() : text;
        sent.put("description", operation.described().path("deprecated").asBoolean() ? "Deprecated. " + text : text);
        ObjectNode hints = sent.putObject("annotations");
        boolean reads = operation.method().equals("GET") || operation.method().equals("HEAD");
        hints.put("readOnlyHint", reads);
        if (operation.method().equals("DELETE")) {
            hints.put("destructiveHint", true);
        }
        if (operation.method().equals("DELETE") || operation.method().equals("PUT")) {
            hints.put("idempotentHint", true);
        }
        OfferedDefinition.Override override = settings.expose().override().get(operation.id());
        try {
            sent.set("inputSchema", arguments.schema());
            return new OperationTool(offered(sent, settings.expose().prefix(), override), arguments.plan(), applied);
        } catch (SchemaException e) {
            throw new IllegalArgumentException(e.getMessage());
        }
    }

    /** Offers the tool. A schema with a pattern that the gateway can't evaluate loses its patterns; the service still checks them. */
    private static OfferedDefinition offered(ObjectNode sent, String prefix, OfferedDefinition.Override override) {
        try {
            return OfferedDefinition.ofTool(sent, prefix, override);
        } catch (IllegalArgumentException e) {
            if (!String.valueOf(e.getMessage()).contains("pattern")) {
                throw e;
            }
            dropPatterns(sent.get("inputSchema"));
            return OfferedDefinition.ofTool(sent, prefix, override);
        }
    }

    private static void dropPatterns(JsonNode node) {
        if (node instanceof ObjectNode object) {
            if (object.path("pattern").isTextual()) {
                object.remove("pattern");
            }
            object.remove("patternProperties");
        }
        node.forEach(OperationTool::dropPatterns);
    }

    /** Returns the id, or its beginning and a hash if it is too long for a name. */
    private static String shortened(String id, int longest) {
        if (id.length() <= longest) {
            return id;
        }
        String hash = UUID.nameUUIDFromBytes(id.getBytes(StandardCharsets.UTF_8)).toString().substring(0, 8);
        return id.substring(0, Math.min(LONGEST_ID, longest) - hash.length() - 1) + "_" + hash;
    }
}
