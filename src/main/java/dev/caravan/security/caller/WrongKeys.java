package dev.caravan.security.caller;

import java.util.Optional;

/** Counts keys in addresses, such as {@code /mcp/KEY}, that no MCP instance has. There is one bean. */
public interface WrongKeys {

    /**
     * Counts a wrong key. Right keys are never counted, so callers behind one address do not lock out each other.
     *
     * @param address of the caller; null if unknown, which has no limit
     * @return 429 if too many came from there; empty if the caller may be told that the key is wrong
     */
    Optional<HttpRefusal> count(String address);
}
