package dev.caravan.command;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.springframework.boot.context.config.ConfigDataEnvironmentPostProcessor;
import org.springframework.core.env.PropertyResolver;
import org.springframework.core.env.SimpleCommandLinePropertySource;
import org.springframework.core.env.StandardEnvironment;

/**
 * What all commands know.
 *
 * @param application class of the Spring application
 * @param home        folder of the installation: bin/, lib/, routes/
 * @param caller      folder where the user stands, to which files on the command line are relative
 * @param project     folder whose config/ and routes/ are read: the working directory
 * @param settings    settings on the command line, such as {@code --caravan.http.port=8090}; grows
 */
record Invocation(Class<?> application, Path home, Path caller, Path project, List<String> settings) {

    private static final String CALLER = "caller.folder"; // set by bin/caravan, which changes the folder
    private static final String ROUTES = "routes";

    static Invocation of(Class<?> application, List<String> settings) {
        Path project = Path.of("").toAbsolutePath();
        try {
            Path code = Path.of(application.getProtectionDomain().getCodeSource().getLocation().toURI());
            Path home = Files.isRegularFile(code) ? code.getParent() : project;
            return new Invocation(application, home, Path.of(System.getProperty(CALLER, "")).toAbsolutePath().normalize(), project,
                    settings);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the file as the user means it, relative as far as possible. */
    Path file(Path given) {
        Path file = caller.resolve(given).normalize();
        return caller.equals(project) && file.startsWith(project) && !file.equals(project) ? project.relativize(file) : file;
    }

    /** Returns the program that starts the gateway, for messages. */
    String launcher() {
        Path launcher = home.resolve("bin").resolve(File.separatorChar == '/' ? "caravan" : "caravan.cmd");
        return Files.exists(launcher) ? launcher.toString() : "caravan";
    }

    /** Whether two paths lead to the same folder. */
    static boolean isSame(Path one, Path other) {
        try {
            return Files.exists(one) && Files.exists(other) && Files.isSameFile(one, other);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the settings for the application. A project of one's own has the routes of the installation too. */
    List<String> forApplication() {
        Path shipped = home.resolve(ROUTES);
        if (Files.isDirectory(shipped) && !isSame(home, project)) {
            settings.add("--caravan.routes.shipped=" + shipped);
        }
        ExtensionJars.load(home.resolve("lib").resolve("ext"));
        return settings;
    }

    /** The settings of the project, with those of the command line. Is loaded when it is needed, since it loads Spring. */
    static final class ProjectSettings {

        private ProjectSettings() {
        }

        static PropertyResolver of(Invocation invocation) {
            StandardEnvironment all = new StandardEnvironment();
            all.getPropertySources().addFirst(new SimpleCommandLinePropertySource(invocation.settings.toArray(String[]::new)));
            ConfigDataEnvironmentPostProcessor.applyTo(all);
            return all;
        }
    }
}
