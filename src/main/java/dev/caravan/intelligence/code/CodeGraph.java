package dev.caravan.intelligence.code;

import java.util.Collection;
import java.util.List;

/** The definitions and calls of one workspace, to be looked up in batches; each method is one question to the index. */
public interface CodeGraph {

    /** Those that are there, in any order. */
    List<Symbol> symbols(Collection<String> ids);

    /** All definitions with one of these simple names. */
    List<Symbol> named(Collection<String> names);

    /** All calls that stand in one of these definitions. */
    List<Call> callsFrom(Collection<String> symbolIds);

    /** All calls of anything with one of these simple names. */
    List<Call> callsTo(Collection<String> names);

    /** Those that are there, in any order. */
    List<SourceFile> files(Collection<String> paths);
}
