package dev.caravan.source.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.json.SchemaException;
import dev.caravan.source.OfferedDefinition;
import java.util.List;

/**
 * An operation as a tool.
 *
 * @param tool        the tool
 * @param plan        how its arguments become a request
 * @param credentials credentials that the operation needs
 */
record OperationTool(OfferedDefinition tool, OperationPlan plan, List<ApiCredentials.Applied> credentials) {

    private static final int LARGEST_WHOLE = 50_000;

    /**
     * Converts an operation. Schemas that are too large, or lead to themselves only, are cut.
     *
     * @throws IllegalArgumentException with the reason, if the operation can't be a tool
     */
    static OperationTool of(DescribedApi api, DescribedApi.Operation operation, ApiSettings settings, ApiCredentials credentials) {
        try {
            OperationTool whole = of(api, operation, settings, credentials, true);
            if (whole.tool().definition().toString().length() <= LARGEST_WHOLE) {
                return whole;
            }
        } catch (IllegalArgumentException refused) {
            // it may be one when it is cut
        }
        return of(api, operation, settings, credentials, false);
    }

    private static OperationTool of(DescribedApi api, DescribedApi.Operation operation, ApiSettings settings, ApiCredentials credentials,
            boolean whole) {
        List<ApiCredentials.Applied> applied = credentials.of(api.security(operation));
        OfferedDefinition.Override override = OfferedDefinition.Override.of(settings.expose().override(), operation.id());
        OperationArguments arguments = new OperationArguments(api, operation, applied, override.mediaType());
        ObjectNode sent = JsonNodeFactory.instance.objectNode();
        sent.put("name", operation.id());
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
        try {
            sent.set("inputSchema", arguments.schema(whole));
            return new OperationTool(OfferedDefinition.ofTool(sent, settings.expose().prefix(), override), arguments.plan(), applied);
        } catch (SchemaException e) {
            throw new IllegalArgumentException(e.getMessage());
        }
    }
}
