package dev.caravan.intelligence.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** A question for a call chain finds its symbol by name, and its answer is bounded in depth, nodes and questions to the graph. */
class CallChainQueriesTest {

    private final FixtureChains chains = new FixtureChains("java");

    @Test
    void mostCalledDefinitionIsChosenAndOthersAreNamed() {
        assertThat(chains.chain("Prices.total", ChainSearch.Direction.BOTH, 1).orElseThrow().matches()).containsExactly(
                "shop/pricing/Prices.java#Prices.total(List<Item>)",
                "shop/pricing/Prices.java#Prices.total(Order)", "shop/pricing/Prices.java#Prices.total(Order,Discount)");
    }

    @Test
    void exactNamesPrecedeOthersAndFunctionsPrecedeTypes() {
        assertThat(chains.chain("Order", ChainSearch.Direction.BOTH, 1).orElseThrow().matches())
                .containsExactly("shop/Order.java#Order", "shop/Order.java#Order.Order(String)");
        assertThat(chains.chain("Order.Order", ChainSearch.Direction.BOTH, 1).orElseThrow().matches())
                .containsExactly("shop/Order.java#Order.Order(String)");
    }

    @Test
    void nodesHaveFileAndLine() {
        ChainSearch.ChainNode start = chains.chain("Checkout.place", ChainSearch.Direction.CALLEES, 2).orElseThrow().start();

        assertThat(start).extracting(node -> node.symbol().path(), node -> node.symbol().line(), ChainSearch.ChainNode::depth,
                ChainSearch.ChainNode::cycle).containsExactly("shop/Checkout.java", 16, 0, false);
        assertThat(start.callees().get(1)).extracting(node -> node.symbol().path(), node -> node.symbol().line(),
                ChainSearch.ChainNode::depth)
                .containsExactly("shop/pricing/Prices.java", 14, 1);
    }

    @Test
    void unknownSymbolIsNotFound() {
        for (String missing : List.of("Prices.missing", "missing", "", ".", "shop/Checkout.java#Checkout.gone()", "Other.place")) {
            assertThat(chains.chain(missing, ChainSearch.Direction.BOTH, 3)).as(missing).isEmpty();
        }
    }

    @Test
    void chainIsLimitedAndSaysSo() {
        ChainSearch.Chain cut = new ChainSearch().chain(chains.graph(), "Checkout.place", ChainSearch.Direction.BOTH, 5, 4).orElseThrow();

        assertThat(cut.truncated()).isTrue();
        assertThat(ChainText.of(cut).lines()).hasSize(4);
        assertThat(chains.chain("Checkout.place", ChainSearch.Direction.BOTH, 5).orElseThrow().truncated()).isFalse();
    }

    @Test
    void eachLevelNeedsFewQueries() {
        int before = chains.graph().questions();
        chains.chain("Checkout.place", ChainSearch.Direction.BOTH, 1);
        int oneLevel = chains.graph().questions() - before;
        chains.chain("Checkout.place", ChainSearch.Direction.BOTH, 5);

        assertThat(oneLevel).isLessThan(25);
        assertThat(chains.graph().questions() - before - oneLevel).isLessThan(4 * 25);
    }

    @Test
    void depthMustBeOneToFive() {
        assertThatThrownBy(() -> chains.chain("Checkout.place", ChainSearch.Direction.BOTH, 0))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> chains.chain("Checkout.place", ChainSearch.Direction.BOTH, 6))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
