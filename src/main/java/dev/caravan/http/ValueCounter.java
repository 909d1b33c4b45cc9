package dev.caravan.http;

/** Counts the values of JSON that arrives in parts, by the characters outside of texts that begin one: {@code , : [} and an opening brace. */
final class ValueCounter {

    private boolean isText;
    private boolean isEscaped;

    /** Returns how many values begin in this part, which follows the parts before. */
    int count(byte[] part) {
        int values = 0;
        for (byte b : part) {
            if (isEscaped) {
                isEscaped = false;
            } else if (isText) {
                isEscaped = b == '\\';
                isText = b != '"';
            } else if (b == '"') {
                isText = true;
            } else if (b == ',' || b == ':' || b == '[' || b == '{') {
                values++;
            }
        }
        return values;
    }
}
