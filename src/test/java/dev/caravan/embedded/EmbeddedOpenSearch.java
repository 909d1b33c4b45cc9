package dev.caravan.embedded;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.codelibs.opensearch.runner.node.OpenSearchRunnerNode;
import org.opensearch.analysis.common.CommonAnalysisPlugin;
import org.opensearch.common.settings.Settings;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.index.mapper.MapperExtrasPlugin;
import org.opensearch.index.reindex.ReindexPlugin;
import org.opensearch.join.ParentJoinPlugin;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.painless.PainlessPlugin;
import org.opensearch.script.mustache.MustachePlugin;
import org.opensearch.search.aggregations.matrix.MatrixAggregationPlugin;
import org.opensearch.transport.Netty4Plugin;

/**
 * OpenSearch 2.17, one node. It is the last version with the same Lucene as Neo4j. This class builds the node itself, since OpenSearch's
 * own runner can't close a node that failed to start.
 */
final class EmbeddedOpenSearch implements EmbeddedServer {

    private OpenSearchRunnerNode node;
    private int port;

    @Override
    public String name() {
        return "opensearch";
    }

    @Override
    public void start(Path directory, int port) throws Exception {
        this.port = port;
        // keeps Netty's own count, which can be set only once in a JVM; Neo4j or the Mongo server may have set it
        System.setProperty("opensearch.set.netty.runtime.available.processors", "false");
        Path config = Files.createDirectories(directory.resolve("config"));
        Files.createDirectories(directory.resolve("modules"));
        Files.createDirectories(directory.resolve("plugins"));
        node = new OpenSearchRunnerNode(
                InternalSettingsPreparer.prepareEnvironment(settings(directory), Map.of(), config, () -> "caravan"),
                List.of(Netty4Plugin.class, CommonAnalysisPlugin.class, PainlessPlugin.class, MapperExtrasPlugin.class,
                        ParentJoinPlugin.class, ReindexPlugin.class, MustachePlugin.class, MatrixAggregationPlugin.class));
        try {
            node.start();
            node.client().admin().cluster().prepareHealth().setWaitForYellowStatus()
                    .setTimeout(TimeValue.timeValueSeconds(30)).get();
        } catch (Exception e) {
            stop();
            throw e;
        }
    }

    private Settings settings(Path directory) {
        return Settings.builder()
                .put("path.home", directory.toString())
                .put("path.data", directory.resolve("data").toString())
                .put("path.logs", directory.resolve("logs").toString())
                .put("cluster.name", "caravan")
                .put("network.host", "127.0.0.1")
                .put("http.port", port)
                .put("transport.port", 0)
                .put("discovery.type", "single-node")
                .putList("node.roles", "cluster_manager", "data", "ingest")
                .put("cluster.routing.allocation.disk.threshold_enabled", false)
                .build();
    }

    @Override
    public String address() {
        return "http://127.0.0.1:" + port;
    }

    @Override
    public Map<String, String> properties() {
        return Map.of("caravan.databases.opensearch.url", address());
    }

    @Override
    public void stop() throws Exception {
        node.close();
        node.awaitClose(10, TimeUnit.SECONDS);
    }
}
