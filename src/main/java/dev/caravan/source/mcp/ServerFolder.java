package dev.caravan.source.mcp;

import dev.caravan.routes.FileProblemException;
import dev.caravan.routes.LiveFiles;
import dev.caravan.routes.RouteTree;
import dev.caravan.routes.SettingsFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.camel.CamelContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/**
 * Reads the MCP servers in {@code caravan.upstream.directory}. Files that change, appear or go take effect without a restart. While a file
 * can't be used, its server stays as before.
 */
@Component
class ServerFolder implements LiveFiles.Kind<RouteTree.Stamp, UpstreamProperties.Server> {

    private static final Logger LOG = LoggerFactory.getLogger(ServerFolder.class);
    static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,39}");

    private final Path directory;
    private final SettingsFile<UpstreamProperties.Server> reader;
    private final ConnectedServers servers;
    private final CamelContext context;
    private final LiveFiles<RouteTree.Stamp, UpstreamProperties.Server> files = new LiveFiles<>(this);

    ServerFolder(UpstreamProperties properties, Environment environment, ConnectedServers servers, CamelContext context) {
        this.directory = properties.directory();
        this.reader = new SettingsFile<>(environment, UpstreamProperties.Server.class);
        this.servers = servers;
        this.context = context;
        Path former = directory.resolveSibling("upstream.yaml");
        if (Files.exists(former)) {
            throw new IllegalStateException(former + " is not read. Put the settings of each server into a file of its own, " + directory
                    + "/NAME.yaml, the others into application.yaml, and delete " + former);
        }
        files.look();
    }

    @EventListener
    void start(ApplicationStartedEvent started) {
        LiveFiles.watch(context, "servers", directory, List.of(directory.toAbsolutePath().getParent(), directory), files);
    }

    Path directory() {
        return directory;
    }

    /** Returns the file of a server, which may not exist. */
    Path file(String name) {
        return directory.resolve(name + ".yaml");
    }

    /** Returns {server: why its file can't be used}. The server may still have its former settings. */
    Map<String, String> problems() {
        return files.problems();
    }

    /**
     * Reads the text of a file, and changes nothing.
     *
     * @throws FileProblemException with the line, if the gateway would refuse it
     */
    UpstreamProperties.Server check(String file, String text) throws FileProblemException {
        UpstreamProperties.Server server = reader.read(file, text);
        if (!server.isComplete()) {
            throw new FileProblemException(file, 1, 0, "a server has either a command or a url");
        }
        return server;
    }

    @Override
    public Map<String, RouteTree.Stamp> stamps() {
        return SettingsFile.in(directory);
    }

    @Override
    public UpstreamProperties.Server read(String name, RouteTree.Stamp stamp) throws IOException, FileProblemException {
        String text = SettingsFile.text(stamp);
        if (!NAME.matcher(name).matches()) {
            throw new FileProblemException(stamp.path(), 0, 0, "the name before .yaml must be 1 to 40 of A-Z a-z 0-9 _ -");
        }
        return check(stamp.path().toString(), text);
    }

    @Override
    public void taken(String name, UpstreamProperties.Server former, UpstreamProperties.Server next) {
        if (!next.equals(former)) {
            servers.put(name, next);
            LOG.info("Upstream server configured name={} file={}", name, file(name));
        }
    }

    @Override
    public void gone(String name, UpstreamProperties.Server last) {
        if (last != null) {
            servers.remove(name);
            LOG.info("Upstream server removed because its file is gone name={}", name);
        }
    }

    @Override
    public String problem(String name, RouteTree.Stamp stamp, Throwable thrown) {
        return thrown instanceof FileProblemException ? thrown.getMessage() : stamp.path() + " can't be read: " + thrown;
    }
}
