package dev.caravan.security;

import org.springframework.stereotype.Component;

/** The address under which clients know the gateway. Tokens are issued for it (RFC 8707). */
@Component
public class PublicAddress {

    public static final String MCP = "/mcp";
    static final String METADATA = "/.well-known/oauth-protected-resource";

    private final String url;

    PublicAddress(SecurityProperties security, EntryAddress entry) {
        String configured = security.publicUrl().strip().replaceFirst("/+$", "");
        this.url = configured.isEmpty() ? entry.url() : configured;
    }

    /** Returns the address of the whole gateway, including REST. */
    public String gateway() {
        return url;
    }

    /** Returns the address of the MCP endpoint. Addresses of instances are below it. */
    String mcp() {
        return url + MCP;
    }

    /** Returns the address of the metadata (RFC 9728) for this path. */
    String metadataOf(String path) {
        return url + METADATA + (path.equals(MCP) || path.startsWith(MCP + "/") ? MCP : "");
    }
}
