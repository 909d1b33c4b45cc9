package dev.caravan.json;

import static io.burt.jmespath.function.ArgumentConstraints.anyValue;
import static io.burt.jmespath.function.ArgumentConstraints.arrayOf;
import static io.burt.jmespath.function.ArgumentConstraints.typeOf;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.caravan.envelope.ErrorCode;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.ToolException;
import io.burt.jmespath.Adapter;
import io.burt.jmespath.Expression;
import io.burt.jmespath.JmesPathException;
import io.burt.jmespath.JmesPathType;
import io.burt.jmespath.function.ArgumentConstraint;
import io.burt.jmespath.function.BaseFunction;
import io.burt.jmespath.function.FunctionArgument;
import io.burt.jmespath.function.FunctionRegistry;
import io.burt.jmespath.parser.ParseError;
import io.burt.jmespath.parser.ParseException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/** A compiled JMESPath expression. Not thread-safe. */
public record JmesPath(JmesPathRuntime runtime, Expression<JsonNode> expression) {

    private static final int LONGEST = 10_000;

    /** @throws ToolException INVALID_ARGUMENT; the message has the error and its position, from 0 */
    public static JmesPath of(String query) throws ToolException {
        if (query.isBlank() || query.length() > LONGEST) {
            throw invalid("context.queryLength", LONGEST);
        }
        ExpressionText expression = new ExpressionText(query);
        JmesPathRuntime runtime = new JmesPathRuntime();
        try {
            return new JmesPath(runtime, runtime.compile(expression.text()));
        } catch (ParseException e) {
            ParseError first = e.iterator().next();
            int place = expression.origin(first.position());
            throw !first.message().startsWith("syntax error") ? invalid("context.querySyntax", first.message() + " (" + place + ")")
                    : place >= query.length() ? invalid("context.queryEnds", place)
                    : invalid("context.queryUnexpected", Character.toString(query.codePointAt(place)), place);
        } catch (JmesPathException e) {
            throw invalid("context.querySyntax", e.getMessage());
        } catch (StackOverflowError e) {
            throw invalid("context.queryNested");
        }
    }

    /** Returns the result; JSON null if the expression finds nothing. */
    public JsonNode in(JsonNode data) throws ToolException {
        runtime.begin();
        try {
            return JmesPathRuntime.bounded(expression.search(data));
        } catch (JmesPathException e) {
            throw invalid("context.queryFailed", e.getMessage());
        } catch (StackOverflowError e) {
            throw invalid("context.queryNested");
        }
    }

    private static ToolException invalid(String key, Object... arguments) {
        return new ToolException(ErrorCode.INVALID_ARGUMENT, Text.of(key, arguments));
    }

    /**
     * Prepares an expression for jmespath-java 0.6.0. It doubles a backslash in a raw string where the library would drop it. It quotes a
     * literal that is not JSON, so that {@code `a`} means {@code `"a"`}, as in other implementations.
     */
    static final class ExpressionText {

        private static final ObjectMapper JSON = JsonMappers.normal();

        private final String given;
        private final StringBuilder text = new StringBuilder();
        /** Position of each character in the original expression. */
        private final int[] origins;

        ExpressionText(String given) {
            this.given = given;
            this.origins = new int[given.length() * 6 + 1];
            int at = 0;
            while (at < given.length()) {
                char kind = given.charAt(at);
                int end = kind == '\'' || kind == '"' || kind == '`' ? end(at) : at + 1;
                String part = given.substring(at, end);
                if (part.length() > 1 && kind == '\'') {
                    raw(part, at);
                } else {
                    append(part.length() > 1 && kind == '`' ? literal(part) : part, at, part.length());
                }
                at = end;
            }
            origins[text.length()] = at;
        }

        /** Returns the position after the closing quote; the end of the text if there is none. */
        private int end(int start) {
            for (int at = start + 1; at < given.length(); at++) {
                if (given.charAt(at) == given.charAt(start)) {
                    return at + 1;
                }
                at += given.charAt(at) == '\\' ? 1 : 0;
            }
            return given.length();
        }

        /** Copies a raw string. A backslash there stands for itself, except before a quote. */
        private void raw(String part, int start) {
            for (int at = 0; at < part.length(); at++) {
                if (part.charAt(at) != '\\' || at + 1 == part.length()) {
                    append(part.substring(at, at + 1), start + at, 1);
                } else {
                    String pair = part.substring(at, at + 2);
                    append(pair.equals("\\'") ? pair : pair.replace("\\", "\\\\"), start + at++, 2);
                }
            }
        }

        /** Text that begins like an array, an object or a string must be JSON. */
        private static String literal(String part) {
            String content = part.substring(1, part.length() - 1).strip().replace("\\`", "`");
            if (!part.endsWith("`") || content.isEmpty() || "[{\"".indexOf(content.charAt(0)) >= 0 || isJson(content)) {
                return part;
            }
            return "`" + JsonMappers.text(JSON, content).replace("`", "\\`") + "`";
        }

        private static boolean isJson(String content) {
            try {
                JSON.readTree(content);
                return true;
            } catch (StreamConstraintsException tooLarge) {
                return true;
            } catch (JsonProcessingException e) {
                return false;
            }
        }

        private void append(String part, int origin, int length) {
            for (int i = 0; i < part.length(); i++) {
                origins[text.length()] = origin + Math.min(i, length - 1);
                text.append(part.charAt(i));
            }
        }

        String text() {
            return text.toString();
        }

        /** Returns the position in the original expression. */
        int origin(int position) {
            return position < 0 || position > text.length() ? position : origins[position];
        }
    }

    /** Computes exactly, and in code points, the functions for which jmespath-java 0.6.0 uses floating point or UTF-16. */
    static final class Functions {

        private static final int MOST_DIGITS = 1_000;
        /** Characters of a number of 1,000 digits, with its sign, point and exponent. */
        private static final int LONGEST_NUMBER = 1_010;
        /** Digits of an average that has no exact decimal form. */
        private static final int AVERAGE_DIGITS = 34;

        private Functions() {
        }

        static FunctionRegistry registry() {
            ArgumentConstraint number = typeOf(JmesPathType.NUMBER);
            return FunctionRegistry.defaultRegistry().extend(
                    new Calculated("abs", number, (runtime, value) -> number(exact(value).abs())),
                    new Calculated("ceil", number, (runtime, value) -> number(exact(value).setScale(0, RoundingMode.CEILING))),
                    new Calculated("floor", number, (runtime, value) -> number(exact(value).setScale(0, RoundingMode.FLOOR))),
                    new Calculated("sum", arrayOf(number), (runtime, list) -> number(sum(runtime, list))),
                    new Calculated("avg", arrayOf(number),
                            (runtime, list) -> list.isEmpty() ? JsonNodeFactory.instance.nullNode() : number(average(runtime, list))),
                    new Calculated("length", typeOf(JmesPathType.STRING, JmesPathType.ARRAY, JmesPathType.OBJECT),
                            (runtime, value) -> JsonNodeFactory.instance.numberNode(
                                    value.isTextual() ? value.textValue().codePointCount(0, value.textValue().length()) : value.size())),
                    new Join(),
                    new Contains(),
                    new Calculated("to_number", anyValue(), (runtime, value) -> parsed(value)));
        }

        private static BigDecimal sum(JmesPathRuntime runtime, JsonNode list) {
            BigDecimal sum = BigDecimal.ZERO;
            for (JsonNode number : list) {
                sum = sum.add(exact(number));
                runtime.made(sum.unscaledValue().bitLength() / 16); // an addition takes longer, the longer the sum is
            }
            return sum;
        }

        private static BigDecimal average(JmesPathRuntime runtime, JsonNode list) {
            BigDecimal sum = sum(runtime, list);
            return sum.divide(BigDecimal.valueOf(list.size()), new MathContext(Math.max(AVERAGE_DIGITS, sum.precision())));
        }

        private static JsonNode parsed(JsonNode value) {
            if (value.isNumber()) {
                return value;
            }
            String text = value.isTextual() ? value.textValue().strip() : "";
            try {
                BigDecimal number = text.length() > LONGEST_NUMBER ? null : new BigDecimal(text);
                boolean fits = number != null && number.precision() <= MOST_DIGITS && BoundedNumbers.isBounded(number);
                return fits ? number(number) : JsonNodeFactory.instance.nullNode();
            } catch (NumberFormatException e) {
                return JsonNodeFactory.instance.nullNode();
            }
        }

        private static BigDecimal exact(JsonNode number) {
            if (!BoundedNumbers.isBounded(number.decimalValue())) {
                throw new JmesPathException("a number may have 1000 digits and an exponent from -1000 to 1000");
            }
            return number.decimalValue();
        }

        /** Returns a whole number as an integer, like numbers in parsed JSON. */
        private static JsonNode number(BigDecimal number) {
            BigDecimal plain = number.signum() == 0 ? BigDecimal.ZERO : number.stripTrailingZeros();
            if (plain.scale() > 0) {
                return JsonNodeFactory.withExactBigDecimals(true).numberNode(number);
            }
            if (plain.precision() - plain.scale() > 18) {
                return JsonNodeFactory.instance.numberNode(plain.toBigInteger());
            }
            long whole = plain.longValueExact();
            return whole == (int) whole ? JsonNodeFactory.instance.numberNode((int) whole) : JsonNodeFactory.instance.numberNode(whole);
        }

        /** {@code join(separator, texts)}; it checks the length of the text before it makes the text. */
        private static final class Join extends BaseFunction {

            Join() {
                super("join", typeOf(JmesPathType.STRING), arrayOf(typeOf(JmesPathType.STRING)));
            }

            @Override
            protected <T> T callFunction(Adapter<T> runtime, List<FunctionArgument<T>> arguments) {
                String separator = runtime.toString(arguments.get(0).value());
                List<T> texts = runtime.toList(arguments.get(1).value());
                long length = Math.max(0, texts.size() - 1L) * separator.length();
                for (T text : texts) {
                    length += runtime.toString(text).length();
                }
                JmesPathRuntime.checkText(length);
                ((JmesPathRuntime) runtime).made(2 * length); // before the text is made
                return runtime.createString(texts.stream().map(runtime::toString).collect(Collectors.joining(separator)));
            }
        }

        /** {@code contains(list or text, value)}; it compares like {@code ==}, and within the limits of the evaluation. */
        private static final class Contains extends BaseFunction {

            Contains() {
                super("contains", typeOf(JmesPathType.ARRAY, JmesPathType.STRING), anyValue());
            }

            @Override
            protected <T> T callFunction(Adapter<T> runtime, List<FunctionArgument<T>> arguments) {
                T whole = arguments.get(0).value();
                T part = arguments.get(1).value();
                if (runtime.typeOf(whole) == JmesPathType.ARRAY) {
                    return runtime.createBoolean(runtime.toList(whole).stream().anyMatch(item -> runtime.compare(item, part) == 0));
                }
                if (runtime.typeOf(part) != JmesPathType.STRING) {
                    return runtime.createBoolean(false);
                }
                String text = runtime.toString(whole);
                String searched = runtime.toString(part);
                // a search can compare each with each, without a stop
                ((JmesPathRuntime) runtime).made((long) text.length() * searched.length() / 32);
                return runtime.createBoolean(text.contains(searched));
            }
        }

        /** A function with one argument. */
        private static final class Calculated extends BaseFunction {

            private final BiFunction<JmesPathRuntime, JsonNode, JsonNode> calculation;

            Calculated(String name, ArgumentConstraint argument, BiFunction<JmesPathRuntime, JsonNode, JsonNode> calculation) {
                super(name, argument);
                this.calculation = calculation;
            }

            @Override
            @SuppressWarnings("unchecked")
            protected <T> T callFunction(Adapter<T> runtime, List<FunctionArgument<T>> arguments) {
                JsonNode result = calculation.apply((JmesPathRuntime) runtime, (JsonNode) arguments.get(0).value());
                ((JmesPathRuntime) runtime).madeNumber(result);
                return (T) result;
            }
        }
    }
}
