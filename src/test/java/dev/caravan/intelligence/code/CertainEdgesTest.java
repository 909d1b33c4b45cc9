package dev.caravan.intelligence.code;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.intelligence.code.CallResolver.Edge;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Edges that are told as certain are right. */
class CertainEdgesTest extends CallTargetsTest {

    /** The tables in {@code certain-edges/LANGUAGE.txt} were checked by hand against the sources. */
    @ParameterizedTest
    @ValueSource(strings = {"java", "typescript", "python", "rust"})
    void certainEdgesOfTheFixturesAreThoseOfTheTable(String project) throws IOException {
        MemoryCodeGraph chains = new FixtureChains(project).graph();
        TreeSet<String> certain = new TreeSet<>();
        for (Map.Entry<String, List<Edge>> edges : new CallResolver(chains).callees(chains.all()).entrySet()) {
            edges.getValue().stream().filter(Edge::certain).forEach(edge -> certain.add(edges.getKey() + " -> " + edge.symbol().id()));
        }
        try (var table = CertainEdgesTest.class.getResourceAsStream("/intelligence/certain-edges/" + project + ".txt")) {
            assertThat(certain).containsExactlyElementsOf(new String(table.readAllBytes(), StandardCharsets.UTF_8).lines().toList());
        }
    }

    @Test
    void javaTypesOfOneNameAreToldApartByImportAndPackage() {
        file("a/Store.java", "package a; public class Store { public void save(int n) { } }");
        file("b/Store.java", "package b; public class Store { public void save(int n) { } }");
        file("b/Own.java", "package b; class Own { Store store; void go() { store.save(1); } void any(Object o) { o.save(1); } }");
        file("c/Use.java",
                "package c; import a.Store; class Use { void go(Store s) { s.save(1); } void made() { make().save(1); } Store make() { "
                        + "return null; } }");

        assertThat(targets("Own.go", "save")).containsExactly("b/Store.java#Store.save(int)");
        assertThat(targets("Own.any", "save")).isEmpty();
        assertThat(targets("c/Use.java#Use.go(Store)", "save")).containsExactly("a/Store.java#Store.save(int)");
    }

    @Test
    void typeScriptWrappedComponentsAreDefinitionsAndUnknownReceiversAreUncertain() {
        file("src/Row.tsx",
                "import { memo } from 'react';\nexport const Row = memo((p: Props) => <b>{label(p)}</b>);\nfunction label(p: Props) { "
                        + "return p.x; }\n");
        file("src/List.tsx", "import { Row } from './Row';\nexport const List = observer(function () { return <Row/>; });\n");
        file("src/a.ts", "export class A { polish(n: number) {} }\n");
        file("src/b.ts", "export class B { polish(n: number) {} }\n");
        file("src/use.ts",
                "import { A } from './a';\nexport function known(a: A) { a.polish(1); }\nexport function unknown(a: any, f: () => A) { f()"
                        + ".polish(1); }\n");

        assertThat(targets("List", "Row")).containsExactly("src/Row.tsx#Row(Props)");
        assertThat(targets("Row", "label")).containsExactly("src/Row.tsx#label(Props)");
        assertThat(targets("known", "polish")).containsExactly("src/a.ts#A.polish(number)");
        assertThat(targets("unknown", "polish")).containsExactly("src/a.ts#A.polish(number) ?", "src/b.ts#B.polish(number) ?");
    }

    @Test
    void pythonMethodsOfOneNameBelongToTheirOwnTypes() {
        file("shop/shop.py", """
                from .store import Store

                class Shop:
                    def __init__(self, store: Store):
                        self.store = store

                    def get_item(self, number):
                        return self.store.get_item(number)

                    def first(self):
                        return self.get_item(1)
                """);
        file("shop/store.py", "class Store:\n    def get_item(self, number):\n        return number\n");
        file("till.py",
                "from shop.shop import Shop\n\ndef sell(shop: Shop):\n    return shop.store.get_item(2)\n\ndef guess(shop):\n    return "
                        + "shop.get_item(3)\n");

        assertThat(targets("Shop.get_item", "get_item")).containsExactly("shop/store.py#Store.get_item()");
        assertThat(targets("Shop.first", "get_item")).containsExactly("shop/shop.py#Shop.get_item()");
        assertThat(targets("sell", "get_item")).containsExactly("shop/store.py#Store.get_item()");
        assertThat(targets("guess", "get_item")).containsExactly("shop/shop.py#Shop.get_item() ?", "shop/store.py#Store.get_item() ?");
    }

    @Test
    void rustImplementationsOutsideOfTheTypesFileBelongToTheType() {
        file("src/shop.rs", "pub struct Shop { items: u32 }\nfn sum(shop: &Shop) { assert_eq!(shop.check(), one(shop).check()); }\n");
        file("src/selling.rs", "use crate::shop::Shop;\nimpl Shop {\n    pub fn sell(&self) { self.check(); }\n}\n");
        file("src/checking.rs",
                "use crate::shop::Shop;\nimpl Shop {\n    pub fn check(&self) {}\n}\npub struct Other;\nimpl Other {\n    pub fn check(&"
                        + "self) {}\n}\n");

        assertThat(targets("Shop.sell", "check")).containsExactly("src/checking.rs#Shop.check()");
        assertThat(targets("sum", "check")).as("in a macro").containsExactly("src/checking.rs#Shop.check()",
                "src/checking.rs#Shop.check() ?", "src/checking.rs#Other.check() ?");
    }
}
