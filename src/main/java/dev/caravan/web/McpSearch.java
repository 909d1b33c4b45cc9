package dev.caravan.web;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.UpstreamException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.camel.Body;
import org.apache.camel.Variable;
import org.springframework.stereotype.Component;

/**
 * Uses a search tool of another MCP server, with the arguments of npm {@code mcp-searxng}. Reads results as JSON in {@code structuredContent} or in
 * the text, or as blocks of {@code Title:}, {@code URL:} and {@code Content:} lines, which older versions write.
 */
@Component("mcpSearch")
public class McpSearch {

    private static final Pattern BLOCK = Pattern.compile(
            "Title:\\s*(.*)\\R(?:Description|Content|Snippet):\\s*([\\s\\S]*?)\\RURL:\\s*(\\S+)|Title:\\s*(.*)\\RURL:\\s*(\\S+)(?:\\R(?:Description|Content|Snippet):\\s*(.*))?");
    private static final Pattern NOTHING = Pattern.compile("\\bno results\\b", Pattern.CASE_INSENSITIVE);

    private final ObjectMapper mapper;
    private final String source;

    McpSearch(ObjectMapper mapper, WebSearchProperties properties) {
        this.mapper = mapper;
        this.source = properties.mcpServer();
    }

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
    public SearchPage page(@Body JsonNode result) throws UpstreamException {
        JsonNode structured = list(result.path("structuredContent"));
        if (structured != null) {
            return new SearchPage(FoundItems.read(structured, source), List.of(), true);
        }
        StringBuilder text = new StringBuilder();
        result.path("content").forEach(content -> text.append(content.path("text").asText("")).append('\n'));
        JsonNode results = list(json(text.toString()));
        if (results == null) {
            results = blocks(text);
        }
        if (results.isEmpty() && !NOTHING.matcher(text).find() && list(json(text.toString())) == null) {
            throw new UpstreamException(Text.of("web.garbage"));
        }
        return new SearchPage(FoundItems.read(results, source), List.of(), true);
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

    private ArrayNode blocks(CharSequence text) {
        ArrayNode results = mapper.createArrayNode();
        for (Matcher block = BLOCK.matcher(text); block.find();) {
            boolean contentFirst = block.group(1) != null;
            results.addObject()
                    .put("title", contentFirst ? block.group(1) : block.group(4))
                    .put("content", contentFirst ? block.group(2) : block.group(6))
                    .put("url", contentFirst ? block.group(3) : block.group(5));
        }
        return results;
    }
}
