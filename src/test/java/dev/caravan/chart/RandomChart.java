package dev.caravan.chart;

import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Arguments as nobody would send them: any value in any place, many of them hostile to ECharts or to numbers. */
final class RandomChart {

    private static final String[] TEXTS = {"\"a\"", "\"b\"", "\"\"", "\" \"", "\"\\n\"", "\"北京\"", "\"{b}\"", "\"{@value}\"", "\"$&\"",
        "\"__proto__\"", "\"constructor\"",
        "\"hasOwnProperty\"", "\"toString\"", "\"<img src=x onerror=alert(1)>\"", "\"\\u0000\"", "\"𠮷\"", "\"-\"", "\"12\"", "\"1,000\"",
        "\"5%\"", "\"1e999999999\"",
        "\"1e-9999\"", "\"2024-01-01\"", "\"2024-01-02T03:04:05Z\"", "\"2024-01-02T03:04:05+14:00\"", "\"9999-12-31\"", "\"function(){}\"",
        "\"\u2028\"", "\"name\"", "\"x\"", "\"y\""};
    private static final String[] OTHERS = {"null", "true", "0", "-0.0", "1", "-7", "3.25", "1e308", "-1e308", "1e400", "1e-400",
        "9007199254740993", "123456789012345678901234567890",
        "[]", "[1,2]", "{}", "{\"value\":1,\"textStyle\":{\"color\":\"red\"}}", "1e999", "1e-999"};
    private static final String[] FIELDS = {"\"x\"", "\"y\"", "\"s\"", "\"name\"", "\"value\"", "\"category\"", "\"__proto__\"", "\"\"",
        "\"数\""};

    private final Random random;

    private RandomChart(Random random) {
        this.random = random;
    }

    static String arguments(Random random) {
        return new RandomChart(random).arguments();
    }

    private String arguments() {
        String type = random.nextInt(20) == 0 ? text() : pick("\"bar\"", "\"LINE\"", "\"pie\"", "\"Scatter\"", "\"graph\"");
        StringBuilder arguments = new StringBuilder("{\"chartType\":").append(type);
        maybe(arguments, 3, "title", this::text);
        if (random.nextInt(12) != 0) {
            arguments.append(",\"data\":").append(list(random.nextInt(12), this::row));
        }
        maybe(arguments, 2, "mapping", this::mapping);
        maybe(arguments, 2, "options", () -> "{\"unit\":" + pick("null", text()) + ",\"stack\":" + pick("true", "false", "null")
                + ",\"smooth\":" + pick("true", "false") + "}");
        if (type.equals("\"graph\"") || random.nextInt(6) == 0) {
            maybe(arguments, 12, "graph",
                    () -> "{\"nodes\":" + list(random.nextInt(8), this::node) + ",\"links\":" + list(random.nextInt(8), this::link) + "}");
        }
        return arguments.append("}").toString();
    }

    private void maybe(StringBuilder arguments, int oftenIn, String name, Supplier<String> value) {
        if (random.nextInt(oftenIn) != 0) {
            arguments.append(",\"").append(name).append("\":").append(value.get());
        }
    }

    private static String list(int size, Supplier<String> item) {
        return IntStream.range(0, size).mapToObj(i -> item.get()).collect(Collectors.joining(",", "[", "]"));
    }

    private String row() {
        String more = random.nextInt(3) == 0 ? "," + pick(FIELDS[2], FIELDS[5], FIELDS[6]) + ":" + value() : "";
        return random.nextInt(30) == 0 ? "{}" : random.nextBoolean()
                ? "{\"x\":" + value() + ",\"y\":" + value() + more + "}" : "{\"name\":" + value() + ",\"value\":" + value() + more + "}";
    }

    private String mapping() {
        return pick("{}", "{}", "{\"xField\":\"x\"}", "{\"xField\":" + pick(FIELDS) + ",\"yField\":" + pick(FIELDS) + "}",
                "{\"seriesField\":" + pick(FIELDS) + "}",
                "{\"nameField\":" + pick(FIELDS) + ",\"valueField\":null}");
    }

    private String node() {
        return "{\"id\":" + pick(text(), text(), "1", "2.50", "null") + ",\"name\":" + pick(text(), "3", "null")
                + (random.nextBoolean() ? ",\"category\":" + text() : "") + ",\"symbol\":" + value() + "}";
    }

    private String link() {
        return "{\"source\":" + pick(text(), "1") + ",\"target\":" + pick(text(), "2.5")
                + (random.nextBoolean() ? ",\"label\":" + text() : "") + "}";
    }

    private String value() {
        return random.nextBoolean() ? text() : pick(OTHERS);
    }

    private String text() {
        return pick(TEXTS);
    }

    private String pick(String... from) {
        return from[random.nextInt(from.length)];
    }
}
