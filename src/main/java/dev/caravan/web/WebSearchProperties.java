package dev.caravan.web;

import java.net.URI;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of {@code caravan.web-search.*}; each is explained in {@code config/application.yaml}. The routes in
 * {@code routes/tools/web/} and {@code routes/upstream/} read {@code service}, {@code searxngUrl}, {@code mcpServer}, {@code mcpTool} and {@code timeout} too.
 *
 * @param language  where the caller names none
 * @param cacheTtl  zero: nothing is kept
 * @param cacheSize in searches
 */
@ConfigurationProperties("caravan.web-search")
record WebSearchProperties(
        @DefaultValue("searxng") Service service,
        @DefaultValue("http://127.0.0.1:8888") URI searxngUrl,
        @DefaultValue("searxng") String mcpServer,
        @DefaultValue("searxng_web_search") String mcpTool,
        @DefaultValue("all") String language,
        @DefaultValue("8s") Duration timeout,
        @DefaultValue("5m") Duration cacheTtl,
        @DefaultValue("1000") int cacheSize) {

    enum Service { SEARXNG, MCP }
}
