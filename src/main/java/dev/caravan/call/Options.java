package dev.caravan.call;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.camel.CamelContext;
import org.apache.camel.Expression;
import org.apache.camel.TypeConversionException;
import org.apache.camel.support.ResourceHelper;
import org.springframework.util.unit.DataSize;

/** The options of an endpoint as written in the route. */
public final class Options {

    /**
     * An option that an endpoint takes, as the reference shows it.
     *
     * @param name     ends in a dot if it is the prefix of several options
     * @param fallback shown default; empty if there is none
     */
    public record Option(String name, String fallback, String description) {

        public Option(String name, String description) {
            this(name, "", description);
        }

        boolean covers(String option) {
            return name.endsWith(".") ? option.startsWith(name) : option.equals(name);
        }
    }

    private final CamelContext context;
    private final Map<String, String> given;

    private Options(CamelContext context, Map<String, String> given) {
        this.context = context;
        this.given = given;
    }

    /** Removes the known options from the parameters. Camel refuses the rest, unless every endpoint has them. */
    public static Options take(CamelContext context, Predicate<String> known, Map<String, Object> parameters) {
        Map<String, String> given = new LinkedHashMap<>();
        parameters.entrySet().removeIf(parameter -> {
            boolean own = known.test(parameter.getKey());
            if (own) {
                given.put(parameter.getKey(), String.valueOf(parameter.getValue()));
            }
            return own;
        });
        return new Options(context, given);
    }

    public CamelContext context() {
        return context;
    }

    /** Returns the text; null if the option is not set. */
    public String text(String name) {
        return given.get(name);
    }

    public String text(String name, String otherwise) {
        return given.getOrDefault(name, otherwise);
    }

    /** Returns an expression to evaluate at each call; null if the option is not set. */
    public Expression expression(String name) {
        String text = given.get(name);
        return text == null ? null : context.resolveLanguage("simple").createExpression(text);
    }

    /** @throws IllegalArgumentException if the option is not set */
    public Expression required(String name) {
        Expression expression = expression(name);
        if (expression == null) {
            throw new IllegalArgumentException("The option " + name + " is missing");
        }
        return expression;
    }

    /** Returns the value; null if the option is not set. */
    public Boolean flag(String name) {
        String text = given.get(name);
        if (text != null && !text.equals("true") && !text.equals("false")) {
            throw new IllegalArgumentException("The option " + name + " must be true or false, got " + text);
        }
        return text == null ? null : Boolean.valueOf(text);
    }

    public boolean flag(String name, boolean otherwise) {
        Boolean flag = flag(name);
        return flag == null ? otherwise : flag;
    }

    public int number(String name, int otherwise) {
        try {
            return given.containsKey(name) ? Integer.parseInt(given.get(name)) : otherwise;
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("The option " + name + " must be a whole number, got " + given.get(name), e);
        }
    }

    /** Returns the duration; null if the option is not set. */
    public Duration duration(String name) {
        String text = given.get(name);
        try {
            return text == null ? null : context.getTypeConverter().convertTo(Duration.class, text);
        } catch (TypeConversionException e) {
            throw new IllegalArgumentException("The option " + name + " must be a duration such as 5s or 500ms, got " + text, e);
        }
    }

    /** Returns the timeout of a definition; null if it is not set. */
    public Duration timeout() {
        Duration timeout = duration("timeout");
        if (timeout != null && (timeout.isZero() || timeout.isNegative())) {
            throw new IllegalArgumentException("timeout must be more than 0");
        }
        return timeout;
    }

    /** Returns the limit of a result; null if it is not set. */
    public DataSize maxResult() {
        String text = given.get("maxResult");
        DataSize size = text == null ? null : DataSize.parse(text);
        if (size != null && size.toBytes() <= 0) {
            throw new IllegalArgumentException("maxResult must be more than 0");
        }
        return size;
    }

    /** Returns the tags of a definition in the order given. */
    public Set<String> tags() {
        Set<String> tags = new LinkedHashSet<>();
        Arrays.stream(text("tags", "").split(",")).map(String::strip).filter(tag -> !tag.isEmpty()).forEach(tags::add);
        return tags;
    }

    /** Returns the JSON object; null if the option is not set. */
    public ObjectNode object(String name) {
        return InlineJson.objectIfGiven(name, given.get(name));
    }

    /**
     * Adds title and description to an entry for lists: the options, or else those of a definition from elsewhere, or else the name.
     *
     * @param elsewhere null if the route itself defines it
     */
    public ObjectNode describe(ObjectNode entry, String name, ObjectNode elsewhere) {
        String title = text("title", elsewhere == null ? null : elsewhere.path("title").textValue());
        if (title != null) {
            entry.put("title", title);
        }
        return entry.put("description", text("description", elsewhere == null ? name : elsewhere.path("description").asText(name)).strip());
    }

    /** Returns {rest of the name after the prefix: value} in the order given. */
    public Map<String, String> startingWith(String prefix) {
        Map<String, String> found = new LinkedHashMap<>();
        given.forEach((name, value) -> {
            if (name.startsWith(prefix)) {
                found.put(name.substring(prefix.length()), value);
            }
        });
        return found;
    }

    /** Returns the text, or the content of the file or class path resource that it names; null if the option is not set. */
    public String resource(String name) {
        String text = given.get(name);
        String uri = text == null ? "" : text.strip().replaceFirst("^resource:", "");
        if (!uri.startsWith("file:") && !uri.startsWith("classpath:")) {
            return text;
        }
        try (InputStream in = ResourceHelper.resolveMandatoryResourceAsInputStream(context, uri)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalArgumentException(name + " can't be read: " + uri + " doesn't exist", e);
        }
    }
}
