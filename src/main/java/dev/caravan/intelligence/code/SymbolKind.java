package dev.caravan.intelligence.code;

/** What a definition defines. */
public enum SymbolKind {
    /** A class, interface, record, enum, struct or type alias. */
    TYPE,
    /** A function of no type; also a function that a variable or constant holds. */
    FUNCTION,
    METHOD,
    CONSTRUCTOR
}
