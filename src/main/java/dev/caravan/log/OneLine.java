package dev.caravan.log;

import ch.qos.logback.classic.pattern.MessageConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;

/**
 * Implements {@code %oneLine} in log patterns: the message with each run of line breaks replaced by a space, so that a caller's text can't
 * look like another log line.
 */
public final class OneLine extends MessageConverter {

    @Override
    public String convert(ILoggingEvent event) {
        String text = super.convert(event);
        int end = text.length();
        for (int i = 0; i < end; i++) {
            if (isBreak(text.charAt(i))) {
                return joined(text, i);
            }
        }
        return text;
    }

    private static String joined(String text, int first) {
        StringBuilder line = new StringBuilder(text.length()).append(text, 0, first);
        boolean inBreak = false;
        for (int i = first; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!isBreak(c)) {
                line.append(c);
            } else if (!inBreak) {
                line.append(' ');
            }
            inBreak = isBreak(c);
        }
        return line.toString();
    }

    private static boolean isBreak(char c) {
        return c == '\n' || c == '\r' || c == '\u0085' || c == '\u2028' || c == '\u2029';
    }
}
