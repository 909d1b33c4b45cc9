package dev.caravan.database.supabase;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.database.OperatorMatrix;
import java.math.BigDecimal;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads parameters of filters as PostgREST does: as in SQL, a comparison with null is neither true nor false. */
final class PostgrestReader {

    private final String text;
    private final boolean isLogic;
    private final JsonNode row;
    private int at;

    /** @param isLogic whether values end with a comma or parenthesis, and may be quoted */
    private PostgrestReader(String text, boolean isLogic, JsonNode row) {
        this.text = text;
        this.isLogic = isLogic;
        this.row = row;
    }

    /** Whether the parameters find the row. */
    static boolean matches(String query, JsonNode row) {
        return query.isEmpty() || Stream.of(query.split("&")).allMatch(parameter -> {
            String[] parts = parameter.split("=", 2);
            String name = URLDecoder.decode(parts[0], StandardCharsets.UTF_8);
            boolean isLogic = name.equals("and") || name.equals("or");
            PostgrestReader reader = new PostgrestReader(name + (isLogic ? "" : ".") + URLDecoder.decode(parts[1], StandardCharsets.UTF_8),
                    isLogic, row);
            Boolean holds = reader.term();
            assertThat(reader.at).as("read to the end: " + parameter).isEqualTo(reader.text.length());
            return Boolean.TRUE.equals(holds);
        });
    }

    /** Whether the next term holds; null if that is unknown. */
    private Boolean term() {
        if (takes("and(")) {
            return joined(false);
        }
        if (takes("or(")) {
            return joined(true);
        }
        String column = quoted();
        JsonNode value = row.get(column);
        assertThat(takes(".")).as(text).isTrue();
        boolean isNegated = takes("not.");
        String operator = text.substring(at, text.indexOf('.', at));
        at += operator.length() + 1;
        List<String> asked = operator.equals("in") ? list() : List.of(value());
        if (operator.equals("is")) {
            assertThat(asked).containsExactly("null");
            return value.isNull() != isNegated;
        }
        return value.isNull() ? null : Boolean.valueOf(asked.stream().anyMatch(each -> holds(column, operator, value, each)) != isNegated);
    }

    /** @param decisive the value of a part that decides alone: true for an alternative */
    private Boolean joined(boolean decisive) {
        List<Boolean> parts = new ArrayList<>();
        do {
            parts.add(term());
        } while (takes(","));
        assertThat(takes(")")).as(text).isTrue();
        return parts.contains(decisive) ? Boolean.valueOf(decisive) : parts.contains(null) ? null : Boolean.valueOf(!decisive);
    }

    private List<String> list() {
        assertThat(takes("(")).as(text).isTrue();
        List<String> items = new ArrayList<>();
        do {
            items.add(text.charAt(at) == '"' ? quoted() : upTo(",)"));
        } while (takes(","));
        assertThat(takes(")")).as(text).isTrue();
        return items;
    }

    private String value() {
        return isLogic ? text.charAt(at) == '"' ? quoted() : upTo(",)") : upTo("");
    }

    private String quoted() {
        assertThat(takes("\"")).as(text).isTrue();
        StringBuilder value = new StringBuilder();
        for (; text.charAt(at) != '"'; at++) {
            at += text.charAt(at) == '\\' ? 1 : 0;
            value.append(text.charAt(at));
        }
        at++;
        return value.toString();
    }

    private String upTo(String ends) {
        int start = at;
        while (at < text.length() && ends.indexOf(text.charAt(at)) < 0) {
            at++;
        }
        return text.substring(start, at);
    }

    private boolean takes(String next) {
        boolean isNext = text.startsWith(next, at);
        at += isNext ? next.length() : 0;
        return isNext;
    }

    private static boolean holds(String column, String operator, JsonNode value, String asked) {
        return switch (operator) {
            case "match" -> Pattern.compile(asked).matcher(value.asText()).find();
            case "eq", "in" -> compare(column, value, asked) == 0;
            case "gt" -> compare(column, value, asked) > 0;
            case "gte" -> compare(column, value, asked) >= 0;
            case "lt" -> compare(column, value, asked) < 0;
            case "lte" -> compare(column, value, asked) <= 0;
            default -> throw new AssertionError("an operator that no filter has: " + operator);
        };
    }

    private static int compare(String column, JsonNode value, String asked) {
        return switch (OperatorMatrix.COLUMNS.get(column)) {
            case INTEGER, LONG, DECIMAL -> new BigDecimal(value.asText()).compareTo(new BigDecimal(asked));
            case TIME -> OffsetDateTime.parse(value.asText()).toInstant().compareTo(OffsetDateTime.parse(asked).toInstant());
            case JSON -> json(asked).equals(value) ? 0 : 1;
            default -> Arrays.compareUnsigned(value.asText().getBytes(StandardCharsets.UTF_8), asked.getBytes(StandardCharsets.UTF_8));
        };
    }

    private static JsonNode json(String text) {
        try {
            return McpClient.JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
