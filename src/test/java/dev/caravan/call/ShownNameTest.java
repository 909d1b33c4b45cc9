package dev.caravan.call;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ShownNameTest {

    @Test
    void aLongNameIsCutBetweenCodePoints() {
        assertThat(ShownName.of("x𠮷𠮷", 3)).isEqualTo("x𠮷𠮷");
        assertThat(ShownName.of("x𠮷𠮷", 2)).isEqualTo("x𠮷…");
    }
}
