package dev.caravan.recall;

/** A schema can't be converted at all; says why. */
public class SchemaException extends Exception {

    SchemaException(String message) {
        super(message, null, false, false);
    }

    /** It is larger or deeper than anything that a model is shown: no part of it is taken. */
    static final class BeyondBounds extends SchemaException {

        BeyondBounds(String message) {
            super(message);
        }
    }
}
