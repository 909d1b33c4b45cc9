package dev.caravan.intelligence.code;

/** The kind of a definition. */
public enum SymbolKind {
    /** A class, interface, record, enum, struct or type alias. */
    TYPE,
    /** A function outside a type; also a function in a variable or constant. */
    FUNCTION,
    METHOD,
    CONSTRUCTOR
}
