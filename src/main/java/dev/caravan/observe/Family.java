package dev.caravan.observe;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.ConfigurationPropertyState;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * A family of tools that needs an address or another setting. Without it the family is off: its routes are not loaded, its clients and
 * checks do not exist, and nothing warns of it. {@code --validate} counts every family as on, so that every file is checked.
 */
public enum Family {

    DATABASES("caravan.databases.NAME.url"),
    DOCUMENTS("caravan.mongodb.uri"),
    GRAPH("caravan.neo4j.uri"),
    WEB_SEARCH("caravan.web-search.searxng-url", "caravan.web-search.service=mcp"),
    CODE("caravan.intelligence.workspaces.NAME.root"),
    CKB("caravan.ckb-integration.enabled=true"),
    RECALL("caravan.recall.ontology-query-url", "caravan.recall.local=true"),
    ACTION_TYPES("caravan.recall.ontology-manager-url", "caravan.recall.local=true");

    private static final String VALIDATING = "caravan.validate";
    private static final String NAMED = ".NAME";

    private final List<String> switches;

    /** @param switches settings of which one switches the family on; with a value, if not every value does */
    Family(String... switches) {
        this.switches = List.of(switches);
    }

    /** Returns the name in routes, in health and in the log, such as {@code web-search}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the settings of which one switches the family on, such as {@code caravan.mongodb.uri}. */
    public String switchedBy() {
        return String.join(" or ", switches);
    }

    /** Returns whether the settings switch the family on. */
    public boolean isOn(Environment environment) {
        return environment.containsProperty(VALIDATING) || switches.stream().anyMatch(each -> isSet(each, environment));
    }

    private static boolean isSet(String key, Environment environment) {
        int named = key.indexOf(NAMED);
        if (named > 0) {
            ConfigurationPropertyName group = ConfigurationPropertyName.of(key.substring(0, named));
            for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
                if (source.containsDescendantOf(group) == ConfigurationPropertyState.PRESENT) {
                    return true;
                }
            }
            return false;
        }
        String[] parts = key.split("=");
        String value = environment.getProperty(parts[0], "").strip();
        return parts.length == 1 ? !value.isEmpty() : value.equalsIgnoreCase(parts[1]);
    }

    static Family of(String word) {
        return Arrays.stream(values()).filter(each -> each.word().equals(word)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no family is named " + word + "; there are "
                        + String.join(", ", Arrays.stream(values()).map(Family::word).toList())));
    }

    /** Marks beans that exist only while the family is on. */
    @Target({ElementType.TYPE, ElementType.METHOD})
    @Retention(RetentionPolicy.RUNTIME)
    @Conditional(IsOn.class)
    public @interface On {

        Family value();
    }

    /** Reads {@link On}. */
    static final class IsOn implements Condition {

        @Override
        public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
            return ((Family) metadata.getAnnotationAttributes(On.class.getName()).get("value")).isOn(context.getEnvironment());
        }
    }
}
