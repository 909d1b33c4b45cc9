package dev.caravan.intelligence.code;

import java.util.Collection;
import java.util.List;

/** Looks up definitions and calls of one workspace in batches. Each method is one query of the index. */
public interface CodeGraph {

    /** Returns the existing definitions with these ids, in any order. */
    List<Symbol> symbols(Collection<String> ids);

    /** Returns all definitions with one of these simple names. */
    List<Symbol> named(Collection<String> names);

    /** Returns all calls in these definitions. */
    List<CallSite> callsFrom(Collection<String> symbolIds);

    /** Returns all calls of anything with one of these simple names. */
    List<CallSite> callsTo(Collection<String> names);

    /** Returns the existing files with these paths, in any order. */
    List<SourceFile> files(Collection<String> paths);
}
