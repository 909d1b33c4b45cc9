package dev.caravan.command;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Lists tools. */
@Command(name = "tools", description = "List the tools of a running gateway.")
final class Tools implements Callable<Integer> {

    @Mixin
    private final Gateway gateway;

    @Spec
    private CommandSpec spec;

    Tools(Invocation invocation) {
        this.gateway = new Gateway(invocation);
    }

    @Override
    public Integer call() {
        List<JsonNode> tools = gateway.tools();
        if (gateway.isJson()) {
            spec.commandLine().getOut().println(Gateway.Json.MAPPER.valueToTree(tools).toPrettyString());
        } else {
            Table.of(spec).print(tools.stream().map(Tools::row).toList());
        }
        return 0;
    }

    private static Map<String, String> row(JsonNode tool) {
        Map<String, String> row = new LinkedHashMap<>();
        row.put("NAME", tool.path("name").asText());
        row.put("DESCRIPTION", tool.path("description").asText().replaceFirst("(?s)(?<=[.!?])\\s.*", ""));
        return row;
    }
}
