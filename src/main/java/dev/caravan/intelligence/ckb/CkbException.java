package dev.caravan.intelligence.ckb;

import java.util.Optional;

/** Why a question was not answered. */
class CkbException extends Exception {

    private final transient CkbAnswer answer;
    private final boolean ofCkb;

    /** @param ofCkb whether CKB failed, and not its caller stopped waiting */
    CkbException(CkbAnswer answer, boolean ofCkb, Throwable cause) {
        super(answer.lastError(), cause);
        this.answer = answer;
        this.ofCkb = ofCkb;
    }

    /** The one that Camel wrapped in another. */
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
