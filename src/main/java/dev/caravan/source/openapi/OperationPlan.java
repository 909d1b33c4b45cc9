package dev.caravan.source.openapi;

import dev.caravan.envelope.InvalidArgumentException;
import dev.caravan.json.PercentCode;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The request of an operation.
 *
 * @param method    HTTP method
 * @param path      path with placeholders
 * @param arguments parameters
 * @param body      null if the operation has no body
 */
record OperationPlan(String method, String path, List<Argument> arguments, Body body) {

    static final Pattern PLACEHOLDER = Pattern.compile("\\{([^{}]+)}");

    /**
     * How an argument becomes a parameter of a request (OpenAPI 3.1, parameter object).
     *
     * @param argument name of the tool's argument
     * @param name     name of the parameter
     * @param in       path, query, header or cookie
     * @param style    form, simple, label, matrix, spaceDelimited, pipeDelimited or deepObject
     * @param explode  whether items and members are written one by one
     * @param reserved whether characters such as / stay as they are: {@code allowReserved}, or {@code x-multi-segment} of a path
     * @param json     whether the value is written as JSON
     */
    record Argument(String argument, String name, String in, String style, boolean explode, boolean reserved, boolean json) {
    }

    /**
     * How the argument {@code body} becomes the body of a request.
     *
     * @param types    media types, of which one fits the value; the first is the usual one
     * @param kind     how the body is written
     * @param files    {member of a form that is a file, in Base64: its media type; empty if unknown}
     * @param parts    {member of a form that is no file: its media type}
     * @param encoding {member of a form: how it is written}
     */
    record Body(List<String> types, Kind kind, Map<String, String> files, Map<String, String> parts, Map<String, Argument> encoding) {

        private static final List<String> OF_OBJECTS = List.of("application/json", "application/*", "*/*", "application/merge-patch+json");

        /** Returns the media type for a value. A list of operations is a JSON Patch, and nothing else is. */
        String type(Object value) {
            boolean operations = value instanceof List<?> list && !list.isEmpty()
                    && list.stream().allMatch(each -> each instanceof Map<?, ?> map && map.containsKey("op"));
            return types.stream().min(Comparator.comparingInt(type -> rank(type, operations))).orElseThrow();
        }

        private static int rank(String type, boolean operations) {
            String plain = type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
            int rank = OF_OBJECTS.indexOf(plain);
            if (plain.equals("application/json-patch+json")) {
                return operations ? -1 : OF_OBJECTS.size() + 1;
            }
            return rank < 0 ? OF_OBJECTS.size() : rank;
        }

        enum Kind {
            JSON, FORM, MULTIPART, TEXT, BINARY;

            /** Returns how data of this media type are written. */
            static Kind of(String type) {
                String plain = type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
                if (plain.endsWith("/json") || plain.endsWith("+json") || plain.equals("*/*") || plain.equals("application/*")) {
                    return JSON;
                }
                return switch (plain) {
                    case "application/x-www-form-urlencoded" -> FORM;
                    case "multipart/form-data" -> MULTIPART;
                    default -> plain.startsWith("text/") || plain.endsWith("xml") || plain.endsWith("yaml") || plain.endsWith("javascript")
                            || plain.endsWith("ndjson") || plain.endsWith("graphql") ? TEXT : BINARY;
                };
            }
        }
    }

    /**
     * Fills arguments into the path. No argument leads to another path.
     *
     * @return the percent-encoded path
     * @throws InvalidArgumentException if an argument is empty, {@code .} or {@code ..}
     */
    String path(Map<String, Object> values, ArgumentText texts) throws InvalidArgumentException {
        StringBuilder filled = new StringBuilder();
        Matcher placeholder = PLACEHOLDER.matcher(path);
        int end = 0;
        while (placeholder.find()) {
            filled.append(fixed(path.substring(end, placeholder.start())));
            Argument argument = arguments.stream().filter(one -> one.in().equals("path") && one.name().equals(placeholder.group(1)))
                    .findFirst().orElseThrow();
            filled.append(text(argument, texts.present(argument, values.get(argument.argument())), texts));
            end = placeholder.end();
        }
        String whole = filled.append(fixed(path.substring(end))).toString();
        for (String segment : whole.split("\\?", 2)[0].split("/", -1)) {
            if (segment.matches("\\.{1,2}(;.*)?")) { // some servers drop what follows a semicolon
                throw new InvalidArgumentException("The path " + whole + " must not have a part . or ..");
            }
        }
        return whole;
    }

    private static String fixed(String text) {
        return PercentCode.of(text, PercentCode.RESERVED).replace("%26", "&"); // of a fixed query
    }

    private static String text(Argument argument, Object value, ArgumentText texts) throws InvalidArgumentException {
        String text = value == null || value.equals("") ? "" : texts.simple(argument, value,
                        one -> PercentCode.of(one, argument.reserved() ? PercentCode.RESERVED : "").replace("?", "%3F"));
        if (text.isEmpty() || text.startsWith("/") || text.contains("//")) {
            throw new InvalidArgumentException(argument.argument() + " must not be empty, and must fit into a path");
        }
        return text;
    }
}
