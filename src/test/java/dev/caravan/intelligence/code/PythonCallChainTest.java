package dev.caravan.intelligence.code;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PythonCallChainTest {

    private final FixtureChains chains = new FixtureChains("python");

    @Test
    void directCallersAndCallees() {
        assertThat(chains.text("sell", ChainSearch.Direction.BOTH, 1)).isEqualTo("""
                till.py#sell()
                  <- till.py#(module)
                  -> shop/checkout.py#Checkout.__init__(Store)
                  -> shop/checkout.py#Checkout.place()
                """);
    }

    @Test
    void calleesAcrossFilesThreeLevelsDown() {
        assertThat(chains.text("Checkout.place", ChainSearch.Direction.CALLEES, 3)).isEqualTo("""
                shop/checkout.py#Checkout.place()
                  -> shop/checkout.py#Checkout._check()
                    -> shop/checkout.py#EmptyOrder.__init__()
                  -> shop/pricing.py#total()
                    -> shop/pricing.py#total.with_tax()
                      -> shop/pricing.py#round_up()
                    -> shop/pricing.py#price()
                  -> shop/storage/base.py#Store.save(,)
                  -> shop/storage/memory.py#MemoryStore.save(,) ?
                  -> shop/audit.py#record(,)
                    -> shop/audit.py#total(,)
                """);
    }

    @Test
    void callersAcrossFilesThreeLevelsUp() {
        assertThat(chains.text("round_up", ChainSearch.Direction.CALLERS, 3)).isEqualTo("""
                shop/pricing.py#round_up()
                  <- shop/pricing.py#total.with_tax()
                    <- shop/pricing.py#total()
                      <- shop/checkout.py#Checkout.place()
                      <- till.py#quote()
                """);
    }

    @Test
    void recursionIsMarkedAndNotFollowed() {
        assertThat(chains.text("depth", ChainSearch.Direction.BOTH, 5)).isEqualTo("""
                shop/tree.py#depth()
                  <- shop/tree.py#depth() (cycle)
                  <- till.py#(module)
                  -> shop/tree.py#depth() (cycle)
                """);
    }

    @Test
    void mutualRecursionIsMarkedAndNotFollowed() {
        assertThat(chains.text("write", ChainSearch.Direction.BOTH, 5)).isEqualTo("""
                shop/tree.py#write()
                  <- shop/tree.py#write_list()
                    <- shop/tree.py#write() (cycle)
                  -> shop/tree.py#write_list()
                    -> shop/tree.py#write() (cycle)
                """);
    }

    @Test
    void modulesDistinguishFunctionsOfOneName() {
        assertThat(chains.chain("total", ChainSearch.Direction.BOTH, 1).orElseThrow().matches()).containsExactly("shop/pricing.py#total()",
                "shop/audit.py#total(,)");
        assertThat(chains.text("shop/audit.py#total(,)", ChainSearch.Direction.CALLERS, 2)).isEqualTo("""
                shop/audit.py#total(,)
                  <- shop/audit.py#record(,)
                    <- shop/checkout.py#Checkout.place()
                """);
    }

    @Test
    void callOnSelfReachesTheOverridingMethod() {
        assertThat(chains.text("Store.save_all", ChainSearch.Direction.CALLEES, 1)).isEqualTo("""
                shop/storage/base.py#Store.save_all()
                  -> shop/storage/base.py#Store.save(,)
                  -> shop/storage/memory.py#MemoryStore.save(,) ?
                """);
    }

    @Test
    void unknownSymbolIsNotFound() {
        assertThat(chains.chain("Checkout.missing", ChainSearch.Direction.BOTH, 3)).isEmpty();
        assertThat(chains.chain("print", ChainSearch.Direction.BOTH, 3)).isEmpty();
    }
}
