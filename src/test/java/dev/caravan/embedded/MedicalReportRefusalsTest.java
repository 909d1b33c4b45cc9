package dev.caravan.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The example's HTTP service refuses what its document does not allow, and names what is wrong. */
class MedicalReportRefusalsTest extends MedicalServiceTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "title       | /title        | null         | title",
        "title       | /title        | \"\"         | title",
        "title       | /title        | 7            | title",
        "no title    | -/title       | -            | title",
        "no period   | -/period      | -            | period",
        "period      | /period       | \"2026\"     | period",
        "no from     | -/period/from | -            | period.from",
        "from        | /period/from  | \"January\"  | period.from",
        "to          | /period/to    | \"2026-02-30\" | period.to",
        "no findings | -/findings    | -            | findings",
        "findings    | /findings     | {}           | findings",
        "finding     | /findings/0   | \"BP\"       | findings[0].code",
        "no code     | -/findings/1/code | -        | findings[1].code",
        "note        | /findings/0/note  | []       | findings[0].note",
        "requester   | /requested_by | 1            | requested_by"})
    void refusalNamesTheField(String what, String where, String value, String named) throws Exception {
        ObjectNode body = (ObjectNode) JSON.readTree(REPORT);
        String pointer = where.substring(where.indexOf('/'));
        int last = pointer.lastIndexOf('/');
        JsonNode parent = body.at(pointer.substring(0, last));
        String name = pointer.substring(last + 1);
        if (where.startsWith("-")) {
            ((ObjectNode) parent).remove(name);
        } else if (parent.isArray()) {
            ((com.fasterxml.jackson.databind.node.ArrayNode) parent).set(Integer.parseInt(name), JSON.readTree(value));
        } else {
            ((ObjectNode) parent).set(name, JSON.readTree(value));
        }

        assertThat(violations("#/components/schemas/ReportRequest", body)).as("the document's word on " + body).isNotEmpty();
        Answer refused = post("/diseases/disease_000001/reports", body.toString());
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.json().get("error").textValue()).contains(named);
    }

    @Test
    void limitsOfTheDocumentHold() throws Exception {
        ObjectNode body = (ObjectNode) JSON.readTree(REPORT);
        assertThat(violations("#/components/schemas/ReportRequest", body.put("title", "🩺".repeat(200)))).isEmpty();
        assertThat(post("/diseases/disease_000001/reports", body.toString()).status()).isEqualTo(201);
        assertThat(post("/diseases/disease_000001/reports", body.put("title", "🩺".repeat(201)).toString()).json().get("error").textValue())
                .contains("title");
        body.put("title", "t").withArray("findings").removeAll();
        assertThat(post("/diseases/disease_000001/reports", body.toString()).json().get("findings_count").intValue()).isZero();
        for (int i = 0; i <= 100; i++) {
            body.withArray("findings").addObject().put("code", "c" + i);
        }
        assertThat(violations("#/components/schemas/ReportRequest", body)).isNotEmpty();
        assertThat(post("/diseases/disease_000001/reports", body.toString()).json().get("error").textValue()).contains("findings");
        ((ObjectNode) body.get("period")).put("from", "2026-04-01");
        body.withArray("findings").removeAll();
        assertThat(post("/diseases/disease_000001/reports", body.toString()).json().get("error").textValue()).contains("period.to");
        assertThat(post("/diseases/disease_000001/reports", body.put("note", "x".repeat(100_000)).toString()).status()).isEqualTo(413);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "7", "{\"title\":", "{} {}", "title=x"})
    void bodyMustBeAnObject(String body) throws Exception {
        Answer refused = post("/diseases/disease_000001/reports", body);
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.json().get("error").textValue()).contains("body");
    }

    @Test
    void parametersAreValidated() throws Exception {
        assertThat(post("/diseases/disease_000001/reports?format=short", REPORT).json().get("error").textValue()).contains("format")
                .contains("summary, full");
        assertThat(post("/diseases/disease_000001/reports?language=fr", REPORT).json().get("error").textValue()).contains("language");
        assertThat(send("POST", "/diseases/disease_000001/reports", REPORT, "Content-Type", "application/json").json().get("error")
                .textValue()).contains("X-Request-Source");
        assertThat(send("POST", "/diseases/disease_000001/reports", REPORT, "X-Request-Source", "w", "Content-Type", "text/plain").status())
                .isEqualTo(415);
        assertThat(send("POST", "/diseases/disease_000001/reports", REPORT, "X-Request-Source", "w", "Content-Type",
                "Application/JSON; charset=utf-8").status()).isEqualTo(201);
    }
}
