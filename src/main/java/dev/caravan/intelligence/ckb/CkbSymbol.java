package dev.caravan.intelligence.ckb;

/**
 * What CKB found for a name.
 *
 * @param start the name that was asked for
 * @param path  null if CKB does not say
 * @param line  0 if CKB does not say
 */
record CkbSymbol(String start, String id, String name, String path, int line) {

    /** Of symbols that CKB found without an index of calls. */
    private static final String NO_GRAPH = "ts-";

    boolean hasGraph() {
        return !id.startsWith(NO_GRAPH);
    }
}
