package dev.caravan.intelligence.ckb;

import java.util.List;

/**
 * What CKB answered, or why it did not.
 *
 * @param available       whether CKB was asked and did what it was asked
 * @param reason          why not: {@code connection_timeout}, {@code mcp_error}, {@code health_check_failed}, {@code cooldown} or {@code disabled}; null if it is available
 * @param lastError       of CKB's failures the latest; null if there is none, or CKB is available
 * @param cooldownSeconds how long it is left alone yet, 0 to 60; null unless that is the reason
 * @param graph           whether CKB has a call graph of its repository; if not, the local one is all there is although CKB is available
 * @param nodes           without those that two names have in common being one: each name has its own
 * @param edges           each once
 */
public record CkbAnswer(boolean available, String reason, String lastError, Integer cooldownSeconds, boolean graph, List<CkbNode> nodes, List<CkbEdge> edges) {

    /** Exchange property. */
    public static final String PROPERTY = "ckb";

    static final String CONNECTION_TIMEOUT = "connection_timeout";
    static final String MCP_ERROR = "mcp_error";
    static final String HEALTH_CHECK_FAILED = "health_check_failed";
    static final String COOLDOWN = "cooldown";
    static final String DISABLED = "disabled";

    /** For a caller that stopped waiting, if it still wants an answer. */
    static final CkbAnswer INTERRUPTED = failed(CONNECTION_TIMEOUT, "The caller stopped waiting for CKB");

    static CkbAnswer of(boolean graph, List<CkbNode> nodes, List<CkbEdge> edges) {
        return new CkbAnswer(true, null, null, null, graph, nodes, edges);
    }

    static CkbAnswer failed(String reason, String lastError) {
        return new CkbAnswer(false, reason, lastError, null, false, List.of(), List.of());
    }

    static CkbAnswer coolingDown(int seconds, String lastError) {
        return new CkbAnswer(false, COOLDOWN, lastError, seconds, false, List.of(), List.of());
    }
}
