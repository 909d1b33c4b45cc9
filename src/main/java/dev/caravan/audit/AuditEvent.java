package dev.caravan.audit;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One audit event, as it waits to be written.
 *
 * @param caller          a name or an address; null: nobody knows
 * @param instance        id of the MCP instance at which a named caller called; null: none
 * @param subject         what was asked for, as members of the event: names, never content
 * @param argumentsSha256 of the JSON of its arguments; null: it has none
 * @param outcome         {@code OK}, or in one word why not
 * @param tookMs          null: it was refused before it was begun
 * @param traceId         null: it has none
 */
public record AuditEvent(Instant time, String caller, Long instance, Map<String, Object> subject, byte[] argumentsSha256, String outcome, Long tookMs,
                         String traceId) {

    /** The member with the HMAC of the arguments. */
    static final String HMAC = "argumentsHmac";

    /**
     * {@code {time, caller, instance?, …, argumentsHmac?, outcome, tookMs?, traceId?}}, with the subject in the middle.
     *
     * @param hmac of the arguments, where there are some; null: it can't be had
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
