package dev.caravan.source.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Form bodies have brackets or JSON for values in values, as their encoding says. */
@Tag("full")
class FormBodiesTest extends ApiGateways {

    private static final String FORMS = """
              /form:
                post:
                  operationId: form
                  requestBody: {content: {application/x-www-form-urlencoded: {schema: {type: object}}}}
                  responses: {}
              /encoded:
                post:
                  operationId: encoded
                  requestBody:
                    content:
                      application/x-www-form-urlencoded:
                        schema: {type: object, properties: {items: {}, expand: {}, metadata: {}, joined: {}, json: {}}}
                        encoding:
                          items: {style: deepObject, explode: true}
                          expand: {style: deepObject, explode: true}
                          metadata: {style: deepObject, explode: true}
                          joined: {style: form, explode: false}
                          json: {contentType: application/json}
                  responses: {}
              /parts:
                post:
                  operationId: parts
                  requestBody: {content: {multipart/form-data: {schema: {type: object}}}}
                  responses: {}
            """;

    @Test
    void formsHaveBracketsOrJsonAndNothingForNull() {
        save("styles.openapi.yaml", "openapi: 3.1.0\ninfo: {title: t, version: '1'}\nservers: [{url: 'URL'}]\npaths:\n" + FORMS);
        start("form");

        call("encoded", """
                {"body":{"items":[{"price":"price_1","quantity":2},null,{"price":"price_2","tiers":[{"up_to":null,"amount":1}]}],
                "expand":["x"],"metadata":{"k":"v","gone":null},"joined":["a","b,c",null],"json":["a",null]}}""");
        assertThat(server.only().body())
                .isEqualTo("items%5B0%5D%5Bprice%5D=price_1&items%5B0%5D%5Bquantity%5D=2"
                        + "&items%5B1%5D%5Bprice%5D=price_2&items%5B1%5D%5Btiers%5D%5B0%5D%5Bamount%5D=1"
                        + "&expand%5B0%5D=x&metadata%5Bk%5D=v&joined=a,b%2Cc&json=%5B%22a%22%2Cnull%5D");
        call("form", """
                {"body":{"a":"x y","list":["p",null,"q"],"o":{"k":null},"items":[{"price":"price_1","quantity":2}],"none":null,"empty":[],
                "nested":[["a"]],"n":1.50}}""");
        assertThat(server.only().body())
                .isEqualTo("a=x%20y&list=p&list=q&o=%7B%22k%22%3Anull%7D"
                        + "&items=%7B%22price%22%3A%22price_1%22%2C%22quantity%22%3A2%7D&nested=%5B%22a%22%5D&n=1.5");
        call("parts", "{\"body\":{\"list\":[\"p\",null],\"none\":null,\"items\":[{\"a\":null}]}}");
        String parts = server.only().body();
        assertThat(parts).contains("name=\"list\"", "\r\n\r\np\r\n", "name=\"items\"", "{\"a\":null}")
                .doesNotContain("\r\n\r\nnull\r\n", "name=\"none\"");
        assertThat(parts.split("name=\"list\"")).hasSize(2);
    }
}
