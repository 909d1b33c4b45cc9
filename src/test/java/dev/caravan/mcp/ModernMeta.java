package dev.caravan.mcp;

/** What every request of revision 2026-07-28 carries. */
final class ModernMeta {

    static final String META = "{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientCapabilities\":{}}}";

    private ModernMeta() {
    }
}
