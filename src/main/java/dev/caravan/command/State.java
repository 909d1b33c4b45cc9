package dev.caravan.command;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Shows what works and what doesn't. */
@Command(name = "state", description = {"Show a running gateway: its routes, files with mistakes, circuit breakers and MCP servers.",
    "Exit code 1 if a file has a mistake."})
final class State implements Callable<Integer> {

    @Mixin
    private final Gateway gateway;

    @Spec
    private CommandSpec spec;

    State(Invocation invocation) {
        this.gateway = new Gateway(invocation);
    }

    @Override
    public Integer call() {
        JsonNode state = gateway.get("/page/state").path("data");
        if (gateway.isJson()) {
            spec.commandLine().getOut().println(state.toPrettyString());
        } else {
            List<Map<String, String>> rows = new ArrayList<>();
            rows.add(row("routes", "", state.path("routes").asText() + " serve"));
            state.path("broken").forEach(file -> rows.add(row("file",
                    file.path("file").asText() + (file.path("line").asInt() > 0 ? ":" + file.path("line").asText() : ""),
                    (file.path("serving").asBoolean() ? "refused, its last good version serves: " : "refused: ")
                            + file.path("message").asText())));
            state.path("mistakes").forEach(mistake -> rows.add(row(mistake.path("part").asText(), mistake.path("name").asText(),
                    mistake.path("problem").asText())));
            state.path("breakers").forEach(breaker -> rows.add(row("breaker", breaker.path("name").asText(),
                    breaker.path("state").asText())));
            state.path("upstream").forEach(server -> rows.add(row("server", server.path("name").asText(),
                    server.path("state").asText() + (server.path("problem").isTextual() ? ": " + server.path("problem").asText() : ""))));
            Table.of(spec).print(rows);
        }
        return state.path("broken").isEmpty() && state.path("mistakes").isEmpty() ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private static Map<String, String> row(String what, String name, String state) {
        Map<String, String> row = new LinkedHashMap<>();
        row.put("WHAT", what);
        row.put("NAME", name);
        row.put("STATE", state);
        return row;
    }
}
