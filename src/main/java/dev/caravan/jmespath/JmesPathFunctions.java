package dev.caravan.jmespath;

import static io.burt.jmespath.function.ArgumentConstraints.anyValue;
import static io.burt.jmespath.function.ArgumentConstraints.arrayOf;
import static io.burt.jmespath.function.ArgumentConstraints.typeOf;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.burt.jmespath.Adapter;
import io.burt.jmespath.JmesPathException;
import io.burt.jmespath.JmesPathType;
import io.burt.jmespath.function.ArgumentConstraint;
import io.burt.jmespath.function.BaseFunction;
import io.burt.jmespath.function.FunctionArgument;
import io.burt.jmespath.function.FunctionRegistry;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** Computes exactly, and in code points, the functions for which jmespath-java 0.6.0 uses floating point or UTF-16. */
final class JmesPathFunctions {

    /** Maximum number of digits, and maximum exponent, of a number in a calculation: as much as PostgreSQL keeps in JSON. */
    private static final int MOST_DIGITS = 150_000;
    /** Digits of an average that has no exact decimal form. */
    private static final int AVERAGE_DIGITS = 34;

    private JmesPathFunctions() {
    }

    static FunctionRegistry registry() {
        ArgumentConstraint number = typeOf(JmesPathType.NUMBER);
        return FunctionRegistry.defaultRegistry().extend(
                new Calculated("abs", number, value -> number(exact(value).abs())),
                new Calculated("ceil", number, value -> number(exact(value).setScale(0, RoundingMode.CEILING))),
                new Calculated("floor", number, value -> number(exact(value).setScale(0, RoundingMode.FLOOR))),
                new Calculated("sum", arrayOf(number), list -> number(sum(list))),
                new Calculated("avg", arrayOf(number), list -> list.isEmpty() ? JsonNodeFactory.instance.nullNode() : number(average(list))),
                new Calculated("length", typeOf(JmesPathType.STRING, JmesPathType.ARRAY, JmesPathType.OBJECT),
                        value -> JsonNodeFactory.instance.numberNode(value.isTextual() ? value.textValue().codePointCount(0, value.textValue().length()) : value.size())),
                new Join(),
                new Calculated("to_number", anyValue(), JmesPathFunctions::parsed));
    }

    private static BigDecimal sum(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false).map(JmesPathFunctions::exact).reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    private static BigDecimal average(JsonNode list) {
        BigDecimal sum = sum(list);
        return sum.divide(BigDecimal.valueOf(list.size()), new MathContext(Math.max(AVERAGE_DIGITS, sum.precision())));
    }

    private static JsonNode parsed(JsonNode value) {
        if (value.isNumber()) {
            return value;
        }
        try {
            return value.isTextual() ? number(bounded(new BigDecimal(value.textValue().strip()))) : JsonNodeFactory.instance.nullNode();
        } catch (NumberFormatException | JmesPathException e) {
            return JsonNodeFactory.instance.nullNode();
        }
    }

    private static BigDecimal exact(JsonNode number) {
        return bounded(number.decimalValue());
    }

    private static BigDecimal bounded(BigDecimal number) {
        if (number.precision() > MOST_DIGITS || Math.abs((long) number.scale()) > MOST_DIGITS) {
            throw new JmesPathException("a number has more than " + MOST_DIGITS + " digits");
        }
        return number;
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
            return runtime.createString(texts.stream().map(runtime::toString).collect(Collectors.joining(separator)));
        }
    }

    /** A function with one argument. */
    private static final class Calculated extends BaseFunction {

        private final Function<JsonNode, JsonNode> calculation;

        Calculated(String name, ArgumentConstraint argument, Function<JsonNode, JsonNode> calculation) {
            super(name, argument);
            this.calculation = calculation;
        }

        @Override
        @SuppressWarnings("unchecked")
        protected <T> T callFunction(Adapter<T> runtime, List<FunctionArgument<T>> arguments) {
            return (T) calculation.apply((JsonNode) arguments.get(0).value());
        }
    }
}
