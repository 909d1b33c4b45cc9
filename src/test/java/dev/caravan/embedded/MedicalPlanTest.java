package dev.caravan.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The example's MCP server computes a treatment plan, and answers wrong arguments with an error. */
class MedicalPlanTest extends MedicalToolsTest {

    @Test
    void planFollowsTheFactsOfThePatient() throws Exception {
        JsonNode plan = plan("{\"disease_id\":\"disease_000001\",\"patient_age\":70,\"severity\":\"severe\","
                + "\"patient\":{\"weight_kg\":50,\"allergies\":[{\"substance\":\"Samplodipine\",\"reaction\":\"severe\"}]}}");

        assertThat(plan.at("/disease").toString())
                .isEqualTo("{\"disease_id\":\"disease_000001\",\"name\":\"高血压\",\"name_en\":\"Hypertension\"}");
        assertThat(plan.get("measures")).hasSize(4);
        assertThat(plan.get("drugs").toString()).as("half of 0.2 and of 0.3 units for each of 50 kg, without what she can't take")
                .isEqualTo("[{\"name\":\"demopril\",\"daily_units\":5.0},{\"name\":\"exampliazide\",\"daily_units\":7.5}]");
        assertThat(plan.get("follow_up_days").intValue()).as("30 days, by level 3, by 2 at that age").isEqualTo(5);
        assertThat(plan.get("warnings").toString()).isEqualTo("[\"因过敏不用 samplodipine\"]");
        assertThat(plan.get("notice").textValue()).contains("示例数据").contains("not medical advice");
    }

    @ParameterizedTest
    @CsvSource({"disease_000001,高血压", "disease_000002,2型糖尿病", "disease_000003,哮喘", "disease_000004,偏头痛", "disease_000005,过敏性鼻炎"})
    void idOfADiseaseIsEnoughForAPlan(String id, String name) throws Exception {
        JsonNode plan = plan("{\"disease_id\":\"" + id + "\"}");
        assertThat(plan.at("/disease/name").textValue()).isEqualTo(name);
        assertThat(plan.get("severity").textValue()).isEqualTo("moderate");
        assertThat(plan.get("drugs")).hasSize(2);
        assertThat(plan.get("warnings").toString()).contains("体重");
    }

    @Test
    void planOmitsExcludedDrugs() throws Exception {
        assertThat(plan("{\"disease_id\":\"disease_000003\",\"patient_age\":45,\"severity\":\"moderate\",\"include_drugs\":\"false\"}")
                .has("drugs")).isFalse();
        assertThat(plan("{\"disease_id\":\"disease_000003\",\"include_drugs\":\"true\"}").has("drugs")).isTrue();
    }

    @Test
    void unknownDiseaseIsAnErrorThatNamesIt() throws Exception {
        CallToolResult result = call("generate_disease_treatment_plan", "{\"disease_id\":\"disease_999999\"}");
        assertThat(result.isError()).isTrue();
        assertThat(text(result)).contains("disease_999999").contains("list_diseases");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"disease_id\":1}", "{\"disease_id\":\"disease_000001\",\"severity\":\"bad\"}",
        "{\"disease_id\":\"disease_000001\",\"patient_age\":\"old\"}", "{\"disease_id\":\"disease_000001\",\"include_drugs\":true}",
        "{\"disease_id\":\"disease_000001\",\"patient\":{\"weight_kg\":-1}}",
        "{\"disease_id\":\"disease_000001\",\"patient\":{\"allergies\":[{}]}}"})
    void invalidArgumentsAreAnError(String arguments) throws Exception {
        assertThat(call("generate_disease_treatment_plan", arguments).isError()).isTrue();
    }
}
