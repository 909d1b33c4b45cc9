package dev.caravan.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.StreamSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Calls a tool. */
@Command(name = "call", description = {"Call a tool of a running gateway and print its data: rows as a table, other data as JSON.",
    "Exit code 1 if the call fails."})
final class CallTool implements Callable<Integer> {

    @Mixin
    private final Gateway gateway;

    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "NAME", description = "Name of the tool.")
    private String name;

    @Parameters(index = "1..*", paramLabel = "KEY=VALUE|JSON",
            description = "Arguments: each as KEY=VALUE, or all as one JSON object. A value is a text where the tool takes texts, else"
                    + " JSON.")
    private List<String> arguments = List.of();

    CallTool(Invocation invocation) {
        this.gateway = new Gateway(invocation);
    }

    @Override
    public Integer call() {
        ObjectNode params = Gateway.Json.MAPPER.createObjectNode().put("name", name);
        params.set("arguments", arguments());
        JsonNode result = gateway.ask("tools/call", params);
        JsonNode structured = result.path("structuredContent");
        if (gateway.isJson()) {
            spec.commandLine().getOut().println(result.toPrettyString());
        } else if (result.path("isError").asBoolean()) {
            JsonNode error = structured.path("error");
            spec.commandLine().getErr().println(error.has("message")
                    ? error.path("code").asText() + ": " + error.path("message").asText() : text(result));
        } else if (structured.isMissingNode()) {
            spec.commandLine().getOut().println(text(result));
        } else {
            print(structured.has("ok") && structured.has("data") ? structured.get("data") : structured);
        }
        return result.path("isError").asBoolean() ? ExitCode.SOFTWARE : ExitCode.OK;
    }

    private JsonNode arguments() {
        if (arguments.size() == 1 && arguments.get(0).stripLeading().startsWith("{")) {
            return json(arguments.get(0));
        }
        ObjectNode all = Gateway.Json.MAPPER.createObjectNode();
        JsonNode types = arguments.isEmpty() ? all : gateway.tools().stream().filter(tool -> tool.path("name").asText().equals(name))
                .findFirst().map(tool -> tool.at("/inputSchema/properties")).orElse(all);
        for (String argument : arguments) {
            String[] parts = argument.split("=", 2);
            if (parts.length < 2 || all.has(parts[0])) {
                throw new ParameterException(spec.commandLine(), parts.length < 2 ? argument + " is neither KEY=VALUE nor a JSON object"
                        : parts[0] + " is given twice. Give a list as JSON: '" + parts[0] + "=[1, 2]'");
            }
            all.set(parts[0], value(types.path(parts[0]).path("type"), parts[1]));
        }
        return all;
    }

    private JsonNode json(String text) {
        try {
            return Gateway.Json.MAPPER.readTree(text);
        } catch (JsonProcessingException e) {
            throw new ParameterException(spec.commandLine(), "The arguments are no JSON: " + e.getOriginalMessage());
        }
    }

    /** @param type a type or a list of types, as in JSON Schema */
    private static JsonNode value(JsonNode type, String text) {
        boolean takesText = type.asText().equals("string")
                || StreamSupport.stream(type.spliterator(), false).anyMatch(each -> each.asText().equals("string"));
        try {
            return takesText || text.isBlank() ? TextNode.valueOf(text) : Gateway.Json.MAPPER.readTree(text);
        } catch (JsonProcessingException e) {
            return TextNode.valueOf(text);
        }
    }

    private static String text(JsonNode result) {
        List<String> texts = new ArrayList<>();
        result.path("content").forEach(each -> texts.add(each.has("text") ? each.get("text").asText() : each.toString()));
        return String.join("\n", texts);
    }

    private void print(JsonNode data) {
        List<Map<String, String>> rows = new ArrayList<>();
        data.forEach(item -> {
            Map<String, String> row = new LinkedHashMap<>();
            item.fields().forEachRemaining(field -> row.put(field.getKey(), field.getValue().asText()));
            rows.add(row);
        });
        boolean table = data.isArray() && !rows.isEmpty() && StreamSupport.stream(data.spliterator(), false)
                .allMatch(item -> item.isObject() && !item.isEmpty() && StreamSupport.stream(item.spliterator(), false)
                        .allMatch(JsonNode::isValueNode))
                && rows.stream().allMatch(row -> row.keySet().equals(rows.get(0).keySet()));
        if (table) {
            Table.of(spec).print(rows);
        } else {
            spec.commandLine().getOut().println(data.isTextual() ? data.asText() : data.toPrettyString());
        }
    }
}
