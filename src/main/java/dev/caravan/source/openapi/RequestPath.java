package dev.caravan.source.openapi;

import dev.caravan.envelope.InvalidArgumentException;
import dev.caravan.json.PercentCode;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Fills arguments into the path of an operation. No argument leads to another path. */
final class RequestPath {

    static final Pattern PLACEHOLDER = Pattern.compile("\\{([^{}]+)}");

    private RequestPath() {
    }

    /**
     * Returns the percent-encoded path.
     *
     * @throws InvalidArgumentException if an argument is empty, {@code .} or {@code ..}
     */
    static String of(OperationPlan plan, Map<String, Object> arguments, ArgumentText texts) throws InvalidArgumentException {
        StringBuilder path = new StringBuilder();
        Matcher placeholder = PLACEHOLDER.matcher(plan.path());
        int end = 0;
        while (placeholder.find()) {
            path.append(fixed(plan.path().substring(end, placeholder.start())));
            PlannedArgument argument = plan.arguments().stream().filter(one -> one.in().equals("path") && one.name().equals(placeholder.group(1))).findFirst().orElseThrow();
            path.append(text(argument, texts.present(argument, arguments.get(argument.argument())), texts));
            end = placeholder.end();
        }
        String whole = path.append(fixed(plan.path().substring(end))).toString();
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

    private static String text(PlannedArgument argument, Object value, ArgumentText texts) throws InvalidArgumentException {
        String text = value == null || value.equals("") ? ""
                : texts.simple(argument, value, one -> PercentCode.of(one, argument.reserved() ? PercentCode.RESERVED : "").replace("?", "%3F"));
        if (text.isEmpty() || text.startsWith("/") || text.contains("//")) {
            throw new InvalidArgumentException(argument.argument() + " must not be empty, and must fit into a path");
        }
        return text;
    }
}
