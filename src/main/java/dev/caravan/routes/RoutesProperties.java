package dev.caravan.routes;

import dev.caravan.start.OrZero;
import dev.caravan.start.StartCheck;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.TreeMap;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * Settings of {@code caravan.routes.*}.
 *
 * @param directory Folder of the *.camel.yaml files, with its subfolders.
 * @param shipped   Folder of further routes, those of the installation where the gateway serves a project; bin/caravan sets it. A relative
 *                  file: that the project doesn't have is looked for beside this folder. Empty: none.
 * @param drain     Time that an edit waits for calls on the route that it replaces.
 * @param debounce  Time without changes to a file after which its edit is applied.
 */
@ConfigurationProperties("caravan.routes")
public record RoutesProperties(
        @DefaultValue("routes") Path directory,
        Path shipped,
        @DefaultValue("6s") @OrZero Duration drain,
        @DefaultValue("80ms") @OrZero Duration debounce) {

    /** Returns the folders that are read. */
    List<Path> folders() {
        return shipped == null ? List.of(directory) : List.of(shipped, directory);
    }

    /** Returns the files of all folders. */
    RouteTree tree() {
        RouteTree all = new RouteTree(new TreeMap<>());
        folders().forEach(folder -> all.files().putAll(RouteTree.of(folder).files()));
        return all;
    }

    /** Refuses a start in a folder that has no routes. A project beside an installation may have none of its own. */
    static final class Check implements StartCheck {

        @Override
        public void check(ConfigurableEnvironment settings) {
            RoutesProperties routes = Binder.get(settings).bindOrCreate("caravan.routes", RoutesProperties.class);
            Path directory = routes.directory();
            boolean mayLack = routes.shipped() != null && directory.equals(Path.of("routes")) && !Files.exists(directory);
            if (!mayLack && (!Files.isDirectory(directory) || !Files.isReadable(directory))) {
                throw new IllegalArgumentException("caravan.routes.directory is " + directory.toAbsolutePath()
                        + ", which is no directory that the gateway can read. Start bin/caravan of the installation, or name the folder");
            }
        }
    }
}
