package dev.caravan.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The example's HTTP service makes a report of what it was asked. */
class MedicalReportTest extends MedicalServiceTest {

    @Test
    void reportHasTheRequestedSections() throws Exception {
        JsonNode report = post("/diseases/disease_000001/reports?format=full&language=en",
                ((ObjectNode) JSON.readTree(REPORT)).put("requested_by", "王医生").toString()).json();

        assertThat(UUID.fromString(report.get("report_id").textValue())).isNotNull();
        assertThat(report.at("/disease/name").textValue()).isEqualTo("高血压");
        assertThat(report.get("title").textValue()).isEqualTo("季度报告 🩺");
        assertThat(report.get("source").textValue()).isEqualTo("ward-7");
        assertThat(report.get("requested_by").textValue()).isEqualTo("王医生");
        assertThat(report.get("findings_count").intValue()).isEqualTo(2);
        assertThat(report.get("findings")).isEqualTo(JSON.readTree(REPORT).get("findings"));
        assertThat(report.get("period")).isEqualTo(JSON.readTree(REPORT).get("period"));
        assertThat(report.get("summary").textValue()).isEqualTo("Hypertension, 2026-01-01 to 2026-03-31: 2 findings");
    }

    @Test
    void reportIsShortAndChineseByDefault() throws Exception {
        JsonNode report = post("/diseases/disease_000004/reports", REPORT).json();
        assertThat(report.get("format").textValue()).isEqualTo("summary");
        assertThat(report.has("findings") || report.has("period")).isFalse();
        assertThat(report.get("summary").textValue()).isEqualTo("偏头痛，2026-01-01 至 2026-03-31，2 项发现");
        assertThat(post("/diseases/disease_000004/reports", REPORT).json().get("report_id")).isNotEqualTo(report.get("report_id"));
    }
}
