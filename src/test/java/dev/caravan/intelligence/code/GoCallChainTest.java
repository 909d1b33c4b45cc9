package dev.caravan.intelligence.code;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GoCallChainTest {

    private final FixtureChains chains = new FixtureChains("go");

    @Test
    void directCallersAndCallees() {
        assertThat(chains.text("Checkout.Place", ChainSearch.Direction.BOTH, 1)).isEqualTo("""
                internal/checkout/checkout.go#Checkout.Place(Order)
                  <- cmd/till/main.go#main() ?
                  -> internal/checkout/order.go#Order.check()
                  -> internal/pricing/pricing.go#Prices.Total([]Item)
                  -> internal/checkout/checkout.go#Saver.Save(string,int)
                  -> internal/store/memory.go#Memory.Save(string,int) ?
                """);
    }

    @Test
    void calleesAcrossFilesThreeLevelsDown() {
        assertThat(chains.text("main", ChainSearch.Direction.CALLEES, 3)).isEqualTo("""
                cmd/till/main.go#main()
                  -> internal/checkout/checkout.go#New(Saver)
                    -> internal/pricing/pricing.go#New()
                  -> internal/store/memory.go#NewMemory()
                    -> internal/store/memory.go#New()
                  -> internal/checkout/checkout.go#Checkout.Place(Order) ?
                    -> internal/checkout/order.go#Order.check()
                    -> internal/pricing/pricing.go#Prices.Total([]Item)
                      -> internal/pricing/pricing.go#rounding.up(int)
                      -> internal/pricing/pricing.go#Item.total() ?
                    -> internal/checkout/checkout.go#Saver.Save(string,int)
                    -> internal/store/memory.go#Memory.Save(string,int) ?
                """);
    }

    @Test
    void callersAcrossFilesThreeLevelsUp() {
        assertThat(chains.text("ceil", ChainSearch.Direction.CALLERS, 3)).isEqualTo("""
                internal/pricing/pricing.go#ceil(int,int)
                  <- internal/pricing/pricing.go#rounding.up(int)
                    <- internal/pricing/pricing.go#Prices.Total([]Item)
                      <- internal/checkout/checkout.go#Checkout.Place(Order)
                """);
    }

    @Test
    void recursionIsMarkedAndNotFollowed() {
        assertThat(chains.text("Depth", ChainSearch.Direction.BOTH, 5)).isEqualTo("""
                internal/tree/tree.go#Depth(Category)
                  <- internal/tree/tree.go#Depth(Category) (cycle)
                  -> internal/tree/tree.go#Depth(Category) (cycle)
                """);
    }

    @Test
    void mutualRecursionIsMarkedAndNotFollowed() {
        assertThat(chains.text("Write", ChainSearch.Direction.CALLEES, 5)).isEqualTo("""
                internal/tree/tree.go#Write(any)
                  -> internal/tree/tree.go#writeList([]any)
                    -> internal/tree/tree.go#Write(any) (cycle)
                """);
    }

    @Test
    void packagesDistinguishFunctionsOfOneName() {
        assertThat(chains.chain("New", ChainSearch.Direction.BOTH, 1).orElseThrow().matches())
                .containsExactly("internal/checkout/checkout.go#New(Saver)", "internal/pricing/pricing.go#New()",
                        "internal/store/memory.go#New()");
        assertThat(chains.text("internal/pricing/pricing.go#New()", ChainSearch.Direction.CALLERS, 2)).isEqualTo("""
                internal/pricing/pricing.go#New()
                  <- internal/checkout/checkout.go#New(Saver)
                    <- cmd/till/main.go#main()
                """);
        assertThat(chains.text("internal/store/memory.go#New()", ChainSearch.Direction.CALLERS, 1)).isEqualTo("""
                internal/store/memory.go#New()
                  <- internal/store/memory.go#NewMemory()
                """);
    }

    @Test
    void typeMustHaveAllMethodsOfAnInterface() {
        assertThat(chains.text("Log.Save", ChainSearch.Direction.CALLERS, 1)).isEqualTo("""
                internal/store/memory.go#Log.Save(string)
                """);
    }

    @Test
    void unknownSymbolIsNotFound() {
        assertThat(chains.chain("Checkout.Missing", ChainSearch.Direction.BOTH, 3)).isEmpty();
        assertThat(chains.chain("Println", ChainSearch.Direction.BOTH, 3)).isEmpty();
    }
}
