package dev.caravan.intelligence;

import dev.caravan.intelligence.index.IndexState;
import dev.caravan.intelligence.index.Workspace;

/**
 * One call of a tool about code. Routes hold it in the variable {@code query}.
 *
 * @param state of the index when the call began
 * @param begun as {@link System#nanoTime} says
 */
record CodeQuery(IntelligenceArguments arguments, Workspace workspace, IndexState state, long begun) {

    /** The text to search for. */
    String text() {
        return arguments.text("query");
    }
}
