package dev.caravan.json;

/** The reason why a schema can't be converted. */
public class SchemaException extends Exception {

    public SchemaException(String message) {
        super(message, null, false, false);
    }

    /** The schema is larger or deeper than any schema for a model. No part of it is used. */
    public static final class BeyondBounds extends SchemaException {

        BeyondBounds(String message) {
            super(message);
        }
    }
}
