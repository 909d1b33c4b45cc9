package dev.caravan.embedded;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.springframework.util.FileSystemUtils;

/**
 * The class path of JVMs that tests start, and an archive of their classes (JEP 350), with which a gateway starts with half the processor
 * time. Making the archive takes 20 s and needs a class path of jars. So only the full tier makes it: pom.xml sets
 * {@code caravan.tests.archive}. It stays in {@code target} until a class changes; forks share it.
 */
final class ChildClasses {

    private static final Path PLACE = Path.of("target", "child-jvm");
    private static final String JAVA = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    private static final String CLASS_PATH = System.getProperty("java.class.path");

    private static List<String> options;

    private ChildClasses() {
    }

    /** Returns {@code java} with its class path; the main class comes next. */
    static synchronized List<String> command() throws IOException {
        if (options == null) {
            options = Boolean.getBoolean("caravan.tests.archive") ? archived()
                    : List.of(JAVA, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx512m", "-cp", CLASS_PATH);
        }
        return options;
    }

    private static List<String> archived() throws IOException {
        Files.createDirectories(PLACE);
        try (FileChannel channel = FileChannel.open(PLACE.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                var lock = channel.lock()) {
            Path folder = PLACE.resolve(fingerprint());
            if (!Files.isDirectory(folder)) {
                removeOthers();
                Path partial = Files.createDirectories(PLACE.resolve("partial-" + UUID.randomUUID()));
                List<String> jars = new ArrayList<>();
                for (String entry : CLASS_PATH.split(File.pathSeparator)) {
                    if (Files.isDirectory(Path.of(entry))) {
                        jar(partial, entry, jars.size());
                    }
                    jars.add(entry);
                }
                Files.move(partial, folder);
                train(folder);
            }
            return List.of(JAVA, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx512m", "-XX:SharedArchiveFile=" + archive(folder),
                    "-Xshare:auto", "-Xlog:disable", "-Xlog:all=error:stderr",
                    "-cp", classPath(folder));
        }
    }

    private static void jar(Path folder, String directory, int number) throws IOException {
        int status = ToolProvider.findFirst("jar").orElseThrow().run(System.out, System.err, "--create", "--no-compress", "--file",
                folder.resolve(number + ".jar").toString(), "-C", directory, ".");
        if (status != 0) {
            throw new IOException("jar exited with " + status + " for " + directory);
        }
    }

    private static String classPath(Path folder) {
        List<String> jars = new ArrayList<>();
        for (String entry : CLASS_PATH.split(File.pathSeparator)) {
            if (Files.isDirectory(Path.of(entry))) {
                jars.add(folder.resolve(jars.size() + ".jar").toAbsolutePath().toString());
            } else if (Files.exists(Path.of(entry))) {
                jars.add(entry);
            }
        }
        return String.join(File.pathSeparator, jars);
    }

    private static Path archive(Path folder) {
        return folder.resolve("classes.jsa").toAbsolutePath();
    }

    /** Makes the archive: starts a gateway, which writes it at its end. Without an archive, children start more slowly. */
    private static void train(Path folder) throws IOException {
        Process training = new ProcessBuilder(JAVA, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC",
                "-XX:ArchiveClassesAtExit=" + archive(folder), "-Xlog:disable", "-cp", classPath(folder),
                "dev.caravan.Caravan", "--stdio", "--server.port=0").redirectErrorStream(true)
                .redirectOutput(folder.resolve("training.log").toFile()).start();
        training.getOutputStream().close();
        try {
            if (!training.waitFor(3, TimeUnit.MINUTES)) {
                training.destroyForcibly();
            }
        } catch (InterruptedException e) {
            training.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private static void removeOthers() throws IOException {
        List<Path> others;
        try (Stream<Path> files = Files.list(PLACE)) {
            others = files.filter(Files::isDirectory).toList();
        }
        for (Path other : others) {
            FileSystemUtils.deleteRecursively(other);
        }
    }

    /** Returns a value that changes with the class path and with every class and resource. */
    private static String fingerprint() throws IOException {
        int hash = CLASS_PATH.hashCode();
        for (String entry : CLASS_PATH.split(File.pathSeparator)) {
            if (Files.isDirectory(Path.of(entry))) {
                try (Stream<Path> files = Files.walk(Path.of(entry))) {
                    for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                        hash = 31 * (31 * hash + file.hashCode()) + Files.getLastModifiedTime(file).hashCode();
                    }
                }
            }
        }
        return Integer.toHexString(hash);
    }
}
