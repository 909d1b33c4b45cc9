package dev.caravan.embedded;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The HTTP service of {@link EmbeddedMedical}: {@code GET /diseases/{id}} and {@code POST /diseases/{id}/reports}. */
final class EmbeddedMedicalReports extends HttpServlet {

    private static final ObjectMapper JSON = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    private static final int MOST_BYTES = 100_000;
    private static final int MOST_FINDINGS = 100;
    private static final int LONGEST_TITLE = 200;
    private static final String SOURCE = "X-Request-Source";

    /** A refusal with its message for the caller. */
    private static final class Refusal extends RuntimeException {

        private final int status;

        Refusal(int status, String message) {
            super(message);
            this.status = status;
        }
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        int status;
        Map<String, Object> answer;
        try {
            String[] path = String.valueOf(request.getPathInfo()).split("/", -1);
            boolean isReports = path.length == 3 && path[2].equals("reports");
            if (path.length != 2 && !isReports) {
                throw new Refusal(HttpServletResponse.SC_NOT_FOUND,
                        "No resource at " + request.getRequestURI() + "; see medical.openapi.yaml");
            }
            allow(request, response, isReports ? "POST" : "GET");
            EmbeddedMedicalDisease disease = EmbeddedMedicalDisease.of(path[1])
                    .orElseThrow(() -> new Refusal(HttpServletResponse.SC_NOT_FOUND,
                            "Unknown disease " + path[1] + "; the tool list_diseases lists all"));
            answer = isReports ? report(disease, request) : disease.described();
            status = isReports ? HttpServletResponse.SC_CREATED : HttpServletResponse.SC_OK;
        } catch (Refusal refusal) {
            answer = Map.of("error", refusal.getMessage());
            status = refusal.status;
        }
        response.setStatus(status);
        response.setContentType("application/json");
        response.getOutputStream().write(JSON.writeValueAsBytes(answer));
    }

    private static void allow(HttpServletRequest request, HttpServletResponse response, String method) {
        if (!request.getMethod().equals(method)) {
            response.setHeader("Allow", method);
            throw new Refusal(HttpServletResponse.SC_METHOD_NOT_ALLOWED, "Only " + method + " is allowed here");
        }
    }

    private static Map<String, Object> report(EmbeddedMedicalDisease disease, HttpServletRequest request) throws IOException {
        String format = oneOf(request, "format", List.of("summary", "full"));
        String language = oneOf(request, "language", List.of("zh", "en"));
        String source = request.getHeader(SOURCE);
        if (source == null || source.isBlank()) {
            throw wrong("The header " + SOURCE + " is required");
        }
        JsonNode body = body(request);
        String title = text(body, "", "title");
        if (title.codePointCount(0, title.length()) > LONGEST_TITLE) {
            throw wrong("title must have at most " + LONGEST_TITLE + " characters");
        }
        JsonNode period = body.path("period");
        if (!period.isObject()) {
            throw wrong("period must be an object with from and to");
        }
        LocalDate from = date(period, "from");
        LocalDate to = date(period, "to");
        if (to.isBefore(from)) {
            throw wrong("period.to must not be before period.from");
        }
        JsonNode findings = findings(body);
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("report_id", UUID.randomUUID().toString());
        report.put("disease", disease.described());
        report.put("title", title);
        report.put("format", format);
        report.put("source", source);
        if (body.has("requested_by")) {
            report.put("requested_by", text(body, "", "requested_by"));
        }
        report.put("summary", language.equals("en")
                ? "%s, %s to %s: %d findings".formatted(disease.name(language), from, to, findings.size())
                : "%s，%s 至 %s，%d 项发现".formatted(disease.name(language), from, to, findings.size()));
        report.put("findings_count", findings.size());
        if (format.equals("full")) {
            report.put("period", Map.of("from", from.toString(), "to", to.toString()));
            report.put("findings", findings);
        }
        report.put("generated_at", Instant.now().truncatedTo(ChronoUnit.MILLIS).toString());
        return report;
    }

    /** Returns a parameter of the query; the first allowed value if it is missing. */
    private static String oneOf(HttpServletRequest request, String name, List<String> values) {
        String value = request.getParameter(name);
        if (value != null && !values.contains(value)) {
            throw wrong("The query parameter " + name + " must be one of " + String.join(", ", values) + ", got " + value);
        }
        return value == null ? values.get(0) : value;
    }

    private static JsonNode body(HttpServletRequest request) throws IOException {
        String type = String.valueOf(request.getContentType()).split(";")[0].strip();
        if (!type.equalsIgnoreCase("application/json")) {
            throw new Refusal(HttpServletResponse.SC_UNSUPPORTED_MEDIA_TYPE, "The body must be application/json, got " + type);
        }
        byte[] bytes = request.getInputStream().readNBytes(MOST_BYTES + 1);
        if (bytes.length > MOST_BYTES) {
            throw new Refusal(HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE, "The body must have at most " + MOST_BYTES + " bytes");
        }
        try {
            JsonNode body = JSON.readTree(bytes);
            if (body.isObject()) {
                return body;
            }
        } catch (IOException e) {
            throw wrong("The body must be JSON: " + e.getMessage().lines().findFirst().orElse(""));
        }
        throw wrong("The body must be an object");
    }

    private static JsonNode findings(JsonNode body) {
        JsonNode findings = body.path("findings");
        if (!findings.isArray()) {
            throw wrong("findings must be an array");
        }
        if (findings.size() > MOST_FINDINGS) {
            throw wrong("findings must have at most " + MOST_FINDINGS + " items");
        }
        for (int i = 0; i < findings.size(); i++) {
            text(findings.get(i), "findings[" + i + "].", "code");
            if (findings.get(i).has("note")) {
                text(findings.get(i), "findings[" + i + "].", "note");
            }
        }
        return findings;
    }

    private static LocalDate date(JsonNode period, String name) {
        String text = text(period, "period.", name);
        try {
            return LocalDate.parse(text);
        } catch (DateTimeParseException e) {
            throw wrong("period." + name + " must be a date such as 2026-01-31, got " + text);
        }
    }

    private static String text(JsonNode object, String where, String name) {
        JsonNode value = object.path(name);
        if (!value.isTextual() || value.textValue().isBlank()) {
            throw wrong(where + name + " must be text and not blank");
        }
        return value.textValue();
    }

    private static Refusal wrong(String message) {
        return new Refusal(HttpServletResponse.SC_BAD_REQUEST, message);
    }
}
