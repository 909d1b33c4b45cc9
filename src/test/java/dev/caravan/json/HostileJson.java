package dev.caravan.json;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** JSON values that are made to cost much, or to be read in two ways; and some that only look like it. */
public enum HostileJson {

    BILLION_DIGITS("1e999999999"),
    BILLION_DECIMALS("-1e-999999999"),
    OVERFLOWING_EXPONENT("1e2147483647"),
    TOO_MANY_DIGITS("7".repeat(1_001)),
    MANY_DIGITS("7".repeat(1_000)),
    LONE_SURROGATE("\"\\ud800\""),
    NUL("\"a\\u0000b\""),
    NAME_TWICE("{\"name\":1,\"name\":2}"),
    DEEP("[".repeat(10_000) + "]".repeat(10_000)),
    MILLION_ITEMS("[" + "0,".repeat(999_999) + "0]"),
    MANY_NAMES(IntStream.range(0, 100_000).mapToObj(i -> "\"k" + i + "\":0").collect(Collectors.joining(",", "{", "}"))),
    LONG_TEXT("\"" + "x".repeat(4 * 1024 * 1024 - 10_000) + "\"");

    private static final int LARGE = 100_000;

    private final String json;

    HostileJson(String json) {
        this.json = json;
    }

    public String json() {
        return json;
    }

    /** More than most limits but that of a body. */
    public boolean isLarge() {
        return json.length() > LARGE;
    }

    public static List<HostileJson> small() {
        return Arrays.stream(values()).filter(value -> !value.isLarge()).toList();
    }

    /** Whether no body, message or line may have it. */
    public boolean isNoJson() {
        return this == LONE_SURROGATE || this == NAME_TWICE || this == DEEP;
    }
}
