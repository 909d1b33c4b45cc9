package dev.caravan.embedded;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import io.modelcontextprotocol.spec.McpSchema.ToolAnnotations;
import io.modelcontextprotocol.spec.McpStreamableServerTransportProvider;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The MCP server of {@link EmbeddedMedical}: the tool in the example of document 2, and one that lists the diseases. */
final class EmbeddedMedicalTools {

    private static final ObjectMapper JSON = new ObjectMapper();

    private static final String PLAN_ARGUMENTS = """
            {"type": "object",
             "properties": {
               "disease_id": {"type": "string", "description": "疾病编号，例如 disease_000001"},
               "patient_age": {"type": "integer", "minimum": 0, "maximum": 130, "description": "患者年龄"},
               "severity": {"type": "string", "enum": ["mild", "moderate", "severe"], "default": "moderate", "description": "病情严重程度"},
               "include_drugs": {"type": "string", "enum": ["true", "false"], "default": "true", "description": "方案是否包含用药"},
               "patient": {"$ref": "#/$defs/Patient"}},
             "required": ["disease_id"],
             "$defs": {
               "Patient": {"type": "object", "description": "患者情况",
                 "properties": {
                   "weight_kg": {"type": "number", "exclusiveMinimum": 0, "maximum": 500, "description": "体重（千克）"},
                   "allergies": {"type": "array", "items": {"$ref": "#/$defs/Allergy"}, "description": "过敏史"}}},
               "Allergy": {"type": "object", "description": "一种过敏",
                 "properties": {
                   "substance": {"type": "string", "minLength": 1, "description": "过敏物质，例如一种药的 name"},
                   "reaction": {"type": "string", "enum": ["mild", "severe"], "description": "反应程度"}},
                 "required": ["substance"]}}}
            """;
    private static final String PLAN_RESULT = """
            {"type": "object", "properties": {"treatment_plan": {"type": "object"}}, "required": ["treatment_plan"]}
            """;
    private static final ToolAnnotations READ_ONLY = ToolAnnotations.builder().readOnlyHint(true).idempotentHint(true).openWorldHint(false)
            .build();

    private EmbeddedMedicalTools() {
    }

    static McpSyncServer serve(McpStreamableServerTransportProvider transport) {
        Tool plan = Tool.builder("generate_disease_treatment_plan").title("治疗方案")
                .description("基于疾病ID生成个性化治疗方案：非药物措施、用药、复诊间隔和注意事项。示例数据，不是医疗建议。")
                .inputSchema(inOrder(PLAN_ARGUMENTS)).outputSchema(inOrder(PLAN_RESULT)).annotations(READ_ONLY).build();
        Tool diseases = Tool.builder("list_diseases", Map.of("type", "object")).title("疾病列表")
                .description("列出可以生成治疗方案的疾病及其编号。示例数据。").annotations(READ_ONLY).build();
        return McpServer.sync(transport).serverInfo("medical", "1").capabilities(ServerCapabilities.builder().tools(false).build())
                .toolCall(plan, (exchange, request) -> plan(request))
                .toolCall(diseases, (exchange, request) -> result(Map.of("diseases",
                        Arrays.stream(EmbeddedMedicalDisease.values()).map(EmbeddedMedicalDisease::described).toList())))
                .build();
    }

    /** Parses a schema and keeps the order of its members; the SDK's builder for text loses it. */
    private static Map<String, Object> inOrder(String schema) {
        try {
            return JSON.readValue(schema, new TypeReference<LinkedHashMap<String, Object>>() { });
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Makes a plan. The SDK has already checked the arguments against the schema. */
    private static CallToolResult plan(CallToolRequest request) {
        Map<String, Object> arguments = request.arguments();
        String id = (String) arguments.get("disease_id");
        Optional<EmbeddedMedicalDisease> disease = EmbeddedMedicalDisease.of(id);
        if (disease.isEmpty()) {
            return CallToolResult.builder().isError(true)
                    .addTextContent("没有编号为 " + id + " 的疾病，list_diseases 列出所有疾病 / Unknown disease " + id + "; list_diseases lists all")
                    .build();
        }
        var severity = EmbeddedMedicalDisease.Severity.of((String) arguments.getOrDefault("severity", "moderate"));
        boolean withDrugs = Boolean.parseBoolean((String) arguments.getOrDefault("include_drugs", "true"));
        return result(Map.of("treatment_plan", disease.get().plan(patient(arguments), severity, withDrugs)));
    }

    private static EmbeddedMedicalDisease.Patient patient(Map<String, Object> arguments) {
        Number age = (Number) arguments.get("patient_age");
        Map<?, ?> patient = (Map<?, ?>) arguments.getOrDefault("patient", Map.of());
        Number weight = (Number) patient.get("weight_kg");
        List<?> allergies = patient.get("allergies") instanceof List<?> named ? named : List.of();
        return new EmbeddedMedicalDisease.Patient(age == null ? null : age.intValue(), weight == null ? null : weight.doubleValue(),
                allergies.stream().map(allergy -> (String) ((Map<?, ?>) allergy).get("substance")).toList());
    }

    private static CallToolResult result(Map<String, Object> structured) {
        try {
            return CallToolResult.builder().addTextContent(JSON.writeValueAsString(structured)).structuredContent(structured).isError(false)
                    .build();
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
