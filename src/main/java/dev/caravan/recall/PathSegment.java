package dev.caravan.recall;

/** An id for use in a URL path. It is not blank, and cannot lead to another path. */
record PathSegment(String text) {

    private static final int LONGEST = 256;

    static PathSegment of(String field, String text) throws RecallException {
        if (text == null || text.isBlank()) {
            throw RecallException.invalid(field, "blank");
        }
        String stripped = text.strip();
        if (stripped.length() > LONGEST || stripped.matches("\\.{1,2}") || stripped.codePoints().anyMatch(Character::isISOControl)) {
            throw RecallException.invalid(field, "id", LONGEST);
        }
        return new PathSegment(stripped);
    }
}
