package dev.caravan.intelligence.ckb;

/**
 * The symbol that CKB found for a name.
 *
 * @param start the name in the question
 * @param path  null if unknown
 * @param line  0 if unknown
 */
record CkbSymbol(String start, String id, String name, String path, int line) {

    /** Prefix of symbols that CKB found without an index of calls. */
    private static final String NO_GRAPH = "ts-";

    boolean hasGraph() {
        return !id.startsWith(NO_GRAPH);
    }
}
