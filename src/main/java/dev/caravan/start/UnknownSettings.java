package dev.caravan.start;

import dev.caravan.envelope.NearestNames;
import java.lang.reflect.Executable;
import java.lang.reflect.Parameter;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.bind.Name;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.origin.OriginLookup;
import org.springframework.boot.origin.TextResourceOrigin;
import org.springframework.core.ResolvableType;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * Finds the keys under {@code caravan.} that are no settings. Spring would ignore them, and a setting that protects would have no effect.
 */
final class UnknownSettings {

    private static final String ROOT = "caravan";
    /** Keys without a type: of the command line, of the example's toolbox, of the quick start and of tests. */
    private static final List<String> OTHERS = List.of("caravan.url", "caravan.key", "caravan.validate", "caravan.stdio.enabled",
            "caravan.example.url", "caravan.embedded.**", "caravan.tests.**");
    private static final Pattern LINK_ADDRESS = Pattern.compile("(tcp|udp|sctp)://.*");
    private static final Pattern LINKED = Pattern.compile(
            "(SERVICE_HOST|SERVICE_PORT(_.*)?|PORT|PORT_\\d+_(TCP|UDP|SCTP)(_.*)?|NAME|ENV_.*)");
    private static final double SIMILAR = 0.3;
    /** How unlike a key becomes by each part at its end that is not compared. */
    private static final double LEFT_OUT = 0.3;

    private final ConfigurableEnvironment environment;
    private final Set<String> known = new TreeSet<>(OTHERS);
    private final List<List<String>> patterns;

    /** @param types what the settings are read into */
    UnknownSettings(ConfigurableEnvironment environment, List<Class<?>> types) {
        this.environment = environment;
        for (Class<?> type : types) {
            if ((SettingsCheck.prefix(type) + ".").startsWith(ROOT + ".")) {
                collect(SettingsCheck.prefix(type), ResolvableType.forClass(type), known);
            }
        }
        patterns = known.stream().map(path -> List.of(path.split("\\."))).toList();
    }

    /** Returns a sentence for each unknown key, with its place and the nearest setting. */
    List<String> problems() {
        Set<String> unknown = new TreeSet<>();
        for (PropertySource<?> source : environment.getPropertySources()) {
            if (source instanceof EnumerablePropertySource<?> names) {
                for (String name : names.getPropertyNames()) {
                    Key key = key(names, name);
                    if (key == null) {
                        key = misplaced(names, name);
                    } else if (isKnown(key)) {
                        key = null;
                    }
                    if (key != null) {
                        unknown.add(problem(key, name, names));
                    }
                }
            }
        }
        return List.copyOf(unknown);
    }

    private boolean isKnown(Key key) {
        return patterns.stream().anyMatch(key::fits);
    }

    private String problem(Key key, String name, PropertySource<?> source) {
        String item = name.replaceFirst("(\\[\\d+])+$", "");
        String place = SettingPlaces.of(name, source).replace(name, item);
        if (item.length() < name.length() && isKnown(key(ConfigurationPropertyName.adapt(item, '.'), false))) {
            return place + " must be one value, not a list";
        }
        return place + (isKnown(key) ? Optional.<String>empty() : key.below(known))
                .map(below -> " has settings below it and no value of its own, such as " + below)
                .orElseGet(() -> " is no setting. The nearest is " + key.nearest(known));
    }

    /** Adds the paths below a path: {@code *} stands for a name, {@code #} for a number, {@code **} for any rest. */
    private static void collect(String path, ResolvableType type, Set<String> paths) {
        Class<?> raw = type.toClass();
        if (raw.isRecord()) {
            RecordComponent[] components = raw.getRecordComponents();
            Parameter[] parameters = Arrays.stream(raw.getDeclaredConstructors()).map(Executable::getParameters)
                    .filter(each -> each.length == components.length).findFirst().orElseThrow();
            for (int i = 0; i < components.length; i++) {
                Name name = parameters[i].getAnnotation(Name.class);
                String own = name == null ? DataObjectPropertyName.toDashedForm(components[i].getName()) : name.value();
                collect(path + "." + own, ResolvableType.forType(components[i].getGenericType()), paths);
            }
        } else if (raw == Object.class) {
            paths.add(path);
            paths.add(path + ".**");
        } else if (Map.class.isAssignableFrom(raw)) {
            ResolvableType value = type.asMap().getGeneric(1);
            if (value.toClass().isRecord()) {
                collect(path + ".*", value, paths);
            } else {
                paths.add(path + ".**");
            }
        } else if (Collection.class.isAssignableFrom(raw)) {
            ResolvableType item = type.asCollection().getGeneric(0);
            collect(path + ".#", item, paths);
            if (!item.toClass().isRecord()) {
                paths.add(path);
            }
        } else {
            paths.add(path.equals(ROOT) || raw.isAnnotationPresent(ConfigurationProperties.class) ? path + ".**" : path);
        }
    }

    /** Returns the key of a property below {@code caravan.}; null of others, and of variables that a container's platform sets. */
    private static Key key(EnumerablePropertySource<?> source, String name) {
        boolean empty = String.valueOf(source.getProperty(name)).isEmpty();
        if (source instanceof SystemEnvironmentPropertySource variables && name.indexOf('.') < 0) {
            String upper = name.toUpperCase(Locale.ROOT);
            return upper.startsWith("CARAVAN_") && !isLink(variables.getSource(), upper)
                    ? new Key(List.of(name.toLowerCase(Locale.ROOT).replace("-", "").split("_+")), true, empty) : null;
        }
        ConfigurationPropertyName adapted = ConfigurationPropertyName.adapt(name, '.');
        boolean own = !adapted.isEmpty() && adapted.getElement(0, ConfigurationPropertyName.Form.UNIFORM).equals(ROOT);
        return own ? key(adapted, empty) : null;
    }

    private static Key key(ConfigurationPropertyName name, boolean empty) {
        return new Key(IntStream.range(0, name.getNumberOfElements())
                .mapToObj(i -> name.getElement(i, ConfigurationPropertyName.Form.DASHED)).toList(), false, empty);
    }

    /**
     * Returns the key of a line that would be a setting under {@code caravan.}, and has no effect where it is: a level too high, or below
     * another name.
     */
    private Key misplaced(EnumerablePropertySource<?> source, String name) {
        if (!(OriginLookup.getOrigin(source, name) instanceof TextResourceOrigin)) {
            return null;
        }
        int inner = name.indexOf("." + ROOT + ".");
        String first = name.split("\\.", 2)[0];
        boolean misspelt = NearestNames.unlikeness(first, ROOT) < SIMILAR;
        String meant = inner >= 0 ? name.substring(inner + 1) : ROOT + (misspelt ? name.substring(first.length()) : "." + name);
        Key key = key(source, meant);
        boolean isMeant = key != null && isKnown(key)
                && !Objects.equals(environment.getProperty(name), environment.getProperty(meant)); // else perhaps used by a placeholder
        return isMeant ? key : null;
    }

    /** Whether the name is one of those that Kubernetes and Docker set for a service CARAVAN or CARAVAN_SOMETHING. */
    private static boolean isLink(Map<String, Object> variables, String name) {
        for (int end = name.indexOf('_'); end > 0; end = name.indexOf('_', end + 1)) {
            String service = name.substring(0, end);
            boolean linked = variables.containsKey(service + "_SERVICE_HOST")
                    || LINK_ADDRESS.matcher(String.valueOf(variables.get(service + "_PORT"))).matches();
            if (linked && LINKED.matcher(name.substring(end + 1)).matches()) {
                return true;
            }
        }
        return false;
    }

    /**
     * A key that somebody has set.
     *
     * @param elements in lower case
     * @param joined   whether an element of a setting may be several of these, as in names of environment variables
     * @param empty    whether its value is empty, as that of a group without settings is
     */
    private record Key(List<String> elements, boolean joined, boolean empty) {

        boolean fits(List<String> pattern) {
            return fits(pattern, 0, 0);
        }

        private boolean fits(List<String> pattern, int at, int from) {
            if (from == elements.size()) {
                return at == pattern.size() || empty;
            }
            if (at == pattern.size()) {
                return false;
            }
            String wanted = pattern.get(at);
            if (wanted.equals("**")) {
                return true;
            }
            StringBuilder element = new StringBuilder();
            for (int end = from + 1; end <= (joined ? elements.size() : from + 1); end++) {
                element.append(elements.get(end - 1));
                boolean same = switch (wanted) {
                    case "*" -> end == from + 1; // Spring takes the part up to the next _ as the name
                    case "#" -> element.chars().allMatch(Character::isDigit);
                    default -> wanted.replace("-", "").contentEquals(element.toString().replace("-", ""));
                };
                if (same && fits(pattern, at + 1, end)) {
                    return true;
                }
            }
            return false;
        }

        /** Returns a setting of the group that this key names. */
        Optional<String> below(Collection<String> known) {
            List<String> group = elements.subList(0, last() + 1);
            Key prefix = new Key(group, joined, true);
            Key inside = new Key(Stream.concat(group.stream(), Stream.of("")).toList(), joined, true);
            return known.stream().filter(path -> !OTHERS.contains(path)).filter(path -> {
                List<String> pattern = List.of(path.split("\\."));
                return prefix.fits(pattern) && !pattern.get(Math.min(last(), pattern.size() - 1)).equals("*");
            }).findFirst()
                    .map(path -> inside.written(inside.shown(path)));
        }

        /** Returns the known path whose last element is the most similar, and those before it the next most. */
        String nearest(Collection<String> known) {
            return known.stream().filter(path -> !OTHERS.contains(path)).map(this::shown).min(Comparator.comparingDouble(this::unlikeness))
                    .map(this::written).orElseThrow();
        }

        /** Returns a path with the names and numbers that this key has. */
        private List<String> shown(String path) {
            List<String> parts = new ArrayList<>(List.of(path.split("\\.")));
            parts.remove("**");
            for (int i = 0; i < parts.size(); i++) {
                boolean own = i < last();
                if (parts.get(i).equals("*")) {
                    parts.set(i, own ? elements.get(i) : "NAME");
                } else if (parts.get(i).equals("#")) {
                    parts.set(i, own && elements.get(i).matches("\\d+") ? elements.get(i) : "0");
                }
            }
            return parts;
        }

        private double unlikeness(List<String> path) {
            return IntStream.rangeClosed(joined ? 1 : last(), last()).mapToDouble(last -> NearestNames.unlikeness(
                    text(elements.subList(last, last() + 1)), path.get(path.size() - 1))
                    + NearestNames.unlikeness(text(elements.subList(0, last)), text(path.subList(0, path.size() - 1)))
                    + LEFT_OUT * (last() - last)).min().orElse(1);
        }

        /** Returns the place of the last element that is no number. */
        private int last() {
            return elements.size() - (elements.get(elements.size() - 1).matches("\\d+") ? 2 : 1);
        }

        private static String text(List<String> parts) {
            return String.join("-", parts);
        }

        private String written(List<String> path) {
            return joined ? String.join("_", path).replace('-', '_').toUpperCase(Locale.ROOT)
                    : String.join(".", path).replaceAll("\\.(\\d+)(?=\\.|$)", "[$1]");
        }
    }
}
