package dev.caravan.security;

import dev.caravan.McpClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A request that the gateway takes, made from a line of {@link RightsTable}.
 *
 * @param scope   that it needs; null: any caller will do; empty: none is needed
 * @param tags    as the table has them
 * @param whose   likewise
 * @param headers in pairs, that it needs
 */
record Endpoint(String method, String template, String body, String scope, String tags, String whose, List<String> headers) {

    private static final Pattern NAME = Pattern.compile("\\{(\\w+)}");
    private static final Map<String, String> NAMED = Map.of("tools/call", "name", "prompts/get", "name", "resources/read", "uri",
            "tasks/get", "taskId",
            "tasks/update", "taskId", "tasks/cancel", "taskId");

    /** All that the table has. */
    static List<Endpoint> all() {
        List<Endpoint> all = new ArrayList<>();
        for (RightsTable.Request request : RightsTable.requests()) {
            if (request.takesMessages()) {
                RightsTable.messages()
                        .forEach(message -> message.eras().forEach(era -> all.add(of(request.path(), message, era, message.params()))));
            } else {
                String scope = request.right() == Right.NONE ? "" : RightsTable.scope(request.right());
                all.add(new Endpoint(request.method(), request.path(), request.body().isEmpty() ? null : request.body(), scope,
                        request.tags(), request.whose(), List.of()));
            }
        }
        return all;
    }

    /** A message to that path. */
    static Endpoint of(String path, RightsTable.Message message, String era, String params) {
        List<String> headers = new ArrayList<>();
        if (era.equals("modern")) {
            headers.addAll(List.of("MCP-Protocol-Version", McpClient.MODERN, "Mcp-Method", message.method()));
            String named = McpClient.object(params).path(NAMED.getOrDefault(message.method(), "none")).textValue();
            if (named != null) {
                headers.addAll(List.of("Mcp-Name", named));
            }
        }
        return new Endpoint("POST", path, message.json(era, params), message.scope(), message.tags(), message.whose(), headers);
    }

    @Override
    public String toString() {
        return method + " " + template
                + (isMessage() ? " " + body.replaceAll(".*\"method\":\"([^\"]+).*", "$1") + (headers.isEmpty() ? "" : " modern") : "");
    }

    /** Returns the status of a login's page for a login that does not exist; 0 for another request. */
    int statusWithoutLogin() {
        return switch (method + " " + template) {
            case "GET /oauth/login/{login}", "GET /oauth/client/{issuer}" -> 404;
            case "POST /oauth/login/{login}", "GET /oauth/callback/{issuer}" -> 400;
            default -> 0;
        };
    }

    boolean isOpen() {
        return "".equals(scope);
    }

    boolean isMcp() {
        return template.startsWith("/mcp");
    }

    boolean isMessage() {
        return isMcp() && method.equals("POST");
    }

    /** @param ids {name in the path or the body: value}; others are of nothing that there is */
    SecuredClient.Answer send(SecuredClient client, Map<String, String> ids, String... credentials) {
        List<String> all = new ArrayList<>(List.of(credentials));
        headers.forEach(header -> all.add(filled(header, ids)));
        return client.send(method, filled(template, ids), body == null ? null : filled(body, ids), all.toArray(String[]::new));
    }

    private static String filled(String text, Map<String, String> ids) {
        return NAME.matcher(text).replaceAll(name -> ids.getOrDefault(name.group(1), "999999"));
    }
}
