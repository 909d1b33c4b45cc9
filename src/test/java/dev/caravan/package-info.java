/**
 * Tests of Caravan, on real embedded servers.
 *
 * <h2>Tiers</h2>
 * <ul>
 * <li>{@code mvn verify} runs every test without a tag. Run it before a commit.
 * <li>{@code mvn verify -Pfull} also runs the tests tagged {@code full}: brokers, browsers, Node clients, large data and full matrices. Tag
 * a test     {@code full} if it needs more than a few seconds, as most tests that start a JVM do. Each transport between processes has a
 * few quick tests     without the tag, such as {@code StdioTest} and {@code ChildServerCallsTest}.
 * <li>{@code mvn verify -Pnightly} also runs the tests tagged {@code nightly}: long outages, kills, floods, soaks, hostile crowds. Tag a
 * test     {@code nightly} if it takes more than 20 seconds and what it shows changes seldom. {@code .ci/run} runs both other tiers and a
 * twelfth of this     one: the classes whose {@link dev.caravan.NightlyShare} is the remainder of the commit's hash.
 * {@code -Dtests.nightly.twelfth=3} chooses it.
 * <li>{@code ckb}: needs a real CKB, which the project must not install. No tier runs it.
 * </ul>
 * Two JVMs (forks) run the test classes of the quick tier, three those of the others. Each fork has its own servers, ports and folders
 * ({@link dev.caravan.Fork}), and writes its log to {@code target/test-logs}. Classes and methods run in any order.
 *
 * <h2>Run one test in seconds</h2>
 * In an IDE, run the class from the project's folder. With Maven:
 * {@code mvn -o test -Dtest=StrictJsonTest -Dtests.excluded=none -Dtests.forks=1 -Dmaven.compiler.useIncrementalCompilation=false}. The
 * last option compiles only files that changed.
 *
 * <h2>Run tests in random order</h2>
 * Add {@code -Dsurefire.runOrder=random -Djunit.jupiter.testmethod.order.default='org.junit.jupiter.api.MethodOrderer$Random'}.
 *
 * <h2>Which fixture</h2>
 * <table>
 * <caption>Fixtures by kind of test</caption>
 * <tr><th>the test needs</th><th>use</th></tr>
 * <tr><td>the repository's tools, MongoDB, Neo4j, PostgreSQL</td><td>extend {@link dev.caravan.GatewayTest}; {@code CatalogueTest} adds a
 * user with tables and tools</td></tr>
 * <tr><td>its own tools, resources or prompts in that gateway</td><td>extend {@link dev.caravan.RouteTest}, or use
 * {@link dev.caravan.OwnRoutes}</td></tr>
 * <tr><td>a route as YAML</td><td>{@link dev.caravan.RouteYaml}</td></tr>
 * <tr><td>route files that it edits while the gateway runs; event streams</td><td>extend {@link dev.caravan.EditableGatewayTest}; with all
 * routes, {@code EditedRoutesTest}</td></tr>
 * <tr><td>a database of {@code db_*}</td><td>extend {@code DatabaseTest} or its {@code SqlTest}, {@code MongoTest}, {@code RedisTest},
 * {@code OpenSearchTest}, {@code SupabaseTest}</td></tr>
 * <tr><td>metrics, traces, health</td><td>extend {@code ObservedGatewayTest}</td></tr>
 * <tr><td>other settings, or a gateway that stops</td><td>{@link dev.caravan.OwnGateway}:
 * {@code OwnGateway.withEntries().set("tools.timeout", "1s").start()}, about a second; {@code apiKey()} for callers with keys;
 * {@code shared()} takes one that runs with these settings, unless the test stops it or counts what it did. One with all routes
 * and the store takes work of the store, so it needs {@code NEO4J} too</td></tr>
 * <tr><td>callers with API keys, or limits for one caller</td><td>{@link dev.caravan.KeyedGateway}; add a key or a setting there
 * rather than start another gateway</td></tr>
 * <tr><td>upstream servers, APIs or Kamelets</td><td>{@code OwnGateway.withSources().shared()}, {@code FederatedGateways},
 * {@code ApiGateways}, {@code KameletGateways}, {@code SourceGateways}</td></tr>
 * <tr><td>web search, the example network, relays of tools</td><td>extend {@link dev.caravan.ServicesTest}</td></tr>
 * <tr><td>a step that throws</td><td>{@code ThrowingSteps.gateway()}</td></tr>
 * <tr><td>two gateways on one store</td><td>{@code GatewayPair}, {@code SharedStoreTest}</td></tr>
 * <tr><td>a gateway that is killed</td><td>{@code ChildJvm}; over standard streams {@code StdioGateway}</td></tr>
 * <tr><td>a real server that may stop</td><td>{@code @WithServers}, {@code SharedServers}: {@code ServerHandle.stop()} and
 * {@code start()}</td></tr>
 * <tr><td>a client of MCP, event streams or REST</td><td>{@link dev.caravan.McpClient}, {@link dev.caravan.StreamClient},
 * {@link dev.caravan.RestClient}</td></tr>
 * <tr><td>a client in a legacy session, which answers what the gateway asks</td><td>{@code LegacyClient}</td></tr>
 * <tr><td>requests with any credentials</td><td>{@code SecuredClient}</td></tr>
 * <tr><td>requests that are sent byte by byte, or not to their end</td><td>{@code RawConnections}</td></tr>
 * <tr><td>calls that are still running</td><td>{@link dev.caravan.WaitingStep}, which holds them in their route until the test opens
 * it</td></tr>
 * <tr><td>log lines and audit events</td><td>{@link dev.caravan.GatewayLog}, which waits for them</td></tr>
 * <tr><td>a browser, Node, nginx, searx</td><td>{@link dev.caravan.Needs} first: without them the test is skipped, or fails in CI;
 * {@link dev.caravan.BrowserWindows}     opens pages in the shared Chromium</td></tr>
 * </table>
 *
 * <h2>Rules</h2>
 * A test class shows one promised behaviour in at most 150 lines, imports and blank lines apart. A test waits for conditions, never for a
 * fixed time. Its deadlines are ten times what a quiet machine needs. Gateways of tests have longer timeouts than others
 * ({@link dev.caravan.embedded.Patience}); a test of a timeout sets its own. Each test uses its own names of tables, topics and queues,
 * because tests share servers.
 */
package dev.caravan;
