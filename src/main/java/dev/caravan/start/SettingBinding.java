package dev.caravan.start;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.bind.AbstractBindHandler;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.util.ClassUtils;
import org.springframework.util.PlaceholderResolutionException;
import org.springframework.util.unit.DataSize;

/** Collects what is wrong with the values of one record of settings, where Spring would end the start at the first. */
final class SettingBinding extends AbstractBindHandler {

    private static final Logger LOG = LoggerFactory.getLogger(SettingBinding.class);
    private static final String ROOM = "dev.caravan.";
    /** Settings whose variables, if somebody forgets to set them, are empty. */
    private static final Pattern SECRET = Pattern.compile(".*\\.(?:[a-z-]*(?:password|secret)|(?:api-)?key|users\\..*)");

    private final ConfigurableEnvironment environment;
    private final SettingPlaces places;
    private final List<String> problems = new ArrayList<>();

    SettingBinding(ConfigurableEnvironment environment) {
        this.environment = environment;
        this.places = new SettingPlaces(environment);
    }

    List<String> problems() {
        return problems;
    }

    @Override
    public Object onSuccess(ConfigurationPropertyName name, Bindable<?> target, BindContext context, Object result) {
        ConfigurationProperty property = property(name, context);
        if (property == null) {
            return result;
        }
        int sign = sign(result);
        boolean orZero = target.getAnnotation(OrZero.class) != null;
        String problem = unset(property);
        if (problem != null) {
            problems.add(problem);
        } else if (sign < 0 || sign == 0 && !orZero) {
            problems.add(SettingPlaces.of(property) + " must be " + (orZero ? "0 or more" : "more than 0"));
        } else if (result instanceof Path path) {
            checkFolder(property, path, target);
        } else if (result instanceof URI address && !address.toString().isEmpty()
                && (address.getHost() == null || address.getUserInfo() != null || !String.valueOf(address.getScheme()).matches("https?"))) {
            problems.add(SettingPlaces.of(property) + " must be " + expected(URI.class));
        } else if (result instanceof String text && !text.isBlank() && name.toString().endsWith("-file")
                && !isDefault(target, text) && !(Files.isRegularFile(Path.of(text)) && Files.isReadable(Path.of(text)))) {
            problems.add(SettingPlaces.of(property) + " names no file that the gateway can read. Correct the path, or the file's rights");
        } else if (result instanceof String text && SECRET.matcher(name.toString()).matches() && text.isBlank()
                && (!text.isEmpty() || SettingPlaces.of(property).endsWith(SettingPlaces.VARIABLE))) {
            problems.add(SettingPlaces.of(property) + " is empty. Set it, or remove it");
        }
        return result;
    }

    /** Returns a sentence if the value has a placeholder without a value, which Spring would take for the value; null if not. */
    private String unset(ConfigurationProperty property) {
        String value = String.valueOf(property.getValue());
        if (!value.contains("${")) {
            return null;
        }
        try {
            environment.resolveRequiredPlaceholders(value);
            return null;
        } catch (PlaceholderResolutionException e) {
            return SettingPlaces.of(property) + unset(e);
        }
    }

    private static int sign(Object value) {
        return value instanceof Duration time ? time.compareTo(Duration.ZERO)
                : value instanceof DataSize size ? Long.signum(size.toBytes())
                : value instanceof Number number ? (int) Math.signum(number.doubleValue()) : 1;
    }

    private static boolean isDefault(Bindable<?> target, String value) {
        DefaultValue own = target.getAnnotation(DefaultValue.class);
        return own != null && Arrays.asList(own.value()).contains(value);
    }

    /** A folder of live files may be made later, so a missing one is only told, if somebody has named another than the gateway does. */
    private void checkFolder(ConfigurationProperty property, Path folder, Bindable<?> target) {
        boolean exists = Files.exists(folder);
        if (property.getName().getLastElement(ConfigurationPropertyName.Form.DASHED).endsWith("-file")) {
            if (exists && !(Files.isRegularFile(folder) && Files.isReadable(folder))) {
                problems.add(SettingPlaces.of(property) + " must be a file that the gateway can read");
            }
            return;
        }
        if (exists ? Files.isDirectory(folder) && Files.isReadable(folder)
                : target.getAnnotation(DefaultValue.class) != null && Files.isDirectory(folder.toAbsolutePath().normalize().getParent())) {
            if (!exists && !isDefault(target, folder.toString())) {
                LOG.warn("Folder does not exist yet setting=\"{}\"", SettingPlaces.of(property));
            }
            return;
        }
        problems.add(SettingPlaces.of(property) + " must be a folder that the gateway can read; "
                + (!exists ? "there is none of this name. Create it" : Files.isDirectory(folder)
                        ? "its user may not. Change the folder's rights" : "this is a file. Name its folder") + ", or change the path");
    }

    /** An empty value would mean the default, and a variable that somebody forgot to set is empty. */
    @Override
    public void onFinish(ConfigurationPropertyName name, Bindable<?> target, BindContext context, Object result) {
        ConfigurationProperty property = property(name, context);
        Class<?> type = type(target);
        boolean scalar = Number.class.isAssignableFrom(type) || type == Boolean.class || type == Duration.class || type == DataSize.class
                || type.isEnum();
        if (property != null && result == null && scalar && String.valueOf(property.getValue()).isBlank()) {
            problems.add(SettingPlaces.of(property) + " is empty. Write " + expected(type) + ", or remove it");
        }
    }

    @Override
    public Object onFailure(ConfigurationPropertyName name, Bindable<?> target, BindContext context, Exception error) {
        RuntimeException own = Stream.iterate((Throwable) error, each -> each != null, Throwable::getCause)
                .filter(each -> each instanceof IllegalArgumentException && each.getStackTrace()[0].getClassName().startsWith(ROOM))
                .map(RuntimeException.class::cast).findFirst().orElse(null);
        ConfigurationProperty property = property(name, context);
        if (property != null) {
            String unset = unset(property);
            boolean empty = String.valueOf(property.getValue()).isBlank();
            problems.add(unset != null ? unset
                    : SettingPlaces.of(property) + (empty ? " is empty. Write " : " must be ") + expected(type(target)));
        } else if (own != null && problems.isEmpty()) {
            problems.add(places.told(own.getMessage()));
        } else if (problems.isEmpty()) {
            problems.add(places.told(name + " must be " + expected(type(target))));
        }
        return null; // the rest is bound too, so that all problems are told at once
    }

    static String unset(PlaceholderResolutionException unset) {
        String name = unset.getPlaceholder().replaceFirst(":.*", "");
        return " uses ${" + name + "}, which is not set. Set the environment variable " + name + ", or write a default: ${" + name
                + ":DEFAULT}";
    }

    static <T extends Throwable> T cause(Throwable failure, Class<T> type) {
        return Stream.iterate(failure, each -> each != null, Throwable::getCause).filter(type::isInstance).map(type::cast).findFirst()
                .orElse(null);
    }

    /** Returns the property of that name; null if the context has that of a setting below it. */
    private static ConfigurationProperty property(ConfigurationPropertyName name, BindContext context) {
        ConfigurationProperty property = context.getConfigurationProperty();
        return property != null && property.getName().equals(name) ? property : null;
    }

    static Class<?> type(Bindable<?> target) {
        return ClassUtils.resolvePrimitiveIfNecessary(target.getType().resolve(Object.class));
    }

    static String expected(Class<?> type) {
        if (type.isEnum()) {
            return Arrays.stream(type.getEnumConstants()).map(each -> each.toString().toLowerCase(Locale.ROOT).replace('_', '-'))
                    .collect(Collectors.joining(", ", "one of ", ""));
        }
        if (type == Double.class) {
            return "a number";
        }
        Map<Class<?>, String> texts = Map.of(Boolean.class, "true or false", Integer.class, "a whole number up to " + Integer.MAX_VALUE,
                Long.class, "a whole number", Duration.class, "a time, such as 500ms, 5s, 2m or 1h",
                DataSize.class, "a size, such as 64KB, 4MB or 1GB", Pattern.class, "a regular expression",
                URI.class, "an address without a user, such as http://127.0.0.1:9000", Path.class, "a path");
        return texts.getOrDefault(type, Collection.class.isAssignableFrom(type) ? "a list, such as [a, b]"
                : Map.class.isAssignableFrom(type) ? "settings by name, such as {NAME: VALUE}" : "another value");
    }
}
