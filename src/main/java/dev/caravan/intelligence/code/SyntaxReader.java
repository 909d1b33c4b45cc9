package dev.caravan.intelligence.code;

/** Knows what the nodes of one language's syntax trees mean. Keeps nothing between calls. */
interface SyntaxReader {

    /** Comes to a node, before its children; what it opens is closed after them. */
    void enter(SyntaxNode node, ParseContext context);
}
