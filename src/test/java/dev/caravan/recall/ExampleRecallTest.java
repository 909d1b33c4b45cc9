package dev.caravan.recall;

import static dev.caravan.recall.LoopbackServices.json;

import org.junit.jupiter.api.BeforeEach;

/** Both services answer as the example of document 2; shared by the classes that extend it. */
abstract class ExampleRecallTest extends LoopbackGatewayTest {

    static final String QUERY = "?kn_id=kn_medical&at_id=at_treatment_plan";
    static final String TOOLS = """
            {"tools": [
              {"name": "another", "description": "Not this one", "inputSchema": {"type": "object"}},
              {"name": "generate_disease_treatment_plan", "description": "基于疾病ID生成个性化治疗方案", "inputSchema": {
                "type": "object",
                "properties": {
                  "disease_id": {"type": "string", "description": "疾病编号"},
                  "patient_age": {"type": "integer", "description": "患者年龄"},
                  "patient": {"$ref": "#/$defs/Patient"}
                },
                "required": ["disease_id"],
                "$defs": {"Patient": {"type": "object", "description": "A patient", "properties": {"weight": {"type": "number"}, \
            "mother": {"$ref": "#/$defs/Patient"}}}}
              }, "annotations": {"readOnlyHint": true}}
            ]}
            """;

    @BeforeEach
    void asTheDocumentHasIt() {
        SERVICES.ontologyQuery(json("""
                {"action_source": {"type": "mcp", "mcp_id": "ad3ca391-a598-4764-a6c8-e62b9662e87e", "tool_name": \
                "generate_disease_treatment_plan"},
                 "actions": [{"parameters": {"disease_id": "disease_000001", "include_drugs": "true"}, "dynamic_params": {"patient_age": \
                null}},
                             {"parameters": {"disease_id": "another"}}], "total_count": 2}"""));
        SERVICES.operatorIntegration(json(TOOLS));
    }
}
