package dev.caravan.envelope;

import java.io.IOException;

/** A service answered more than may be. */
public final class AnswerTooBigException extends IOException {

    public AnswerTooBigException(long limit) {
        this("the answer has more than " + limit + " bytes");
    }

    public AnswerTooBigException(String message) {
        super(message);
    }
}
