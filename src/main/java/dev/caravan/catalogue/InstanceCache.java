package dev.caravan.catalogue;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.caravan.call.tool.CatalogueMode;
import dev.caravan.mcp.ListChanges;
import dev.caravan.security.ApiKey;
import dev.caravan.store.Notifications;
import dev.caravan.store.Store;
import dev.caravan.store.StoreException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.jdbc.core.ResultSetExtractor;
import org.springframework.stereotype.Component;

/**
 * Caches the instances that clients use, until the database notifies a change. Caches nothing while notifications don't arrive, and nothing
 * that was read during a change, since it may be outdated.
 *
 * <p>Clients may listen for changes of an instance. The topic is the hash of its key, so replacing the key ends the subscription.
 */
@Component
class InstanceCache implements Notifications.Listener, ListChanges.InstanceTopics, ListChanges.Listener {

    private static final Logger LOG = LoggerFactory.getLogger(InstanceCache.class);
    private static final String CHANNEL = "caravan_instances";
    /** Follows the hash when no instance has that key any more, or the instance is disabled. */
    private static final String GONE = " gone";

    private final Store store;
    private final Notifications notifications;
    /** In characters of JSON. */
    private static final int USUAL_SIZE = 4_000;

    private final ToolTypes types;
    private final ToolRows rows;
    private final BoundTool.Route route;
    private final Cache<String, Instance> cache;
    private final ListChanges lists;
    /** Hashes of the keys of instances that clients listen to. */
    private final Set<String> listened = ConcurrentHashMap.newKeySet();
    private final AtomicLong changes = new AtomicLong();

    InstanceCache(Store store, Notifications notifications, ToolTypes types, ToolRows rows, BoundTool.Route route,
            ListChanges lists, CatalogueProperties settings) {
        this.lists = lists;
        this.store = store;
        this.notifications = notifications;
        this.types = types;
        this.rows = rows;
        this.route = route;
        this.cache = Caffeine.newBuilder().maximumWeight(settings.cachedTools())
                .weigher((String hash, Instance instance) -> weight(instance)).build();
        notifications.subscribe(CHANNEL, this);
        lists.addListener(this);
    }

    /** Weighs an instance in tools of usual size: a large definition counts as several tools. */
    private static int weight(Instance instance) {
        return 1 + instance.definitions().values().stream().mapToInt(definition -> 1 + definition.toString().length() / USUAL_SIZE).sum();
    }

    /** Returns the weight of all cached instances, in tools of usual size. */
    long weight() {
        cache.cleanUp();
        return cache.policy().eviction().orElseThrow().weightedSize().orElseThrow();
    }

    /** Returns the number of cached instances. */
    long size() {
        return cache.estimatedSize();
    }

    /** Returns the instance with that key; empty if there is none, or it is disabled. */
    Optional<Instance> find(String apiKey) {
        ApiKey key = new ApiKey(apiKey);
        String hash = key.hash();
        Instance kept = notifications.isListening() ? cache.getIfPresent(hash) : null;
        Instance instance = kept == null ? read(hash) : kept;
        return Optional.ofNullable(instance).filter(found -> found.enabled() && key.hasHash(found.keyHash()));
    }

    private Instance read(String hash) {
        long before = changes.get();
        Instance instance = store.<Optional<Instance>>run(jdbc -> jdbc
                .sql("select m.id as mcp_id, m.user_id as mcp_owner, m.status as mcp_status, m.mode as mcp_mode, "
                        + "b.status as binding_status, case when b.tool_id is null then b.tool_name end as gateway_tool, "
                        + ToolRows.COLUMNS
                        + " from mcp_v2 m left join mcp_binding b on b.mcp_id = m.id left join tool t on t.id = b.tool_id where "
                        + "m.key_hash = :hash")
                .param("hash", hash).query((ResultSetExtractor<Optional<Instance>>) result -> instance(hash, result))).orElse(null);
        if (instance != null && notifications.isListening() && changes.get() == before) {
            cache.put(hash, instance);
            if (changes.get() != before) {
                cache.invalidate(hash);
            }
        }
        return instance;
    }

    private Optional<Instance> instance(String hash, ResultSet result) throws SQLException {
        TreeMap<String, BoundTool> tools = new TreeMap<>();
        Set<String> disabled = new HashSet<>();
        Set<String> ofGateway = new HashSet<>();
        String owner = null;
        long id = 0;
        boolean enabled = false;
        CatalogueMode mode = null;
        while (result.next()) {
            id = result.getLong("mcp_id");
            enabled = result.getBoolean("mcp_status");
            mode = result.getString("mcp_mode") == null ? null
                    : CatalogueMode.valueOf(result.getString("mcp_mode").toUpperCase(Locale.ROOT));
            owner = result.getString("mcp_owner");
            String gatewayTool = result.getString("gateway_tool");
            if (gatewayTool != null) {
                (result.getBoolean("binding_status") ? ofGateway : disabled).add(gatewayTool);
            }
            if (result.getString("name") == null) {
                continue;
            }
            ToolRows.ToolRecord tool = rows.mapRow(result, 0);
            if (result.getBoolean("binding_status")) {
                long instance = id;
                types.find(tool.type()).ifPresent(type -> tools.put(tool.name(), new BoundTool(tool, type, route, instance)));
            } else {
                disabled.add(tool.name());
            }
        }
        return id == 0 ? Optional.empty() : Optional.of(Instance.of(id, owner, hash, enabled, tools, disabled, ofGateway, mode));
    }

    @Override
    public void told(String news) {
        changes.incrementAndGet();
        boolean gone = news.endsWith(GONE);
        String keyHash = gone ? news.substring(0, news.length() - GONE.length()) : news;
        cache.invalidate(keyHash);
        if (gone && listened.remove(keyHash)) {
            lists.closed(keyHash);
        } else if (listened.contains(keyHash)) {
            lists.changed(keyHash, ListChanges.TOOLS);
        }
    }

    @Override
    public void missed() {
        changes.incrementAndGet();
        cache.invalidateAll();
        listened.forEach(keyHash -> lists.changed(keyHash, ListChanges.TOOLS)); // any of them may have changed
    }

    /** Tells clients of instances that have tools of the gateway when these change, or who may use them. */
    @Override
    public void changed(String topic, String list) {
        if (topic.equals(ListChanges.GATEWAY) && list.equals(ListChanges.TOOLS)) {
            listened.forEach(keyHash -> {
                Instance instance = cache.getIfPresent(keyHash);
                if (instance == null || !instance.ofGateway().isEmpty()) {
                    lists.changed(keyHash, ListChanges.TOOLS);
                }
            });
        }
    }

    @Override
    public Optional<String> topic(String apiKey) {
        try {
            Optional<String> topic = find(apiKey).map(Instance::keyHash);
            topic.ifPresent(listened::add);
            return topic;
        } catch (StoreException e) {
            LOG.warn("Subscription to an instance failed reason={}", e.getMessage());
            return Optional.empty();
        }
    }

    /**
     * Settings of {@code caravan.catalogue.*}.
     *
     * @param hashedKeys  Whether the store keeps only the hash of a new instance's key, when its owner does not choose.
     * @param cachedTools Tools of MCP instances that are cached in memory.
     */
    @ConfigurationProperties("caravan.catalogue")
    record CatalogueProperties(@DefaultValue("true") boolean hashedKeys, @DefaultValue("50000") int cachedTools) {
    }
}
