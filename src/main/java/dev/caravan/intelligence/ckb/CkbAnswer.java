package dev.caravan.intelligence.ckb;

import java.util.List;

/**
 * What CKB answered, or why it did not. Routes hold it in the variable {@code ckb}.
 *
 * @param available       whether CKB was asked and answered
 * @param reason          why not: {@code connection_timeout}, {@code mcp_error}, {@code health_check_failed}, {@code cooldown} or {@code
 *         disabled}; null if available
 * @param lastError       CKB's latest failure; null if there is none, or CKB is available
 * @param cooldownSeconds remaining cool-down, 0 to 60; null for other reasons
 * @param graph           whether CKB has a call graph of its repository; if not, only the local graph exists although CKB is available
 * @param nodes           found places; two names that lead to the same place have a node each
 * @param edges           calls, without duplicates
 */
public record CkbAnswer(boolean available, String reason, String lastError, Integer cooldownSeconds, boolean graph, List<CkbNode> nodes,
        List<CkbEdge> edges) {

    /** The name of CKB's call graph in routes and results; the index's own graph is {@code local}. */
    public static final String GRAPH = "ckb";

    static final String CONNECTION_TIMEOUT = "connection_timeout";
    static final String MCP_ERROR = "mcp_error";
    static final String HEALTH_CHECK_FAILED = "health_check_failed";
    static final String COOLDOWN = "cooldown";
    static final String DISABLED = "disabled";

    /** Answers a question whose caller stopped waiting. */
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

    /**
     * A place in the code that calls lead to.
     *
     * @param symbolId CKB's id; null for a use of a symbol in a place whose own symbol CKB does not report
     * @param name     null in the same case
     * @param path     of the file, relative to CKB's repository; null if unknown
     * @param line     from 1; 0 if unknown
     * @param distance calls from {@code start}, whose own distance is 0
     * @param start    the name of the question that led here
     */
    public record CkbNode(String symbolId, String name, String path, int line, int distance, String start) {
    }

    /** A call from one {@link CkbAnswer.CkbNode#symbolId()} to another. */
    public record CkbEdge(String from, String to) {
    }
}
