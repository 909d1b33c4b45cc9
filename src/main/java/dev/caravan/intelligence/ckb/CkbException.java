package dev.caravan.intelligence.ckb;

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

    CkbAnswer answer() {
        return answer;
    }

    boolean isOfCkb() {
        return ofCkb;
    }
}
