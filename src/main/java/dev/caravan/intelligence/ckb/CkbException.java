package dev.caravan.intelligence.ckb;

import java.util.Optional;

/** The reason why a question got no answer. */
class CkbException extends Exception {

    private final transient CkbAnswer answer;
    private final boolean ofCkb;

    /** @param ofCkb true if CKB failed, false if its caller stopped waiting */
    CkbException(CkbAnswer answer, boolean ofCkb, Throwable cause) {
        super(answer.lastError(), cause);
        this.answer = answer;
        this.ofCkb = ofCkb;
    }

    /** Finds this exception in the exceptions that Camel wraps around it. */
    static Optional<CkbException> in(Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof CkbException found) {
                return Optional.of(found);
            }
        }
        return Optional.empty();
    }

    CkbAnswer answer() {
        return answer;
    }

    boolean isOfCkb() {
        return ofCkb;
    }
}
