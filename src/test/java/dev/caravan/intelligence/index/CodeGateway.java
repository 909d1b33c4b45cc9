package dev.caravan.intelligence.index;

import static org.awaitility.Awaitility.await;

import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import dev.caravan.intelligence.code.SourceParser;
import dev.caravan.retrieval.Embedder;
import dev.caravan.store.Installation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.neo4j.driver.Config;
import org.neo4j.driver.Driver;
import org.neo4j.driver.GraphDatabase;
import org.springframework.util.unit.DataSize;

/** The code index of one gateway with one workspace; several of them on one Neo4j are several gateways. */
public final class CodeGateway implements AutoCloseable {

    public final ConfiguredWorkspaces workspaces;
    public final Workspace workspace;
    public final Driver driver;
    public final CodeIndex index;
    public final IndexStateStore states;
    public final IndexBuilds builds;
    private final CodeLeases leases;

    public CodeGateway(String name, Path root, Embedder embedder, List<String> exclude) {
        this(name, root, embedder, exclude, Duration.ZERO, Duration.ofSeconds(30), SharedServers.get(ServerKind.NEO4J).address());
    }

    public CodeGateway(String name, Path root, Embedder embedder, List<String> exclude, Duration refresh, Duration lease, String address) {
        this(name, root, embedder, exclude, refresh, lease, address, new Installation("tests of code"));
    }

    CodeGateway(String name, Path root, Embedder embedder, List<String> exclude, Duration refresh, Duration lease, String address,
            Installation installation) {
        driver = GraphDatabase.driver(address,
                Config.builder().withConnectionTimeout(2, TimeUnit.SECONDS).withMaxTransactionRetryTime(2, TimeUnit.SECONDS).build());
        IntelligenceProperties.Source source = new IntelligenceProperties.Source(root, exclude, Path.of("index.scip"));
        IntelligenceProperties properties = new IntelligenceProperties(Map.of(name, source), "", "",
                IntelligenceProperties.Model.ENGLISH, DataSize.ofMegabytes(1), refresh, true,
                Duration.ofSeconds(10), Duration.ofSeconds(60), lease);
        workspaces = new ConfiguredWorkspaces(properties, installation);
        workspace = workspaces.all().get(0);
        CodeModel model = new CodeModel(embedder);
        CodeStore store = new CodeStore(driver, properties, "neo4j");
        leases = new CodeLeases(store, properties);
        states = new IndexStateStore(store, model);
        index = new CodeIndex(store, model);
        builds = new IndexBuilds(workspaces, store, new CodeSchema(store, model, workspaces), leases, states, new SourceParser(),
                model, properties);
        builds.start();
    }

    /** Has it built, and waits for the end. */
    public IndexState built() {
        builds.begin(workspace);
        return ended();
    }

    /** Waits until no build runs. */
    public IndexState ended() {
        return await().atMost(Duration.ofMinutes(10)).pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(5))
                .until(() -> states.of(workspace), state -> state.phase() != IndexState.Phase.BUILDING);
    }

    @Override
    public void close() {
        builds.stop();
        leases.stop();
        driver.close();
    }
}
