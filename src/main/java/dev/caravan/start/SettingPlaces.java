package dev.caravan.start;

import java.io.File;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.OriginLookup;
import org.springframework.boot.origin.PropertySourceOrigin;
import org.springframework.boot.origin.SystemEnvironmentOrigin;
import org.springframework.boot.origin.TextResourceOrigin;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.Resource;

/** Names settings as somebody wrote them, with the file and line, or the variable. */
final class SettingPlaces {

    /** Ends the place of a variable. */
    static final String VARIABLE = " in the environment";

    private static final Pattern KEY = Pattern.compile("\\b(?:caravan|server)(?:\\.[a-zA-Z0-9_-]+|\\[\\d+])+");
    private static final Pattern SENTENCE = Pattern.compile("(?s)^(.*?)(\\. [A-Z].*)?$");

    private final ConfigurableEnvironment environment;

    SettingPlaces(ConfigurableEnvironment environment) {
        this.environment = environment;
    }

    /**
     * Returns {@code caravan.http.port in config/application.yaml line 5}, {@code CARAVAN_HTTP_PORT in the environment},
     * {@code caravan.http.port on the command line}, or alike.
     */
    static String of(String name, PropertySource<?> source) {
        return of(name, OriginLookup.getOrigin(source, name), source.getName());
    }

    static String of(ConfigurationProperty property) {
        return of(property.getName().toString(), property.getOrigin(), "");
    }

    private static String of(String name, Origin origin, String source) {
        if (origin instanceof PropertySourceOrigin there) {
            return of(name, there.getOrigin() == there ? null : there.getOrigin(), there.getPropertySource().getName());
        }
        if (origin instanceof SystemEnvironmentOrigin variable) {
            boolean json = variable.getProperty().equals("SPRING_APPLICATION_JSON");
            return json ? name + " in SPRING_APPLICATION_JSON" : variable.getProperty() + VARIABLE;
        }
        if (origin instanceof TextResourceOrigin text && text.getLocation() != null) {
            return name + " in " + file(text.getResource()) + " line " + (text.getLocation().getLine() + 1);
        }
        return name + switch (source) {
            case "commandLineArgs" -> " on the command line";
            case "systemProperties" -> " in the system properties (-D)";
            default -> source.isEmpty() ? "" : " in " + source;
        };
    }

    /** Returns the path of a file, relative to the working directory where it is below it. */
    static String file(Resource resource) {
        return resource.getDescription().replaceFirst("^.*\\[(?:file:)?(.*?)](?: via .*)?$", "$1")
                .replace(new File("").getAbsolutePath() + File.separator, "");
    }

    /** Adds the places to the settings that the first sentence of a message names. */
    String told(String message) {
        Set<String> told = new HashSet<>();
        Matcher parts = SENTENCE.matcher(message);
        return !parts.matches() ? message : KEY.matcher(parts.group(1)).replaceAll((MatchResult key) -> told.add(key.group())
                ? Matcher.quoteReplacement(place(key.group())) : "$0")
                + (parts.group(2) == null ? "" : parts.group(2));
    }

    private String place(String key) {
        ConfigurationPropertyName name = ConfigurationPropertyName.adapt(key, '.');
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            ConfigurationProperty property = property(source, name);
            if (property != null) {
                return isShipped(property.getOrigin()) ? key : of(key, property.getOrigin(), "");
            }
        }
        return key;
    }

    private static boolean isShipped(Origin origin) {
        return origin instanceof PropertySourceOrigin there ? there.getOrigin() != there && isShipped(there.getOrigin())
                : origin instanceof TextResourceOrigin text && text.getResource().getDescription().startsWith("class path resource");
    }

    /** Returns the setting, or the first below it; null for none. */
    private static ConfigurationProperty property(ConfigurationPropertySource source, ConfigurationPropertyName key) {
        ConfigurationProperty property = source.getConfigurationProperty(key);
        if (property != null || !(source instanceof IterableConfigurationPropertySource names)) {
            return property;
        }
        try (Stream<ConfigurationPropertyName> all = names.stream()) {
            return all.filter(key::isAncestorOf).findFirst().map(source::getConfigurationProperty).orElse(null);
        }
    }
}
