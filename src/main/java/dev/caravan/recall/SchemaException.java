package dev.caravan.recall;

/** The reason why a schema can't be converted. */
public class SchemaException extends Exception {

    SchemaException(String message) {
        super(message, null, false, false);
    }

    /** The schema is larger or deeper than any schema for a model. No part of it is used. */
    static final class BeyondBounds extends SchemaException {

        BeyondBounds(String message) {
            super(message);
        }
    }
}
