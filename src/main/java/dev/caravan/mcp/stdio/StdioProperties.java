package dev.caravan.mcp.stdio;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of {@code --stdio}, {@code caravan.stdio.*}; each is explained in {@code config/application.yaml}.
 *
 * @param apiKey Key of the MCP instance that --stdio serves. Empty means all tools of the gateway.
 */
@ConfigurationProperties("caravan.stdio")
record StdioProperties(@DefaultValue("") String apiKey) {

    /** Leaves out the API key. */
    @Override
    public String toString() {
        return "StdioProperties[]";
    }
}
