package dev.caravan.security;

import dev.caravan.http.EntryAddress;
import org.springframework.stereotype.Component;

/** The gateway's address as its clients know it, which is what tokens are issued for (RFC 8707). */
@Component
public class PublicAddress {

    static final String MCP = "/mcp";
    static final String METADATA = "/.well-known/oauth-protected-resource";

    private final String url;

    PublicAddress(SecurityProperties security, EntryAddress entry) {
        String configured = security.publicUrl().strip().replaceFirst("/+$", "");
        this.url = configured.isEmpty() ? entry.url() : configured;
    }

    /** All of the gateway, over REST too. */
    public String gateway() {
        return url;
    }

    /** The MCP endpoint; those of instances are below it. */
    String mcp() {
        return url + MCP;
    }

    /** The address of the metadata (RFC 9728) about what is at that path. */
    String metadataOf(String path) {
        return url + METADATA + (path.equals(MCP) || path.startsWith(MCP + "/") ? MCP : "");
    }
}
