package dev.caravan.search;

/** The rankings that a search uses. */
public enum Rankings {

    /** By meaning and by words, fused. */
    HYBRID,
    /** By meaning only. */
    VECTOR,
    /** By words only. */
    KEYWORD;

    boolean byVector() {
        return this != KEYWORD;
    }

    boolean byKeyword() {
        return this != VECTOR;
    }
}
