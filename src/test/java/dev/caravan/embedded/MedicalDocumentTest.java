package dev.caravan.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.swagger.v3.parser.OpenAPIV3Parser;
import io.swagger.v3.parser.core.models.ParseOptions;
import io.swagger.v3.parser.core.models.SwaggerParseResult;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.mock.env.MockEnvironment;

/** The document of the example's HTTP service is valid and describes all answers of the service. */
class MedicalDocumentTest extends MedicalServiceTest {

    @Test
    void documentIsValidAndItsServerIsASetting() throws Exception {
        String text = Files.readString(FILE);
        SwaggerParseResult parsed = new OpenAPIV3Parser().readContents(text, null, new ParseOptions());
        assertThat(parsed.getMessages()).isEmpty();
        String url = document.at("/servers/0/url").textValue();
        assertThat(new MockEnvironment().resolveRequiredPlaceholders(url)).isEqualTo("http://127.0.0.1:9310");
        MockEnvironment offered = new MockEnvironment();
        server.properties().forEach(offered::setProperty);
        assertThat(offered.resolveRequiredPlaceholders(url)).isEqualTo(server.address());
    }

    @Test
    void knownDiseaseIsNamedAndUnknownOneIsNotFound() throws Exception {
        assertThat(send("GET", "/diseases/disease_000005", null).json().get("name_en").textValue()).isEqualTo("Allergic rhinitis");
        for (String id : List.of("disease_000006", "disease_00001", "x", "%2F", "%E5%8C%97")) {
            assertThat(send("GET", "/diseases/" + id, null).status()).as(id).isEqualTo(404);
            assertThat(post("/diseases/" + id + "/reports", REPORT).status()).as(id).isEqualTo(404);
        }
    }

    @Test
    void otherPathsAreNotFound() throws Exception {
        assertThat(document.get("paths").fieldNames()).toIterable().containsExactly("/diseases/{disease_id}",
                "/diseases/{disease_id}/reports");
        assertThat(raw("DELETE", "/diseases/disease_000001").statusCode()).isEqualTo(405);
        assertThat(raw("GET", "/diseases/disease_000001/reports").headers().firstValue("Allow")).contains("POST");
        assertThat(raw("GET", "/diseases/disease_000001/reports/1").statusCode()).isEqualTo(404);
        assertThat(raw("GET", "/diseases").statusCode()).isEqualTo(404);
        assertThat(raw("GET", "/").statusCode()).isEqualTo(404);
    }
}
