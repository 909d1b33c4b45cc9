package dev.caravan.client;

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

/** The options of a step as they stand in the route; most may hold Simple expressions. */
final class Options {

    private final CamelContext context;
    private final Map<String, String> given;

    Options(CamelContext context, Map<String, String> given) {
        this.context = context;
        this.given = given;
    }

    /** Null if it isn't given. */
    String text(String name) {
        return given.get(name);
    }

    /** To be evaluated at each call; null if it isn't given. */
    Expression expression(String name) {
        String text = given.get(name);
        return text == null ? null : context.resolveLanguage("simple").createExpression(text);
    }

    /** @throws IllegalArgumentException if it isn't given */
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
            throw new IllegalArgumentException("The option " + name + " must be true or false, not " + text);
        }
        return text == null ? otherwise : Boolean.parseBoolean(text);
    }

    int number(String name, int otherwise) {
        try {
            return given.containsKey(name) ? Integer.parseInt(given.get(name)) : otherwise;
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("The option " + name + " must be a whole number, not " + given.get(name), e);
        }
    }

    /** Null if it isn't given. */
    Duration duration(String name) {
        String text = given.get(name);
        return text == null ? null : DurationStyle.detectAndParse(text);
    }

    /** What follows the prefix, and the values, in the order given. */
    Map<String, String> startingWith(String prefix) {
        Map<String, String> found = new LinkedHashMap<>();
        given.forEach((name, value) -> {
            if (name.startsWith(prefix)) {
                found.put(name.substring(prefix.length()), value);
            }
        });
        return found;
    }

    /** The text, or what is in the file or on the class path that it names; null if it isn't given. */
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
