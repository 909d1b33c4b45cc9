package dev.caravan.intelligence.index;

import dev.caravan.intelligence.code.CallSite;
import dev.caravan.intelligence.code.CodeGraph;
import dev.caravan.intelligence.code.Import;
import dev.caravan.intelligence.code.Language;
import dev.caravan.intelligence.code.SourceFile;
import dev.caravan.intelligence.code.Symbol;
import dev.caravan.intelligence.code.SymbolKind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.neo4j.driver.Record;
import org.neo4j.driver.Value;

/** Reads the definitions and calls of a workspace from Neo4j. */
final class StoredGraph implements CodeGraph {

    private static final String SYMBOLS = "UNWIND $keys AS key MATCH (s:CaravanSymbol {key: key}) RETURN s";
    private static final String NAMED = "UNWIND $keys AS key MATCH (:CaravanName {key: key})<-[:NAMED]-(s:CaravanSymbol) RETURN s";
    private static final String CALLS = " RETURN s.id AS caller, substring(n.key, $prefix) AS name, c";
    private static final String CALLS_FROM = "UNWIND $keys AS key MATCH (s:CaravanSymbol {key: key})-[c:CALLS]->(n:CaravanName)" + CALLS;
    private static final String CALLS_TO = "UNWIND $keys AS key MATCH (n:CaravanName {key: key})<-[c:CALLS]-(s:CaravanSymbol)" + CALLS;
    private static final String FILES = "UNWIND $keys AS key MATCH (f:CaravanFile {key: key}) WHERE f.language IS NOT NULL RETURN f";

    private final CodeStore store;
    private final Workspace workspace;

    StoredGraph(CodeStore store, Workspace workspace) {
        this.store = store;
        this.workspace = workspace;
    }

    @Override
    public List<Symbol> symbols(Collection<String> ids) {
        return found(SYMBOLS, ids, StoredGraph::symbol);
    }

    @Override
    public List<Symbol> named(Collection<String> names) {
        return found(NAMED, names, StoredGraph::symbol);
    }

    @Override
    public List<CallSite> callsFrom(Collection<String> symbolIds) {
        return found(CALLS_FROM, symbolIds, StoredGraph::call);
    }

    @Override
    public List<CallSite> callsTo(Collection<String> names) {
        return found(CALLS_TO, names, StoredGraph::call);
    }

    @Override
    public List<SourceFile> files(Collection<String> paths) {
        return found(FILES, paths, StoredGraph::file);
    }

    private <T> List<T> found(String statement, Collection<String> ids, Function<Record, T> read) {
        if (ids.isEmpty()) {
            return List.of();
        }
        Map<String, Object> parameters = Map.of("keys", ids.stream().distinct().map(workspace::key).toList(), "prefix", workspace.key("").length());
        return store.search(transaction -> transaction.run(statement, parameters).list(read::apply));
    }

    private static Symbol symbol(Record found) {
        Value s = found.get("s");
        return new Symbol(s.get("id").asString(), s.get("path").asString(), s.get("name").asString(), s.get("qualified").asString(),
                SymbolKind.valueOf(s.get("kind").asString()), s.get("owner").asString(), texts(s.get("supertypes")), s.get("least").asInt(), s.get("most").asInt(),
                texts(s.get("parameterTypes")), s.get("firstLine").asInt(), s.get("line").asInt(), s.get("lastLine").asInt(), texts(s.get("members")));
    }

    private static CallSite call(Record found) {
        Value c = found.get("c");
        return new CallSite(found.get("caller").asString(), found.get("name").asString(), c.get("constructs").asBoolean(), c.get("arguments").asInt(),
                texts(c.get("argumentTypes")), c.get("receiver").asString(), c.get("receiverType").asString(), c.get("line").asInt());
    }

    private static SourceFile file(Record found) {
        Value f = found.get("f");
        List<String> names = texts(f.get("importNames"));
        List<String> modules = texts(f.get("importModules"));
        List<String> members = texts(f.get("importMembers"));
        List<Import> imports = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            imports.add(new Import(names.get(i), modules.get(i), members.get(i)));
        }
        return new SourceFile(f.get("path").asString(), Language.valueOf(f.get("language").asString()), f.get("module").asString(""), imports);
    }

    private static List<String> texts(Value list) {
        return list.isNull() ? List.of() : list.asList(Value::asString);
    }
}
