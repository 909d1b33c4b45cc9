package dev.caravan.call.client;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.camel.CamelContext;
import org.apache.camel.Expression;
import org.apache.camel.support.ResourceHelper;
import org.springframework.boot.convert.DurationStyle;

/** The options of a step as written in the route. Most may contain Simple expressions. */
final class Options {

    private final CamelContext context;
    private final Map<String, String> given;

    Options(CamelContext context, Map<String, String> given) {
        this.context = context;
        this.given = given;
    }

    /** Returns the text; null if the option is not set. */
    String text(String name) {
        return given.get(name);
    }

    /** Returns an expression to evaluate at each call; null if the option is not set. */
    Expression expression(String name) {
        String text = given.get(name);
        return text == null ? null : context.resolveLanguage("simple").createExpression(text);
    }

    /** @throws IllegalArgumentException if the option is not set */
    Expression required(String name) {
        Expression expression = expression(name);
        if (expression == null) {
            throw new IllegalArgumentException("The option " + name + " is missing");
        }
        return expression;
    }

    boolean flag(String name, boolean otherwise) {
        String text = given.get(name);
        if (text != null && !text.equals("true") && !text.equals("false")) {
            throw new IllegalArgumentException("The option " + name + " must be true or false, got " + text);
        }
        return text == null ? otherwise : Boolean.parseBoolean(text);
    }

    int number(String name, int otherwise) {
        try {
            return given.containsKey(name) ? Integer.parseInt(given.get(name)) : otherwise;
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("The option " + name + " must be a whole number, got " + given.get(name), e);
        }
    }

    /** Returns the duration; null if the option is not set. */
    Duration duration(String name) {
        String text = given.get(name);
        return text == null ? null : DurationStyle.detectAndParse(text);
    }

    /** Returns {rest of the name after the prefix: value} in the order given. */
    Map<String, String> startingWith(String prefix) {
        Map<String, String> found = new LinkedHashMap<>();
        given.forEach((name, value) -> {
            if (name.startsWith(prefix)) {
                found.put(name.substring(prefix.length()), value);
            }
        });
        return found;
    }

    /** Returns the text, or the content of the file or class path resource that it names; null if the option is not set. */
    String resource(String name) {
        String text = given.get(name);
        if (text == null || !text.startsWith("file:") && !text.startsWith("classpath:")) {
            return text;
        }
        try (InputStream in = ResourceHelper.resolveMandatoryResourceAsInputStream(context, text)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalArgumentException("The option " + name + " can't be read: " + text + " doesn't exist", e);
        }
    }
}
