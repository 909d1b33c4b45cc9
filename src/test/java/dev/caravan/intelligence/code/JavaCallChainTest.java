package dev.caravan.intelligence.code;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A call chain of a Java project shows callers and callees across files, and marks cycles and overloads that it can't tell apart. */
class JavaCallChainTest {

    private final FixtureChains chains = new FixtureChains("java");

    @Test
    void directCallersAndCallees() {
        assertThat(chains.text("Checkout.place", ChainSearch.Direction.BOTH, 1)).isEqualTo("""
                shop/Checkout.java#Checkout.place(Order,Discount)
                  <- shop/Till.java#Till.sell(Order)
                  -> shop/Order.java#Order.check()
                  -> shop/pricing/Prices.java#Prices.total(Order,Discount)
                  -> shop/Ledger.java#Ledger.book(String,long)
                  -> shop/Receipt.java#Receipt
                """);
    }

    @Test
    void calleesAcrossFilesThreeLevelsDown() {
        assertThat(chains.text("Checkout.place", ChainSearch.Direction.CALLEES, 3)).isEqualTo("""
                shop/Checkout.java#Checkout.place(Order,Discount)
                  -> shop/Order.java#Order.check()
                    -> shop/EmptyOrderException.java#EmptyOrderException.EmptyOrderException(String)
                  -> shop/pricing/Prices.java#Prices.total(Order,Discount)
                    -> shop/pricing/Discount.java#Discount.apply(long)
                    -> shop/pricing/NoDiscount.java#NoDiscount.apply(long) ?
                    -> shop/pricing/PercentDiscount.java#PercentDiscount.apply(long) ?
                      -> shop/pricing/Rounding.java#Rounding.up(long)
                    -> shop/pricing/Prices.java#Prices.total(Order) ?
                      -> shop/pricing/Prices.java#Prices.total(List<Item>) ?
                    -> shop/pricing/Prices.java#Prices.total(List<Item>) ?
                      -> shop/pricing/Prices.java#Prices.of(Item)
                  -> shop/Ledger.java#Ledger.book(String,long)
                    -> shop/Ledger.java#Ledger.append(String)
                  -> shop/Receipt.java#Receipt
                """);
    }

    @Test
    void callersAcrossFilesThreeLevelsUp() {
        assertThat(chains.text("Rounding.up", ChainSearch.Direction.CALLERS, 3)).isEqualTo("""
                shop/pricing/Rounding.java#Rounding.up(long)
                  <- shop/pricing/PercentDiscount.java#PercentDiscount.apply(long)
                    <- shop/pricing/Prices.java#Prices.total(Order,Discount) ?
                      <- shop/Checkout.java#Checkout.place(Order,Discount)
                  <- shop/pricing/Prices.java#Prices.of(Item)
                    <- shop/pricing/Prices.java#Prices.total(List<Item>)
                      <- shop/Checkout.java#Checkout.quote(Order) ?
                      <- shop/pricing/Prices.java#Prices.total(Order) ?
                      <- shop/pricing/Prices.java#Prices.total(Order,Discount) ?
                """);
    }

    @Test
    void recursionIsMarkedAndNotFollowed() {
        assertThat(chains.text("Category.depth", ChainSearch.Direction.BOTH, 5)).isEqualTo("""
                shop/catalogue/Category.java#Category.depth()
                  <- shop/catalogue/Category.java#Category.depth() (cycle)
                  -> shop/catalogue/Category.java#Category.depth() (cycle)
                """);
    }

    @Test
    void mutualRecursionIsMarkedAndNotFollowed() {
        assertThat(chains.text("shop/export/TreeWriter.java#TreeWriter.write(Object)", ChainSearch.Direction.CALLEES, 5)).isEqualTo("""
                shop/export/TreeWriter.java#TreeWriter.write(Object)
                  -> shop/export/TreeWriter.java#TreeWriter.writeList(List<?>)
                    -> shop/export/TreeWriter.java#TreeWriter.write(Object) (cycle) ?
                    -> shop/export/TreeWriter.java#TreeWriter.write(String) ?
                  -> shop/export/TreeWriter.java#TreeWriter.write(String) ?
                """);
    }

    @Test
    void numberOfArgumentsDistinguishesOverloads() {
        assertThat(chains.text("shop/pricing/Prices.java#Prices.total(Order)", ChainSearch.Direction.BOTH, 1)).isEqualTo("""
                shop/pricing/Prices.java#Prices.total(Order)
                  <- shop/Checkout.java#Checkout.quote(Order) ?
                  <- shop/pricing/Prices.java#Prices.total(Order,Discount) ?
                  -> shop/pricing/Prices.java#Prices.total(List<Item>) ?
                """);
        assertThat(chains.text("shop/pricing/Prices.java#Prices.total(List<Item>)", ChainSearch.Direction.BOTH, 1)).isEqualTo("""
                shop/pricing/Prices.java#Prices.total(List<Item>)
                  <- shop/Checkout.java#Checkout.quote(Order) ?
                  <- shop/pricing/Prices.java#Prices.total(Order) ?
                  <- shop/pricing/Prices.java#Prices.total(Order,Discount) ?
                  -> shop/pricing/Prices.java#Prices.of(Item)
                """);
        assertThat(chains.text("shop/pricing/Prices.java#Prices.total(Order,Discount)", ChainSearch.Direction.CALLERS, 1)).isEqualTo("""
                shop/pricing/Prices.java#Prices.total(Order,Discount)
                  <- shop/Checkout.java#Checkout.place(Order,Discount)
                """);
    }

    @Test
    void constructorThatDelegatesToTheCanonicalOneCallsTheRecord() {
        assertThat(chains.text("shop/Order.java#Order.Order(String)", ChainSearch.Direction.CALLEES, 1)).isEqualTo("""
                shop/Order.java#Order.Order(String)
                  -> shop/Order.java#Order
                """);
    }

    @Test
    void callsInFieldInitialisersBelongToTheType() {
        assertThat(chains.text("Checkout.Checkout", ChainSearch.Direction.CALLERS, 1)).isEqualTo("""
                shop/Checkout.java#Checkout.Checkout(Prices)
                  <- shop/Till.java#Till
                """);
    }
}
