package dev.caravan.intelligence.code;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TypeScriptCallChainTest {

    private final FixtureChains chains = new FixtureChains("typescript");

    @Test
    void directCallersAndCallees() {
        assertThat(chains.text("Checkout.quote", ChainSearch.Direction.BOTH, 1)).isEqualTo("""
                src/checkout.ts#Checkout.quote(Order)
                  -> src/pricing/prices.ts#Prices.total(string | Item[],)
                """);
        assertThat(chains.text("Checkout.place", ChainSearch.Direction.CALLERS, 1)).isEqualTo("""
                src/checkout.ts#Checkout.place(Order)
                  <- src/till.ts#sell(Order) ?
                """);
    }

    @Test
    void calleesAcrossFilesThreeLevelsDown() {
        assertThat(chains.text("Checkout.place", ChainSearch.Direction.CALLEES, 3)).isEqualTo("""
                src/checkout.ts#Checkout.place(Order)
                  -> src/pricing/prices.ts#Prices.total(string | Item[],)
                    -> src/pricing/prices.ts#discounted(number,number)
                      -> src/pricing/prices.ts#roundUp(number)
                    -> src/pricing/prices.ts#price(Item)
                      -> src/pricing/prices.ts#roundUp(number)
                  -> src/store.ts#Store.save(string,number)
                  -> src/store.ts#MemoryStore.save(string,number) ?
                    -> src/store.ts#MemoryStore.append(string)
                  -> src/store.ts#SilentStore.save() ?
                """);
    }

    @Test
    void methodOfAReturnedObjectIsUncertain() {
        assertThat(chains.text("sell", ChainSearch.Direction.CALLEES, 2)).startsWith("""
                src/till.ts#sell(Order)
                  -> src/checkout.ts#checkoutFor(Prices)
                    -> src/checkout.ts#Checkout.constructor(Prices,Store)
                  -> src/pricing/prices.ts#Prices
                  -> src/checkout.ts#Checkout.place(Order) ?
                """);
    }

    @Test
    void callersAcrossFilesThreeLevelsUp() {
        assertThat(chains.text("MemoryStore.append", ChainSearch.Direction.CALLERS, 3)).isEqualTo("""
                src/store.ts#MemoryStore.append(string)
                  <- src/store.ts#MemoryStore.save(string,number)
                    <- src/checkout.ts#Checkout.place(Order) ?
                      <- src/till.ts#sell(Order) ?
                """);
    }

    @Test
    void overloadsAreOneDefinition() {
        assertThat(chains.chain("Prices.total", ChainSearch.Direction.CALLERS, 1).orElseThrow().matches()).hasSize(1);
        assertThat(chains.text("Prices.total", ChainSearch.Direction.CALLERS, 1)).isEqualTo("""
                src/pricing/prices.ts#Prices.total(string | Item[],)
                  <- src/checkout.ts#Checkout.place(Order)
                  <- src/checkout.ts#Checkout.quote(Order)
                  <- src/till.ts#reduced(Order)
                """);
    }

    @Test
    void recursionIsMarkedAndNotFollowed() {
        assertThat(chains.text("depth", ChainSearch.Direction.BOTH, 5)).isEqualTo("""
                src/tree.ts#depth(Category)
                  <- src/tree.ts#depth(Category) (cycle)
                  -> src/tree.ts#depth(Category) (cycle)
                """);
    }

    @Test
    void mutualRecursionIsMarkedAndNotFollowed() {
        assertThat(chains.text("write", ChainSearch.Direction.CALLEES, 5)).isEqualTo("""
                src/tree.ts#write(unknown)
                  -> src/tree.ts#writeList(unknown[])
                    -> src/tree.ts#write(unknown) (cycle)
                """);
    }

    @Test
    void unknownSymbolIsNotFound() {
        assertThat(chains.chain("Checkout.missing", ChainSearch.Direction.BOTH, 3)).isEmpty();
        assertThat(chains.chain("stringify", ChainSearch.Direction.BOTH, 3)).isEmpty();
    }
}
