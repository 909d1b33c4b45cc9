package dev.caravan.intelligence.code;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Methods of this project, with what a reader of its code says that calls them and that they call. */
@Tag("full")
class OwnCallChainsTest {

    private static MemoryCodeGraph graph;

    @BeforeAll
    static void parse() {
        graph = MemoryCodeGraph.of(Path.of("src/main/java"));
    }

    private static ChainNode of(String symbol) {
        return new CallChains().chain(graph, "dev/caravan/" + symbol, Direction.BOTH, 1, 1_000).orElseThrow().start();
    }

    private static List<String> names(List<ChainNode> nodes) {
        return nodes.stream().map(node -> node.symbolId().substring(node.symbolId().indexOf('#') + 1)).toList();
    }

    private static void check(String symbol, List<String> callers, List<String> callees) {
        ChainNode node = of(symbol);

        assertThat(names(node.callers())).as("callers of " + symbol).containsExactlyInAnyOrderElementsOf(callers);
        assertThat(names(node.callees())).as("callees of " + symbol).containsExactlyInAnyOrderElementsOf(callees);
    }

    @Test
    void severalClassesAndAnOverloadedConstructor() {
        check("source/mcp/UpstreamServer.java#UpstreamServer.connection(CallDeadline)",
                List.of("UpstreamServer.ask(Request<T>,CallDeadline)"),
                List.of("UpstreamServer.reason()", "UpstreamServer.begin()", "CallDeadline.within(Duration)", "CallDeadline.await(CompletableFuture<T>)", "CallDeadline.whole()",
                        "LateException.LateException(Text,Duration)", "Text.of(String,Object...)"));
    }

    @Test
    void aMethodReferenceToAScheduler() {
        check("source/mcp/UpstreamServer.java#UpstreamServer.tryAgain()",
                List.of("UpstreamServer.loggedIn()", "UpstreamServer.failed(CompletableFuture<UpstreamConnection>,String,LoginNeededException)"),
                List.of("UpstreamServer.begin()"));
    }

    @Test
    void interfaceMethodInsideLambdas() {
        check("source/mcp/Watcher.java#Watcher.ended(String)",
                List.of("StdioTransport.start(Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>>)"),
                List.of());
    }

    @Test
    void anImplementationIsCalledWhereItsInterfaceIsAndByItsOwnClass() {
        check("source/mcp/UpstreamConnection.java#UpstreamConnection.ended(String)",
                List.of("StdioTransport.start(Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>>)",
                        "UpstreamConnection.failure(String,RuntimeException,CallRelay.RunningCall,CallDeadline)", "UpstreamConnection.unanswered(Throwable)"),
                List.of("UpstreamConnection.Events.ended(String)", "UpstreamConnection.closeClient()"));
    }

    @Test
    void aConstructorThatCallsAnOverloadedOneAbove() {
        check("source/mcp/RefusedCallException.java#RefusedCallException.RefusedCallException(String,String,int,String)",
                List.of("UpstreamConnection.call(String,Map<String, Object>,String,CallRelay,CallDeadline)", "UpstreamConnection.failure(String,RuntimeException,CallRelay.RunningCall,CallDeadline)"),
                List.of("UpstreamException.UpstreamException(Text)", "Text.of(String,Object...)"));
    }

    @Test
    void aRecursiveMethod() {
        check("envelope/Redacted.java#Redacted.hidden(JsonNode,Collection<String>)",
                List.of("Redacted.of(byte[],ObjectMapper,Collection<String>)", "Redacted.hidden(JsonNode,Collection<String>)"),
                List.of("Redacted.hidden(JsonNode,Collection<String>)", "Redacted.text(String,Collection<String>)"));
        assertThat(of("envelope/Redacted.java#Redacted.hidden(JsonNode,Collection<String>)").callees()).filteredOn(ChainNode::cycle).hasSize(1);
    }

    @Test
    void anotherRecursiveMethodBesideMethodsOfTheSameNameElsewhere() {
        check("json/SchemaResolver.java#SchemaResolver.measure(JsonNode,int)",
                List.of("SchemaResolver.data(T)", "SchemaResolver.measure(JsonNode,int)"),
                List.of("SchemaResolver.tooDeep()", "SchemaResolver.count(int,int)", "SchemaResolver.measure(JsonNode,int)"));
    }

    @Test
    void anOverload() {
        check("json/SchemaResolver.java#SchemaResolver.resolve(JsonNode,boolean)",
                List.of("SchemaResolver.resolve(JsonNode)", "SchemaResolver.resolvePart(JsonNode)"),
                List.of("SchemaResolver.schema(JsonNode,boolean)", "SchemaException.SchemaException(String)"));
    }

    @Test
    void aStaticMethodOfThreeClassesAndAMethodReference() {
        check("search/Window.java#Window.isSpace(int)",
                List.of("Window.qualityAt(int)", "Window.beforeSpaces(int)", "Window.trimmed(int)", "Chunker.afterSpaces(String,int)",
                        "Leaves.isBlank(String)"),
                List.of());
    }

    @Test
    void oneOfManyFactoriesNamedOfAndTheRecordThatItMakes() {
        check("search/CollectionVectors.java#CollectionVectors.of(String,long,Collection<StoredVector>)",
                List.of("CollectionVectors.at(long,List<StoredVector>,Optional<Set<String>>)", "VectorMemory.read(String,CollectionVectors)"),
                List.of("CollectionVectors"));
    }

    @Test
    void aMethodThatMakesAnObjectAndCallsFromALambda() {
        check("retrieval/Leases.java#Leases.kept(String,String)",
                List.of("Leases.tryAcquire(String)", "Leases.seize(String)"),
                List.of("Leases.renew(String,String)", "Heartbeat.renew(Duration,Runnable)", "Lease.Lease(Neo4jStore,String,String,String,ScheduledFuture<?>)"));
    }

    @Test
    void staticMethodsOfOneClass() {
        check("json/StrictJson.java#StrictJson.UnicodeText.isWellFormed(byte[])",
                List.of("StrictJson.read(ObjectReader,byte[])"),
                List.of("StrictJson.UnicodeText.isUtf8(byte[])", "StrictJson.UnicodeText.surrogatesArePaired(byte[])"));
    }

    @Test
    void aMethodOfAnInterfaceInAnotherPackageAndCallsOnRecordComponents() {
        check("envelope/Envelope.java#Envelope.Database.wrap(Outcome,ObjectNode,Locale)",
                List.of("Family.wrap(Outcome,ObjectNode,Locale)"),
                List.of("Outcome.failed()", "Envelope.Database.ofCode(Outcome.Failure)", "Text.in(Locale)"));
    }
}
