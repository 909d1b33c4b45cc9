package dev.caravan.intelligence;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.util.FileSystemUtils;

/** {@code ci_call_chain} says which calls are certain, names all definitions of a symbol, and suggests similar names. */
@Tag("nightly")
class CertainCallsTest extends LocalShopTest {

    private static final Map<String, String> FILES = Map.ofEntries(
            Map.entry("py/shop.py", "from .store import Store\n\nclass Shop:\n    def __init__(self, store: Store):\n"
                    + "        self.store = store\n\n    def get_item(self, number):\n        return self.store.get_item(number)\n\n"
                    + "    def first(self):\n        return self.get_item(1)\n"),
            Map.entry("py/store.py", "class Store:\n    def get_item(self, number):\n        return number\n"),
            Map.entry("py/till.py", "from .shop import Shop\n\ndef sell(shop: Shop):\n    return shop.store.get_item(2)\n\n"
                    + "def unknown(shop):\n    return shop.get_item(3)\n"),
            Map.entry("rs/crate.rs", "pub struct Crate { size: u32 }\n"),
            Map.entry("rs/filling.rs", "use crate::crate::Crate;\nimpl Crate {\n    pub fn fill(&self) { self.weigh(); }\n}\n"),
            Map.entry("rs/weighing.rs", "use crate::crate::Crate;\nimpl Crate {\n    pub fn weigh(&self) {}\n}\npub struct Box2;\n"
                    + "impl Box2 {\n    pub fn weigh(&self) {}\n}\n"),
            Map.entry("web/tsconfig.json", "{ /* JSON with comments */ \"compilerOptions\": "
                    + "{ \"paths\": { \"@ui/*\": [\"./app/*\"], }, } }"),
            Map.entry("web/app/row.tsx", "import { memo, forwardRef } from 'react';\n"
                    + "export const Row = memo(forwardRef((p: Props, ref) => <b>{label(p)}</b>));\n"
                    + "function label(p: Props) { return p.x; }\n"),
            Map.entry("web/app/card.tsx", "import { Row } from '@ui/row';\nimport { observer } from 'mobx-react';\n"
                    + "export const Card = observer(function () { return <Row/>; });\nexport const Wide = observer(Card);\n"));

    @BeforeAll
    void write() throws IOException {
        for (Map.Entry<String, String> file : FILES.entrySet()) {
            Path path = ROOT.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.writeString(path, file.getValue());
        }
        build(SHOP);
    }

    @AfterAll
    void remove() throws IOException {
        for (String folder : List.of("py", "rs", "web")) {
            FileSystemUtils.deleteRecursively(ROOT.resolve(folder));
        }
        build(SHOP);
    }

    private List<String> nodes(String symbol, String direction) {
        JsonNode chain = call("ci_call_chain", "{\"symbol\":\"" + symbol + "\",\"direction\":\"" + direction + "\",\"depth\":1}")
                .get("chain");
        List<String> nodes = new ArrayList<>();
        chain.get(direction).forEach(node -> nodes.add(node.get("symbol_id").asText().replaceFirst("\\(.*", "")
                + (node.has("certain") ? " 1 of " + node.get("candidates") : "")));
        return nodes;
    }

    @Test
    void callersOfAMethodAreThoseOfItsOwnType() {
        assertThat(nodes("Shop.get_item", "callers")).containsExactly("py/shop.py#Shop.first", "py/till.py#unknown 1 of 2");
        assertThat(nodes("Store.get_item", "callers")).containsExactly("py/shop.py#Shop.get_item", "py/till.py#sell",
                "py/till.py#unknown 1 of 2");
    }

    @Test
    void methodsOfImplementationsInOtherFilesBelongToTheType() {
        assertThat(nodes("Crate.fill", "callees")).containsExactly("rs/weighing.rs#Crate.weigh");
        assertThat(nodes("Box2.weigh", "callers")).isEmpty();
    }

    @Test
    void wrappedComponentsAreDefinitionsAndPathAliasesAreFollowed() {
        assertThat(nodes("Row", "callers")).containsExactly("web/app/card.tsx#Card");
        assertThat(nodes("Row", "callees")).containsExactly("web/app/row.tsx#label");
        assertThat(nodes("Card", "callers")).containsExactly("web/app/card.tsx#Wide");
    }

    @Test
    void ambiguousNameTellsAllDefinitionsAndIsNarrowedByFileOrType() {
        JsonNode any = call("ci_call_chain", "{\"symbol\":\"get_item\"}");
        assertThat(any.at("/chain/symbol_id").asText()).startsWith("py/");
        assertThat(any.get("matches")).hasSize(1);
        JsonNode narrowed = call("ci_call_chain", "{\"symbol\":\"get_item\",\"file\":\"store.py\"}");
        assertThat(narrowed.at("/chain/symbol_id").asText()).startsWith("py/store.py#Store.get_item(");
        assertThat(narrowed.has("matches")).isFalse();
        assertThat(call("ci_call_chain", "{\"symbol\":\"Store.get_item\"}").at("/chain/symbol_id"))
                .isEqualTo(narrowed.at("/chain/symbol_id"));
    }

    @Test
    void unknownNameSuggestsSimilarOnes() {
        assertThat(failed("ci_call_chain", "{\"symbol\":\"get_itme\"}").at("/error/message").asText()).contains("get_item");
        assertThat(failed("ci_call_chain", "{\"symbol\":\"get_item\",\"file\":\"nowhere.py\"}").at("/error/message").asText())
                .contains("nowhere.py");
    }
}
