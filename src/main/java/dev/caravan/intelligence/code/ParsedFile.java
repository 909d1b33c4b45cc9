package dev.caravan.intelligence.code;

import java.util.List;

/** The definitions and calls of a file, in the order of its text. */
public record ParsedFile(SourceFile file, List<Symbol> symbols, List<CallSite> calls) {
}
