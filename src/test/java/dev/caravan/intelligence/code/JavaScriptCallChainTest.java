package dev.caravan.intelligence.code;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JavaScriptCallChainTest {

    private final FixtureChains chains = new FixtureChains("javascript");

    @Test
    void directCallersAndCallees() {
        assertThat(chains.text("till.sell", ChainSearch.Direction.BOTH, 1)).isEqualTo("""
                src/till.js#till.sell()
                  <- src/components/OrderList.jsx#OrderList.sell()
                  <- src/till.js#(module)
                  -> src/checkout.js#Checkout.constructor()
                  -> src/checkout.js#Checkout.place()
                """);
    }

    @Test
    void calleesAcrossFilesThreeLevelsDown() {
        assertThat(chains.text("Checkout.place", ChainSearch.Direction.CALLEES, 3)).isEqualTo("""
                src/checkout.js#Checkout.place()
                  -> src/checkout.js#Checkout.#check()
                    -> src/checkout.js#EmptyOrderError.constructor()
                  -> src/pricing.js#total()
                    -> src/pricing.js#price()
                      -> src/pricing.js#roundUp()
                  -> src/store.js#Store.save(,)
                    -> src/store.js#Store.write()
                  -> src/audit.js#record(,)
                    -> src/audit.js#total(,)
                """);
    }

    @Test
    void callersAcrossFilesThreeLevelsUp() {
        assertThat(chains.text("src/pricing.js#total()", ChainSearch.Direction.CALLERS, 3)).isEqualTo("""
                src/pricing.js#total()
                  <- src/checkout.js#Checkout.place()
                    <- src/till.js#till.sell()
                      <- src/components/OrderList.jsx#OrderList.sell()
                      <- src/till.js#(module)
                  <- src/till.js#till.quote()
                """);
    }

    @Test
    void elementsCallComponentsAndPassedFunctionsCountAsCalls() {
        assertThat(chains.text("OrderList", ChainSearch.Direction.CALLEES, 2)).isEqualTo("""
                src/components/OrderList.jsx#OrderList()
                  -> src/components/OrderList.jsx#OrderRow()
                  -> src/components/OrderList.jsx#OrderList.sell()
                    -> src/till.js#till.sell()
                """);
    }

    @Test
    void recursionIsMarkedAndNotFollowed() {
        assertThat(chains.text("depth", ChainSearch.Direction.BOTH, 5)).isEqualTo("""
                src/tree.js#depth()
                  <- src/till.js#(module)
                  <- src/tree.js#depth() (cycle)
                  -> src/tree.js#depth() (cycle)
                """);
    }

    @Test
    void mutualRecursionIsMarkedAndNotFollowed() {
        assertThat(chains.text("src/tree.js#write()", ChainSearch.Direction.CALLEES, 5)).isEqualTo("""
                src/tree.js#write()
                  -> src/tree.js#writeList()
                    -> src/tree.js#write() (cycle)
                """);
    }

    @Test
    void modulesDistinguishFunctionsOfOneName() {
        assertThat(chains.chain("total", ChainSearch.Direction.BOTH, 1).orElseThrow().matches()).containsExactly("src/pricing.js#total()",
                "src/audit.js#total(,)");
        assertThat(chains.text("src/audit.js#total(,)", ChainSearch.Direction.CALLERS, 2)).isEqualTo("""
                src/audit.js#total(,)
                  <- src/audit.js#record(,)
                    <- src/checkout.js#Checkout.place()
                """);
    }

    @Test
    void unknownSymbolIsNotFound() {
        assertThat(chains.chain("Checkout.missing", ChainSearch.Direction.BOTH, 3)).isEmpty();
        assertThat(chains.chain("console", ChainSearch.Direction.BOTH, 3)).isEmpty();
    }
}
