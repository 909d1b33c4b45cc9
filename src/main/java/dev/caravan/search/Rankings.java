package dev.caravan.search;

/** Which rankings a search goes by. */
public enum Rankings {

    /** Both, fused. */
    HYBRID,
    /** By meaning alone. */
    VECTOR,
    /** By words alone. */
    KEYWORD;

    boolean byVector() {
        return this != KEYWORD;
    }

    boolean byKeyword() {
        return this != VECTOR;
    }
}
