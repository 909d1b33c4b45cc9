package dev.caravan.web;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.UpstreamException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.camel.Body;
import org.apache.camel.Variable;
import org.springframework.stereotype.Component;

/**
 * Uses a search tool of another MCP server, with the arguments of npm {@code mcp-searxng}. Reads results as JSON in
 * {@code structuredContent} or in the text, or as blocks of {@code Title:}, {@code URL:} and {@code Content:} lines, which older versions
 * write.
 */
@Component("mcpSearch")
public record McpSearch(ObjectMapper mapper, WebSearchProperties properties) {

    private static final Set<String> CONTENT = Set.of("Content", "Description", "Snippet");
    private static final Pattern NOTHING = Pattern.compile("\\bno results\\b", Pattern.CASE_INSENSITIVE);

    /**
     * Makes the tool's arguments. For a server with other arguments, edit {@code routes/upstream/web-search-mcp.camel.yaml}.
     *
     * @param results number of results to request
     */
    public Map<String, Object> arguments(@Variable("search") Search search, @Variable("results") int results) {
        Map<String, Object> arguments = new LinkedHashMap<>();
        arguments.put("query", search.query().text());
        arguments.put("language", search.query().language());
        arguments.put("num_results", results);
        arguments.put("response_format", "json");
        if (search.query().timeRange() != null) {
            arguments.put("time_range", search.query().timeRange());
        }
        return arguments;
    }

    /** Reads a {@code CallToolResult}. */
    public Search.Page page(@Body JsonNode result) throws UpstreamException {
        JsonNode said = result.path("structuredContent");
        JsonNode results = list(said);
        StringBuilder text = new StringBuilder();
        if (results == null) {
            result.path("content").forEach(content -> text.append(content.path("text").asText("")).append('\n'));
            said = json(text.toString());
            results = list(said);
        }
        if (results == null) {
            results = blocks(text.toString());
            if (results.isEmpty() && !NOTHING.matcher(text).find()) {
                throw new UpstreamException(Text.of("web.garbage"));
            }
        }
        return new Search.Page(FoundItems.read(results, properties.mcpServer()), DirectAnswers.of(said), List.of(), true);
    }

    private static JsonNode list(JsonNode answer) {
        if (answer.isArray()) {
            return answer;
        }
        for (String name : List.of("results", "items", "data")) {
            JsonNode member = answer.path(name);
            if (member.isArray()) {
                return member;
            }
            if (member.path("items").isArray()) {
                return member.get("items");
            }
        }
        return null;
    }

    private JsonNode json(String text) {
        try {
            return mapper.readTree(text);
        } catch (JsonProcessingException e) {
            return mapper.missingNode();
        }
    }

    /** Reads blocks line by line. A block begins with a title. Content may have several lines before the address, and one after it. */
    private ArrayNode blocks(String text) {
        ArrayNode results = mapper.createArrayNode();
        ObjectNode block = mapper.createObjectNode();
        StringBuilder content = null;
        for (String line : (Iterable<String>) text.lines()::iterator) {
            String value = line.substring(line.indexOf(':') + 1).strip();
            String name = line.substring(0, Math.max(0, line.indexOf(':'))).strip();
            if (name.equals("Title")) {
                block = mapper.createObjectNode().put("title", value);
                content = null;
            } else if (name.equals("URL") && block.has("title") && !block.has("url")) {
                results.add(block.put("url", value.split("\\s", 2)[0]).put("content", content == null ? null : content.toString()));
            } else if (CONTENT.contains(name) && content == null) {
                content = new StringBuilder(value);
                block.put("content", value);
            } else if (content != null && !block.has("url")) {
                content.append('\n').append(line);
            }
        }
        return results;
    }
}
