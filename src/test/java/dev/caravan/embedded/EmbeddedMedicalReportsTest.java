package dev.caravan.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import io.swagger.v3.parser.OpenAPIV3Parser;
import io.swagger.v3.parser.core.models.ParseOptions;
import io.swagger.v3.parser.core.models.SwaggerParseResult;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.env.MockEnvironment;

/** The example's HTTP service does what {@code config/toolboxes/medical.openapi.yaml} says: every answer is checked against it. */
class EmbeddedMedicalReportsTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path FILE = Path.of("config/toolboxes/medical.openapi.yaml");
    private static final String REPORT = "{\"title\":\"季度报告 🩺\",\"period\":{\"from\":\"2026-01-01\",\"to\":\"2026-03-31\"},"
            + "\"findings\":[{\"code\":\"BP-1\",\"note\":\"140/90\"},{\"code\":\"BP-2\"}]}";

    private final HttpClient http = HttpClient.newHttpClient();
    private final ServerHandle server = SharedServers.get(ServerKind.MEDICAL);
    private final JsonNode document;

    EmbeddedMedicalReportsTest() throws Exception {
        document = new YAMLMapper().readTree(Files.readString(FILE));
    }

    private record Answer(int status, JsonNode json) {
    }

    @Test
    void theDocumentIsValidAndItsServerIsASetting() throws Exception {
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
    void aReportIsMadeOfWhatWasAsked() throws Exception {
        JsonNode report = post("/diseases/disease_000001/reports?format=full&language=en", ((ObjectNode) JSON.readTree(REPORT)).put("requested_by", "王医生").toString()).json();

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
    void inShortAndInChineseUnlessAskedOtherwise() throws Exception {
        JsonNode report = post("/diseases/disease_000004/reports", REPORT).json();
        assertThat(report.get("format").textValue()).isEqualTo("summary");
        assertThat(report.has("findings") || report.has("period")).isFalse();
        assertThat(report.get("summary").textValue()).isEqualTo("偏头痛，2026-01-01 至 2026-03-31，2 项发现");
        assertThat(post("/diseases/disease_000004/reports", REPORT).json().get("report_id")).isNotEqualTo(report.get("report_id"));
    }

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
    void whatTheDocumentDoesNotAllowIsRefusedByNamingTheField(String what, String where, String value, String named) throws Exception {
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
    void limitsThatTheDocumentTellsOfAreKept() throws Exception {
        ObjectNode body = (ObjectNode) JSON.readTree(REPORT);
        assertThat(violations("#/components/schemas/ReportRequest", body.put("title", "🩺".repeat(200)))).isEmpty();
        assertThat(post("/diseases/disease_000001/reports", body.toString()).status()).isEqualTo(201);
        assertThat(post("/diseases/disease_000001/reports", body.put("title", "🩺".repeat(201)).toString()).json().get("error").textValue()).contains("title");
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
    void aBodyThatIsNoObjectIsRefused(String body) throws Exception {
        Answer refused = post("/diseases/disease_000001/reports", body);
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.json().get("error").textValue()).contains("body");
    }

    @Test
    void parametersAreReadAndChecked() throws Exception {
        assertThat(post("/diseases/disease_000001/reports?format=short", REPORT).json().get("error").textValue()).contains("format").contains("summary, full");
        assertThat(post("/diseases/disease_000001/reports?language=fr", REPORT).json().get("error").textValue()).contains("language");
        assertThat(send("POST", "/diseases/disease_000001/reports", REPORT, "Content-Type", "application/json").json().get("error").textValue()).contains("X-Request-Source");
        assertThat(send("POST", "/diseases/disease_000001/reports", REPORT, "X-Request-Source", "w", "Content-Type", "text/plain").status()).isEqualTo(415);
        assertThat(send("POST", "/diseases/disease_000001/reports", REPORT, "X-Request-Source", "w", "Content-Type", "Application/JSON; charset=utf-8").status()).isEqualTo(201);
    }

    @Test
    void aDiseaseIsNamedAndOneThatThereIsNotIsNotFound() throws Exception {
        assertThat(send("GET", "/diseases/disease_000005", null).json().get("name_en").textValue()).isEqualTo("Allergic rhinitis");
        for (String id : List.of("disease_000006", "disease_00001", "x", "%2F", "%E5%8C%97")) {
            assertThat(send("GET", "/diseases/" + id, null).status()).as(id).isEqualTo(404);
            assertThat(post("/diseases/" + id + "/reports", REPORT).status()).as(id).isEqualTo(404);
        }
    }

    @Test
    void thereIsNothingElse() throws Exception {
        assertThat(document.get("paths").fieldNames()).toIterable().containsExactly("/diseases/{disease_id}", "/diseases/{disease_id}/reports");
        assertThat(raw("DELETE", "/diseases/disease_000001").statusCode()).isEqualTo(405);
        assertThat(raw("GET", "/diseases/disease_000001/reports").headers().firstValue("Allow")).contains("POST");
        assertThat(raw("GET", "/diseases/disease_000001/reports/1").statusCode()).isEqualTo(404);
        assertThat(raw("GET", "/diseases").statusCode()).isEqualTo(404);
        assertThat(raw("GET", "/").statusCode()).isEqualTo(404);
    }

    private Answer post(String path, String body) throws Exception {
        return send("POST", path, body, "Content-Type", "application/json", "X-Request-Source", "ward-7");
    }

    private HttpResponse<String> raw(String method, String path) throws Exception {
        return http.send(HttpRequest.newBuilder(URI.create(server.address() + path)).method(method, HttpRequest.BodyPublishers.noBody()).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private Answer send(String method, String path, String body, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.address() + path))
                .method(method, body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        HttpResponse<String> response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        JsonNode json = JSON.readTree(response.body());

        String operation = path.contains("/reports") ? "#/paths/~1diseases~1{disease_id}~1reports/post" : "#/paths/~1diseases~1{disease_id}/get";
        JsonNode told = document.at(operation.substring(1) + "/responses/" + response.statusCode());
        assertThat(told.isObject()).as("the document tells of %s by %s", response.statusCode(), operation).isTrue();
        if (told.has("$ref")) {
            told = document.at(told.get("$ref").textValue().substring(1));
        }
        assertThat(response.headers().firstValue("Content-Type").orElse("")).startsWith("application/json");
        assertThat(violations(told.at("/content/application~1json/schema/$ref").textValue(), json)).as(response.body()).isEmpty();
        return new Answer(response.statusCode(), json);
    }

    /** What the schema that the reference names has against the value. */
    private List<Error> violations(String reference, JsonNode value) {
        ObjectNode schema = document.deepCopy();
        schema.put("$ref", reference);
        Schema compiled = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12,
                registry -> registry.schemaRegistryConfig(SchemaRegistryConfig.builder().formatAssertionsEnabled(true).build())).getSchema(schema);
        return compiled.validate(value);
    }
}
