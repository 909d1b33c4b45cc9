package dev.caravan.recall;

/** A schema can't be converted at all; says why. */
public final class SchemaException extends Exception {

    SchemaException(String message) {
        super(message, null, false, false);
    }
}
