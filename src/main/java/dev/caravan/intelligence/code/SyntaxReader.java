package dev.caravan.intelligence.code;

/** Interprets the nodes of one language's syntax trees. Stateless. */
interface SyntaxReader {

    /** Visits a node, before its children. The context closes what this opens after the children. */
    void enter(SyntaxNode node, ParseContext context);
}
