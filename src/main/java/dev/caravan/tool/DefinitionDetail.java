package dev.caravan.tool;

/** How much of a schema {@code tools/list} shows. */
public enum DefinitionDetail {
    /** As the route says it. */
    FULL,
    /** What a model needs, without repetitions. */
    SLIM,
    /** Nothing; for schemas of results only. */
    NONE
}
