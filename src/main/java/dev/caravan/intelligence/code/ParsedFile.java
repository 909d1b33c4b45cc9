package dev.caravan.intelligence.code;

import java.util.List;

/** A file's definitions and calls, in the order of the text. */
public record ParsedFile(SourceFile file, List<Symbol> symbols, List<Call> calls) {
}
