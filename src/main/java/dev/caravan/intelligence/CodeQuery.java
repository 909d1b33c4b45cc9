package dev.caravan.intelligence;

import dev.caravan.intelligence.index.IndexState;
import dev.caravan.intelligence.index.Workspace;

/**
 * One call of a tool about code, in the variable {@code query} of the routes.
 *
 * @param state     state of the index at the start of the call
 * @param indexable whether an index can be built
 * @param begun     start, as {@link System#nanoTime} has it
 */
record CodeQuery(IntelligenceArguments arguments, Workspace workspace, IndexState state, boolean indexable, long begun) {

    /** Returns the text to search for. */
    String text() {
        return arguments.text("query");
    }
}
