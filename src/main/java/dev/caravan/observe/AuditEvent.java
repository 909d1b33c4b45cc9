package dev.caravan.observe;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An audit event before it is written.
 *
 * @param caller          name or address; null if unknown
 * @param instance        id of the MCP instance that a named caller called; null if there is none
 * @param subject         what was called, as members of the event: names, never content
 * @param argumentsSha256 SHA-256 of the arguments' JSON; null without arguments
 * @param outcome         {@code OK}, or the reason of the failure in one word
 * @param tookMs          null for a request that was refused before it began
 * @param traceId         null if there is none
 */
public record AuditEvent(Instant time, String caller, Long instance, Map<String, Object> subject, byte[] argumentsSha256, String outcome,
        Long tookMs,
                         String traceId) {

    /** The member with the HMAC of the arguments. */
    static final String HMAC = "argumentsHmac";

    /**
     * Returns {@code {time, caller, instance?, …, argumentsHmac?, outcome, tookMs?, traceId?}}, with the subject in the middle.
     *
     * @param hmac HMAC of the arguments, if there are any; null if its key is unavailable
     */
    Map<String, Object> members(String hmac) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("time", time.toString());
        members.put("caller", caller);
        if (instance != null) {
            members.put("instance", instance);
        }
        members.putAll(subject);
        if (argumentsSha256 != null) {
            members.put(HMAC, hmac);
        }
        members.put("outcome", outcome);
        if (tookMs != null) {
            members.put("tookMs", tookMs);
        }
        if (traceId != null) {
            members.put("traceId", traceId);
        }
        return members;
    }
}
