package dev.caravan.envelope;

import java.io.IOException;

/** Reports that the answer of a service exceeds its limit. */
public final class AnswerTooBigException extends IOException {

    public AnswerTooBigException(long limit) {
        this("the answer exceeds the limit of " + limit + " bytes");
    }

    public AnswerTooBigException(String message) {
        super(message);
    }
}
