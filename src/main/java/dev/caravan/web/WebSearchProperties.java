package dev.caravan.web;

import dev.caravan.start.OrZero;
import java.net.URI;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of {@code caravan.web-search.*}. {@code config/application.yaml} explains each. The routes in {@code routes/tools/web/} and
 * {@code routes/upstream/} also read {@code service}, {@code searxngUrl}, {@code mcpServer}, {@code mcpTool} and {@code timeout}.
 *
 * @param service    Service of web_search: searxng, or mcp for a tool of another MCP server.
 * @param searxngUrl Address of SearXNG. Empty means no web search, unless service is mcp.
 * @param mcpServer  Name of the MCP server in config/servers.
 * @param mcpTool    Tool of that MCP server.
 * @param language   Language of the results when the caller names none: all, auto, or a tag such as zh-CN.
 * @param timeout    Timeout of a request to SearXNG.
 * @param cacheTtl   Time for which results are cached. 0s means no cache.
 * @param cacheSize  Searches in the cache.
 */
@ConfigurationProperties("caravan.web-search")
record WebSearchProperties(
        @DefaultValue("searxng") Service service,
        URI searxngUrl,
        @DefaultValue("searxng") String mcpServer,
        @DefaultValue("searxng_web_search") String mcpTool,
        @DefaultValue("all") String language,
        @DefaultValue("8s") Duration timeout,
        @DefaultValue("5m") @OrZero Duration cacheTtl,
        @DefaultValue("1000") @OrZero int cacheSize) {

    /** The service that answers {@code web_search}. */
    enum Service { SEARXNG, MCP }
}
