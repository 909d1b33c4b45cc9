package dev.caravan.source.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Operations are tools, and calls of them are requests to the service. */
@Tag("full")
class ApiToolsTest extends ApiGateways {

    @Test
    void aDefinitionHasSchemaAndHints() {
        saveShop();
        save("shop.yaml", "expose: {prefix: shop_}\ntags: [goods]");
        start("shop_orders_get");

        assertThat(tools()).containsOnlyKeys("shop_find", "shop_form", "shop_orders_delete", "shop_orders_get", "shop_orders_put",
                "shop_upload");
        JsonNode get = tools().get("shop_orders_get");
        assertThat(get.get("title").asText()).isEqualTo("One order");
        assertThat(get.get("description").asText()).isEqualTo("Reads an order.");
        assertThat(get.at("/annotations/readOnlyHint").asBoolean()).isTrue();
        assertThat(get.at("/_meta/dev.caravan~1tags/0").asText()).isEqualTo("goods");
        assertThat(get.at("/inputSchema/required").toString()).isEqualTo("[\"id\"]");
        assertThat(get.at("/inputSchema/properties").fieldNames()).toIterable().containsExactly("id", "fields", "joined", "filter", "at",
                "X-Shop", "session", "page_size");
        assertThat(get.at("/inputSchema/properties/page_size").toString())
                .isEqualTo("{\"type\":\"integer\",\"maximum\":100,\"description\":\"Orders of a page.\"}");
        JsonNode delete = tools().get("shop_orders_delete");
        assertThat(delete.at("/annotations/destructiveHint").asBoolean()).isTrue();
        assertThat(delete.get("description").asText()).startsWith("Deprecated. ");
        JsonNode body = tools().get("shop_orders_put").at("/inputSchema/properties/body");
        assertThat(body.at("/properties").fieldNames()).toIterable().containsExactly("name", "note", "parent");
        assertThat(body.at("/required").toString()).isEqualTo("[\"name\"]");
        assertThat(body.at("/properties/note/type").toString()).isEqualTo("[\"string\",\"null\"]");
        assertThat(body.at("/properties/name").has("example")).isFalse();
    }

    @Test
    void argumentsGoWhereTheDocumentSays() {
        saveShop();
        start("orders_get");

        assertThat(call("orders_get", """
                {"id":"a/b ?#%","fields":["x","y&z"],"joined":["p","q"],"filter":{"status":"new"},"at":{"t":1},"X-Shop":"Köln",\
                "session":"s1","page_size":7}""",
                "Authorization", "Bearer of-the-caller", "X-Custom", "of-the-caller").at("/data/ok").asBoolean()).isTrue();
        ApiServer.Received received = server.only();
        assertThat(received.method()).isEqualTo("GET");
        assertThat(received.target()).isEqualTo(
                "/v1/orders/a%2Fb%20%3F%23%25?fields=x&fields=y%26z&joined=p,q&filter%5Bstatus%5D=new&at=%7B%22t%22%3A1%7D&"
                        + "page%5Bsize%5D=7");
        assertThat(received.headers()).containsEntry("cookie", "session=s1").containsEntry("accept", "application/json, */*;q=0.5")
                .containsKey("x-shop");
        assertThat(received.headers().keySet()).doesNotContain("authorization", "x-custom", "id", "fields", "page_size", "filter");
        assertThat(received.headers().values()).noneMatch(value -> value.contains("of-the-caller"));

        call("find", "{\"path\":\"a/b?c/d e\"}");
        assertThat(server.only().target()).isEqualTo("/v1/find/a/b%3Fc/d%20e?kind=all");
        for (String path : new String[] {"../x", "a//b", "/a", "a/..", "..;/x"}) {
            assertThat(call("find", "{\"path\":\"" + path + "\"}").at("/error/code").asText()).isEqualTo("INVALID_ARGUMENT");
        }
        for (String id : new String[] {"..", ".", ""}) {
            assertThat(call("orders_get", "{\"id\":\"" + id + "\"}").at("/error/code").asText()).isEqualTo("INVALID_ARGUMENT");
        }
        assertThat(call("orders_get", "{\"id\":\"1\",\"X-Shop\":\"a\\r\\nEvil: 1\"}").at("/error/code").asText())
                .isEqualTo("INVALID_ARGUMENT");
        assertThat(call("orders_get", "{\"id\":\"1\",\"page_size\":101}").at("/error/message").asText()).contains("page_size");
        assertThat(server.isUntouched()).isTrue();
    }

    @Test
    void bodiesAreJsonFormsOrParts() {
        saveShop();
        start("orders_put");

        call("orders_put", "{\"id\":\"7\",\"body\":{\"name\":\"Ada\",\"note\":null,\"parent\":{\"name\":\"Eve\",\"price\":100.00}}}");
        ApiServer.Received json = server.only();
        assertThat(json.method() + " " + json.target() + " " + json.headers().get("content-type"))
                .isEqualTo("PUT /v1/orders/7 application/json");
        assertThat(json.body()).isEqualTo("{\"name\":\"Ada\",\"note\":null,\"parent\":{\"name\":\"Eve\",\"price\":100}}");

        call("form", "{\"body\":{\"name\":\"A & B\",\"tags\":[\"x\",\"y\"]}}");
        ApiServer.Received form = server.only();
        assertThat(form.headers()).containsEntry("content-type", "application/x-www-form-urlencoded");
        assertThat(form.body()).isEqualTo("name=A%20%26%20B&tags=x&tags=y");

        call("upload", "{\"body\":{\"file\":\"AAEC/w==\",\"note\":\"n\",\"more\":{\"a\":1}}}");
        ApiServer.Received parts = server.only();
        assertThat(parts.headers().get("content-type")).startsWith("multipart/form-data; boundary=");
        assertThat(parts.body()).contains(
                "name=\"file\"; filename=\"file.bin\"\r\nContent-Type: application/octet-stream\r\n\r\n\0\1\2\u00ff\r\n", "name=\"note\"",
                "application/json\r\n\r\n{\"a\":1}\r\n");
        assertThat(call("upload", "{\"body\":{\"file\":\"%%%\"}}").at("/error/code").asText()).isEqualTo("INVALID_ARGUMENT");
    }

    @Tag("full")
    @Test
    void filtersAndOverridesSayWhichOperationsAreTools() {
        saveShop();
        save("shop.yaml", """
                expose:
                  tools: ["*", "!*/delete"]
                  paths: [/orders/*]
                  override:
                    orders/get: {name: order, title: Order, readOnlyHint: false, arguments: {fields: {const: [all]}}}
                    orders/put: {description: Changes an order.}
                """);
        start("order");

        assertThat(tools()).containsOnlyKeys("order", "orders_put");
        assertThat(tools().get("orders_put").get("description").asText()).isEqualTo("Changes an order.");
        assertThat(tools().get("order").at("/inputSchema/properties").has("fields")).isFalse();
        call("order", "{\"id\":\"1\"}");
        assertThat(server.only().target()).isEqualTo("/v1/orders/1?fields=all");

        save("shop.yaml", "expose: {operation-tags: [orders]}");
        until(() -> tools().keySet().equals(Map.of("orders_get", 1).keySet()));
    }

    private void saveShop() {
        save("shop.openapi.yaml", resource("/openapi/shop.openapi.yaml"));
    }
}
