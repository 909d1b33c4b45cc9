package dev.caravan;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.junit.ArchTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The picture of the house in {@code dev.caravan}'s package-info, and the table of who uses whom, are those of the code.
 * {@link ArchitectureTest} checks it.
 */
final class RoomRules {

    private static final Path SOURCES = Path.of("src/main/java");
    private static final String HOUSE = "dev.caravan";
    private static final List<String> GUARDED = List.of("io.undertow", "jakarta.servlet", "org.springframework.web", "java.net.http",
            "org.apache.hc");
    private static final Pattern IMPORT = Pattern.compile("(?m)^import (?:static )?(dev\\.caravan(?:\\.[a-z]\\w*)*)\\.[A-Z]");

    /** What {@link #usedBy} has found, since all rules ask for the same classes. */
    private static Map<String, Set<String>> found;

    private RoomRules() {
    }

    /** By room, what its classes use, as their bytecode and their imports say: a constant leaves no trace in bytecode. */
    private static Map<String, Set<String>> usedBy(JavaClasses classes) throws IOException {
        if (found != null) {
            return found;
        }
        Map<String, Set<String>> rooms = new TreeMap<>();
        for (JavaClass each : classes) {
            for (Dependency dependency : each.getDirectDependenciesFromSelf()) {
                add(rooms, each.getPackageName(), dependency.getTargetClass().getBaseComponentType().getPackageName());
            }
        }
        for (Path file : files()) {
            String room = SOURCES.relativize(file.getParent()).toString().replace('/', '.');
            rooms.computeIfAbsent(name(room), any -> new TreeSet<>());
            Matcher imported = IMPORT.matcher(Files.readString(file));
            while (imported.find()) {
                add(rooms, room, imported.group(1));
            }
        }
        found = rooms;
        return rooms;
    }

    private static void add(Map<String, Set<String>> rooms, String room, String used) {
        Set<String> all = rooms.computeIfAbsent(name(room), any -> new TreeSet<>());
        if (used.equals(HOUSE) || used.startsWith(HOUSE + ".")) {
            all.add(name(used));
        }
        GUARDED.stream().filter(library -> used.equals(library) || used.startsWith(library + ".")).forEach(all::add);
        all.remove(name(room));
    }

    private static String name(String room) {
        return room.equals(HOUSE) ? room : room.substring(HOUSE.length() + 1);
    }

    private static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.walk(SOURCES)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList();
        }
    }

    @ArchTest
    static void noTwoClassesOfARoomDifferByAnS(JavaClasses classes) {
        Set<String> names = new TreeSet<>();
        classes.forEach(each -> names.add(each.getName()));

        assertThat(names).filteredOn(name -> !name.contains("$") && names.contains(name + "s")).isEmpty();
    }

    @ArchTest
    static void theTableHasEveryRoomAndWhatItMayUse(JavaClasses classes) throws IOException {
        Map<String, Set<String>> table = new TreeMap<>();
        for (String line : Files.readAllLines(Path.of("src/test/resources/rooms.txt"))) {
            if (!line.startsWith("#")) {
                String[] parts = line.split(":", 2);
                table.put(parts[0], new TreeSet<>(parts[1].isBlank() ? List.of() : List.of(parts[1].strip().split(" +"))));
            }
        }

        assertThat(differences(usedBy(classes), table)).as("lines of src/test/resources/rooms.txt that the code contradicts").isEmpty();
    }

    /** In the words that mend it: a plus for what the table must allow, a minus for what it need not. */
    private static List<String> differences(Map<String, Set<String>> usedBy, Map<String, Set<String>> table) {
        Map<String, List<String>> differences = new LinkedHashMap<>();
        Set<String> rooms = new TreeSet<>(usedBy.keySet());
        rooms.addAll(table.keySet());
        for (String room : rooms) {
            Set<String> used = usedBy.getOrDefault(room, Set.of());
            Set<String> allowed = table.getOrDefault(room, Set.of());
            List<String> all = new ArrayList<>();
            if (!usedBy.containsKey(room) || !table.containsKey(room)) {
                all.add(usedBy.containsKey(room) ? "is new" : "is gone");
            }
            used.stream().filter(other -> !allowed.contains(other)).map(other -> "+" + other).forEach(all::add);
            allowed.stream().filter(other -> !used.contains(other)).map(other -> "-" + other).forEach(all::add);
            if (!all.isEmpty()) {
                differences.put(room, all);
            }
        }
        return differences.entrySet().stream().map(entry -> entry.getKey() + ": " + String.join(" ", entry.getValue())).toList();
    }

    @ArchTest
    static void thePictureHasEveryRoom(JavaClasses classes) throws IOException {
        assertThat(PictureOfHouse.rooms()).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(usedBy(classes).keySet());
    }

    /** Then there is no circle. */
    @ArchTest
    static void aRoomUsesOnlyRoomsBelowIt(JavaClasses classes) throws IOException {
        List<String> picture = PictureOfHouse.rooms();
        List<String> upwards = new ArrayList<>();
        usedBy(classes).forEach(
                (room, used) -> used.stream().filter(other -> !GUARDED.contains(other) && picture.indexOf(other) < picture.indexOf(room))
                .forEach(other -> upwards.add(room + " uses " + other)));

        assertThat(upwards).isEmpty();
    }
}
