package dev.caravan.source.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Arguments keep the meaning that the document gives them. */
@Tag("full")
class DescribedArgumentsTest extends ApiGateways {

    private static final String DOCUMENT = """
            openapi: 3.0.3
            info: {title: t, version: '1'}
            servers: [{url: 'URL'}]
            paths:
              /calls:
                get:
                  operationId: calls
                  parameters:
                  - {name: StartTime<, in: query, schema: {type: string, format: date}}
                  - {name: StartTime>, in: query, schema: {type: string, format: date}}
                  - {name: score, in: query, schema: {type: number, minimum: 0, exclusiveMinimum: true, maximum: 1, exclusiveMaximum: true}}
                  - {name: page, in: query, schema: {type: integer, default: '5'}}
                  - {name: word, in: query, schema: {type: string, pattern: '^(?!x)'}}
                  responses: {}
              /things:
                post:
                  operationId: make
                  requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Thing'}}, \
            application/vnd.a+json: {schema: {$ref: '#/components/schemas/Thing'}}}}
                  responses: {}
            components:
              schemas:
                Base: {type: object, required: [id, name], properties: {name: {type: string}}}
                Thing:
                  required: [made]
                  allOf:
                  - {$ref: '#/components/schemas/Base'}
                  - {type: object, properties: {id: {type: string, readOnly: true}, made: {type: string, readOnly: true}}}
            """;

    @Test
    void namesLimitsAndDefaultsKeepTheirMeaning() {
        save("t.openapi.yaml", DOCUMENT);
        start("calls");

        assertThat(tools().get("calls").at("/inputSchema/properties").fieldNames()).toIterable()
                .containsExactly("StartTime_lt", "StartTime_gt", "score", "page", "word");
        call("calls", "{\"StartTime_lt\":\"2024\",\"StartTime_gt\":\"soon\",\"word\":\"xy\"}");
        assertThat(server.only().target()).isEqualTo("/calls?StartTime%3C=2024&StartTime%3E=soon&word=xy");
        assertThat(call("calls", "{\"score\":0}").at("/error/message").asText()).isEqualTo("score must be more than 0");
        assertThat(call("calls", "{\"score\":1}").at("/error/message").asText()).isEqualTo("score must be less than 1");
        assertThat(server.isUntouched()).isTrue();
    }

    @Test
    void membersThatOnlyTheServiceSetsAreNeitherShownNorRequired() {
        save("t.openapi.yaml", DOCUMENT);
        save("t.yaml", "expose: {override: {make: {mediaType: application/vnd.a+json}}}");
        start("make");

        JsonNode body = tools().get("make").at("/inputSchema/properties/body");
        assertThat(body.toString()).contains("\"name\"").doesNotContain("\"id\"").doesNotContain("\"made\"");
        call("make", "{\"body\":{\"name\":\"a\"}}");
        ApiServer.Received sent = server.only();
        assertThat(sent.headers().get("content-type") + " " + sent.body()).isEqualTo("application/vnd.a+json {\"name\":\"a\"}");
        assertThat(call("make", "{\"body\":{}}").at("/error/message").asText()).contains("name");
        save("t.yaml", "expose: {override: {make: {mediaType: text/csv}}}");
        until(() -> health().at("/t/refused/make").asText().contains("it has application/json, application/vnd.a+json"));
    }
}
