package dev.caravan.call.discovery;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.RoutesCopy;
import dev.caravan.TemporaryFolder;
import dev.caravan.embedded.ServerKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A gateway with its own tools over seven databases, and 500 tools of others: those of eight npm servers, and operations of the OpenAPI
 * documents of Figma, GitBook and GitHub. {@code src/test/resources/discovery} has their definitions, and 120 questions with the tools that
 * answer them.
 */
final class ManyTools {

    /** @param tools any of them is right */
    record Question(Set<String> tools, String text) {
    }

    private ManyTools() {
    }

    static OwnGateway start(String... settings) throws IOException {
        Path routes = RoutesCopy.to(TemporaryFolder.make("caravan-many-tools"));
        StringBuilder yaml = new StringBuilder();
        for (String line : lines("real-tools.jsonl")) {
            JsonNode definition = McpClient.object(line);
            String name = definition.get("name").asText();
            Path file = Files.writeString(Files.createDirectories(routes.resolve("definitions")).resolve(name + ".json"), line);
            yaml.append("- route: {id: \"").append(name).append("\", from: {uri: \"ai-tool:").append(name)
                    .append("\", parameters: {definition: \"file:").append(file)
                    .append("\"}, steps: [{setBody: {constant: done}}]}}\n");
        }
        Files.writeString(routes.resolve("others.camel.yaml"), yaml);
        return OwnGateway.withRoutes(routes).servers(ServerKind.MONGO, ServerKind.NEO4J)
                .settings("databases.postgresql.url=jdbc:postgresql://127.0.0.1:9/none",
                        "databases.mysql.url=jdbc:mysql://127.0.0.1:9/none",
                        "databases.sqlite.url=jdbc:sqlite:" + routes.resolve("none.db"), "databases.mongodb.url=mongodb://127.0.0.1:9/none",
                        "databases.redis.url=redis://127.0.0.1:9", "databases.opensearch.url=http://127.0.0.1:9",
                        "databases.supabase.url=http://127.0.0.1:9/", "web-search.searxng-url=http://127.0.0.1:9/", "recall.local=true",
                        "intelligence.workspaces.none.root=" + routes.resolve("definitions"))
                .settings(settings).start();
    }

    static List<Question> questions(String file) throws IOException {
        List<Question> questions = new ArrayList<>();
        for (String line : lines(file)) {
            if (!line.startsWith("#")) {
                String[] parts = line.split("\t");
                questions.add(new Question(Set.of(parts[0].split("\\|")), parts[1]));
            }
        }
        return questions;
    }

    private static List<String> lines(String file) throws IOException {
        return Files.readAllLines(Path.of("src/test/resources/discovery", file));
    }
}
