package dev.caravan.envelope;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NearestNamesTest {

    @Test
    void mostSimilarNameComesFirst() {
        assertThat(NearestNames.of("ordrs", List.of("addresses", "customers", "orders", "users"))).startsWith("orders");
        assertThat(NearestNames.of("USER", List.of("addresses", "orders", "users"))).startsWith("users");
        assertThat(NearestNames.of("order", List.of("address", "border_lines_of_countries", "udders"))).as("a part of the name")
                .startsWith("border_lines_of_countries");
        assertThat(NearestNames.of("订单", List.of("用户", "订单表"))).startsWith("订单表");
    }

    @Test
    void equallySimilarNamesKeepTheirOrder() {
        assertThat(NearestNames.of("x", List.of("bb", "aa", "cc"))).isEqualTo("bb, aa, cc");
        assertThat(NearestNames.of("", List.of())).isEmpty();
    }

    @Test
    void hundredOfThousandsAreListedWithTheNearestAmongThem() {
        List<String> names = new java.util.ArrayList<>(IntStream.range(0, 5_000).mapToObj(i -> "table_of_measurements_" + i).toList());
        names.add("z".repeat(10_000));
        names.add("invoices");
        Collections.reverse(names);

        String listed = NearestNames.of("invoice", names);

        assertThat(listed).startsWith("invoices");
        assertThat(listed.split(", ")).hasSize(100);
    }
}
