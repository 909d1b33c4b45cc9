package dev.caravan.intelligence.files;

import static dev.caravan.intelligence.files.ChunkChecks.assertCovered;
import static dev.caravan.intelligence.files.ChunkChecks.cut;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A Java file is cut into its types and methods, each with its comment and a title. */
class JavaChunksTest {

    private static final String ORDERS = """
            package shop;

            import java.util.List;

            /** Keeps the orders. */
            public final class Orders {

                private final List<Order> orders;

                Orders(List<Order> orders) {
                    this.orders = orders;
                }

                /** Those that nobody has paid. */
                public List<Order> findUnpaidByCustomer(String customer,
                        boolean lateToo) {
                    return orders.stream()
                            .filter(order -> !order.paid())
                            .toList();
                }

                int size() {
                    return orders.size();
                }

                /** One of them. */
                record Order(String customer, boolean paid) {

                    boolean isLate() {
                        return false;
                    }
                }
            }
            """;

    @Test
    void typeChunkHasCommentFieldsAndSignatures() throws IOException {
        CodeChunk type = cut("src/main/java/dev/shop/Orders.java", ORDERS).get(0);

        assertThat(type.text()).isEqualTo("""
                /** Keeps the orders. */
                public final class Orders {

                    private final List<Order> orders;

                    Orders(List<Order> orders) {
                        this.orders = orders;
                    }

                    public List<Order> findUnpaidByCustomer(String customer,
                            boolean lateToo) {

                    int size() {
                        return orders.size();
                    }

                    record Order(String customer, boolean paid) {
                }""");
        assertThat(type.title()).isEqualTo("shop Orders");
        assertThat(List.of(type.firstLine(), type.lastLine())).containsExactly(5, 33);
    }

    @Test
    void methodChunkHasItsComment() throws IOException {
        CodeChunk method = cut("src/main/java/dev/shop/Orders.java", ORDERS).get(1);

        assertThat(method.text()).startsWith("    /** Those that").endsWith("    }");
        assertThat(List.of(method.firstLine(), method.lastLine())).containsExactly(14, 20);
        assertThat(method.title()).isEqualTo("shop Orders find unpaid by customer");
        assertThat(method.symbolId()).contains("Orders.findUnpaidByCustomer");
    }

    @Test
    void smallMembersStayWithTheirType() throws IOException {
        List<CodeChunk> chunks = cut("Orders.java", ORDERS);

        assertThat(chunks).extracting(CodeChunk::title).containsExactly("Orders", "Orders find unpaid by customer", "Orders Order");
        assertThat(chunks.get(2).text()).contains("boolean isLate() {\n            return false;");
    }

    @Test
    void longMethodIsSplitAtBlankLinesAndEveryTitleHasTheSignature() throws IOException {
        StringBuilder source = new StringBuilder("class A {\n    /** Does much. */\n    public void doMuch(int times) {\n");
        for (int i = 0; i < 12; i++) {
            source.append("        if (times > ").append(i).append(") {\n")
                    .append(("            call(\"" + "x".repeat(60) + "\");\n").repeat(4)).append("        }\n\n");
        }
        List<CodeChunk> chunks = cut("a/A.java", source + "    }\n}\n");

        List<CodeChunk> pieces = chunks.stream().filter(chunk -> chunk.symbolId().contains("doMuch")).toList();
        assertThat(pieces).hasSizeGreaterThan(2).allMatch(piece -> piece.title().equals("a A do much public void doMuch(int times)"));
        assertThat(pieces.subList(1, pieces.size() - 1))
                .allMatch(piece -> piece.text().startsWith("        if (times") && piece.text().endsWith("        }"));
        assertCovered("a/A.java", source + "    }\n}\n", chunks);
    }
}
