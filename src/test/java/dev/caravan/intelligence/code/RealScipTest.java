package dev.caravan.intelligence.code;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.Needs;
import dev.caravan.TemporaryFolder;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.util.FileSystemUtils;

/** Indexes of scip-typescript are read, and make certain what the local graph must guess. */
@Tag("full")
class RealScipTest {

    static final Path FOLDER = Path.of("src/test/scip");

    private final Path root = TemporaryFolder.make("caravan-real-scip");

    @BeforeEach
    void index() throws Exception {
        Needs.npm(FOLDER);
        FileSystemUtils.copyRecursively(Path.of("src/test/resources/intelligence/chains/typescript"), root);
        Files.writeString(root.resolve("src/kinds.ts"), """
                import take, { hello as greet } from './more';
                import * as more from './more';
                export abstract class Base { constructor(n: number) {} run(): number { return this.step(); } abstract step(): number; }
                export class Left extends Base { constructor() { super(1); } step() { return take(2); } get size() { return 1; } }
                export const api: { act(): void } = { act() { greet('👋'); more.hello('x'); } };
                export const later = () => { api.act(); const inner = () => greet('y'); inner(); };
                export function overloaded(n: number): void;
                export function overloaded(n: string): void;
                interface Shown { later(): void; 'quoted-name'?: string }
                function show(shown: Shown) { }
                export function passes() { show({ later }); }
                export function overloaded(n: unknown) { [1].map(take).forEach(later); new Left().run(); }
                """);
        Files.writeString(root.resolve("src/more.ts"), """
                export default function twice(n: number) { return n * 2; }
                export function hello(name: string) { return `hello ${name}`; }
                """);
        index(root, "scip-typescript/dist/src/main.js", "index", "--infer-tsconfig");
    }

    /** Runs an indexer in the folder, which leaves {@code index.scip} there. */
    static void index(Path root, String indexer, String... arguments) throws Exception {
        Path said = root.resolve("said.log");
        List<String> command = new ArrayList<>(List.of("node", FOLDER.resolve("node_modules/@sourcegraph").resolve(indexer).toAbsolutePath()
                .toString()));
        command.addAll(List.of(arguments));
        Process node = new ProcessBuilder(command).directory(root.toFile())
                .redirectErrorStream(true).redirectOutput(said.toFile()).redirectInput(new File("/dev/null")).start();
        try {
            assertThat(node.waitFor(120, TimeUnit.SECONDS)).isTrue();
            assertThat(node.exitValue()).as(Files.readString(said)).isZero();
        } finally {
            node.destroyForcibly();
        }
    }

    static MemoryCodeGraph graph(Path root) {
        ScipIndex index = ScipIndex.of(root.resolve("index.scip"), root, ScipIndex.NONE);
        assertThat(index.problem()).isNull();
        return MemoryCodeGraph.of(root, index);
    }

    static Collection<String> edges(MemoryCodeGraph graph, String folder) {
        TreeSet<String> edges = new TreeSet<>();
        new CallResolver(graph).callees(graph.all()).forEach((caller, callees) -> callees.forEach(edge ->
                edges.add(caller + " -> " + edge.symbol().id() + (edge.certain() ? "" : " ?"))));
        edges.removeIf(edge -> !edge.startsWith(folder));
        return edges;
    }

    @Test
    void allCallsOfTheFixtureAreCertain() throws IOException {
        MemoryCodeGraph graph = graph(root);
        TreeSet<String> expected = new TreeSet<>(Files.readAllLines(Path.of(
                "src/test/resources/intelligence/certain-edges/typescript.txt")));
        expected.add("src/till.ts#sell(Order) -> src/checkout.ts#Checkout.place(Order)");
        expected.add("src/checkout.ts#Checkout.place(Order) -> src/store.ts#MemoryStore.save(string,number) ?");
        expected.add("src/checkout.ts#Checkout.place(Order) -> src/store.ts#SilentStore.save() ?");
        TreeSet<String> found = new TreeSet<>(edges(graph, "src/"));
        found.removeIf(edge -> edge.startsWith("src/kinds.ts") || edge.startsWith("src/more.ts"));

        assertThat(found).containsExactlyElementsOf(expected);
        assertThat(graph.all()).allMatch(Symbol::inScip);
    }

    @Test
    void kindsOfDefinitionsAndCallsAreFound() {
        assertThat(edges(graph(root), "src/kinds.ts")).containsExactlyElementsOf(List.of(
                "src/kinds.ts#Base.run() -> src/kinds.ts#Base.step()",
                "src/kinds.ts#Base.run() -> src/kinds.ts#Left.step() ?",
                "src/kinds.ts#Left.constructor() -> src/kinds.ts#Base.constructor(number)",
                "src/kinds.ts#Left.step() -> src/more.ts#twice(number)",
                "src/kinds.ts#api.act() -> src/more.ts#hello(string)",
                "src/kinds.ts#later() -> src/kinds.ts#api.act() ?",
                "src/kinds.ts#later() -> src/kinds.ts#later.inner()",
                "src/kinds.ts#later.inner() -> src/more.ts#hello(string)",
                "src/kinds.ts#overloaded(unknown) -> src/kinds.ts#Base.run()",
                "src/kinds.ts#overloaded(unknown) -> src/kinds.ts#Left.constructor()",
                "src/kinds.ts#overloaded(unknown) -> src/kinds.ts#later()",
                "src/kinds.ts#overloaded(unknown) -> src/more.ts#twice(number)",
                "src/kinds.ts#passes() -> src/kinds.ts#later()",
                "src/kinds.ts#passes() -> src/kinds.ts#show(Shown)"));
    }
}
