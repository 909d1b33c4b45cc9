package dev.caravan.chart;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.text.Normalizer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the numbers of one chart. They stay exact, as far as JSON can carry them. ECharts reads them as doubles: a number that a double
 * can't hold is left out, and a rounded one causes a warning. Null is a gap.
 *
 * @param of number of rows, for the corrections
 */
record NumberCoercion(Corrections corrections, int of) {

    private static final Pattern NUMBER = Pattern.compile(
            "(?<sign>[+\\-\\u2212]?)(?<number>(?:\\d{1,3}(?:,\\d{3})+|\\d+)(?:\\.\\d*)?|\\.\\d+)(?<power>[eE][+-]?\\d{1,4})"
                    + "?(?<percent>\\s?%)?");
    private static final Pattern MISSING = Pattern.compile("|[-–—]{1,3}|#?n/?a|nan|nat|null|none|nil|undefined", Pattern.CASE_INSENSITIVE);
    private static final int LONGEST = 100;
    private static final int MOST_DIGITS = 400;
    private static final int EXACT_DIGITS = 15;
    private static final long EXACT_INTEGER = 1L << 53;

    /** Reads a field's value as a number. Returns null, with a warning, if it is not one. */
    Number number(Object value, String field) {
        if (value instanceof Number number) {
            return held(number, field);
        }
        if (isMissing(value)) {
            corrections.count("chart.missing", of, field, "");
            return null;
        }
        if (value instanceof String text) {
            Number parsed = parse(text);
            if (parsed != null) {
                corrections.count(text.indexOf('%') < 0 && text.indexOf('％') < 0 ? "chart.becameNumber" : "chart.percent", of, field, text);
                return held(parsed, field);
            }
        }
        corrections.count("chart.notNumber", of, field, value);
        return null;
    }

    /** Adds two numbers; null counts as nothing. */
    Number sum(Number a, Number b, String field) {
        if (a == null || b == null) {
            return a == null ? b : a;
        }
        return held(decimal(a).add(decimal(b)).round(MathContext.DECIMAL128), field);
    }

    private Number held(Number number, String field) {
        if (number instanceof Integer) {
            return number;
        }
        if (number instanceof Long integer) {
            if (integer > EXACT_INTEGER || integer < -EXACT_INTEGER) {
                corrections.count("chart.inexact", of, field, number);
            }
            return number;
        }
        double held = number.doubleValue();
        if (!Double.isFinite(held)) {
            corrections.count("chart.tooLarge", of, field, number);
            return null;
        }
        BigDecimal exact = decimal(number);
        if (exact.precision() > EXACT_DIGITS && new BigDecimal(Double.toString(held)).compareTo(exact) != 0) {
            corrections.count("chart.inexact", of, field, number);
        }
        // its exponent is so large that sums would take for ever
        return Math.abs((long) exact.scale()) > MOST_DIGITS || exact.precision() > MOST_DIGITS ? BigDecimal.valueOf(held) : number;
    }

    private static BigDecimal decimal(Number number) {
        return number instanceof BigDecimal decimal ? decimal
                : number instanceof BigInteger integer ? new BigDecimal(integer)
                : number instanceof Double || number instanceof Float ? BigDecimal.valueOf(number.doubleValue())
                : BigDecimal.valueOf(number.longValue());
    }

    /** Returns the number as JSON with all its digits. */
    static JsonNode json(Number number) {
        JsonNodeFactory json = JsonNodeFactory.instance;
        if (number == null) {
            return json.nullNode();
        }
        if (number instanceof Integer integer) {
            return json.numberNode(integer.intValue());
        }
        if (number instanceof Long) {
            return json.numberNode(number.longValue());
        }
        return number instanceof BigInteger integer ? json.numberNode(integer) : json.numberNode(decimal(number));
    }

    /** Whether it is null, blank, or a text that tables and programs write for a missing value, such as a dash or {@code N/A}. */
    static boolean isMissing(Object value) {
        return value == null || value instanceof String text && MISSING.matcher(text.strip()).matches();
    }

    static boolean isNumber(Object value) {
        return value instanceof Number || value instanceof String text && parse(text) != null;
    }

    /**
     * Reads a text as a number, with sign, comma-separated thousands, exponent, per cent, or full-width digits. Returns null if it is not a
     * number.
     */
    private static Number parse(String text) {
        if (text.isEmpty() || text.length() > LONGEST || !mayBeNumber(text.charAt(0)) && !mayBeNumber(text.strip().concat(" ").charAt(0))) {
            return null;
        }
        Matcher matcher = NUMBER.matcher(Normalizer.normalize(text, Normalizer.Form.NFKC).strip());
        if (!matcher.matches()) {
            return null;
        }
        String power = matcher.group("power");
        String digits = matcher.group("number").replace(",", "") + (power == null ? "" : power);
        BigDecimal number = new BigDecimal(matcher.group("sign").isEmpty() || matcher.group("sign").equals("+") ? digits : "-" + digits);
        if (number.scale() == 0 && number.precision() <= 9) {
            return number.intValueExact();
        }
        return number;
    }

    private static boolean mayBeNumber(char first) {
        return first >= '0' && first <= '9' || first == '-' || first == '+' || first == '.' || first == '\u2212'
                || first >= '\uff0b' && first <= '\uff19';
    }
}
