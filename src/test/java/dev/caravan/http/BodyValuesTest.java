package dev.caravan.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.caravan.http.BodyLimits.Size;
import dev.caravan.security.HttpRefusal;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** The values of bodies may take a part of the heap, and those of one caller a part of that. */
class BodyValuesTest {

    /** Values that take a fifth of the heap: less than two ninths, which one caller may have. */
    private static final Size MANY = new Size(0, Runtime.getRuntime().maxMemory() / 5 / 64);

    private BodyLimits limits;

    @BeforeEach
    void useTheDefaults() {
        limits = new BodyLimits(new Binder(new MapConfigurationPropertySource()).bindOrCreate("caravan.http", HttpProperties.class));
    }

    private void assertRefused(int status, String owner, Size before, Size more) {
        assertThatThrownBy(() -> limits.hold(owner, before, more)).isInstanceOf(HttpRefusal.class)
                .extracting(e -> ((HttpRefusal) e).status()).isEqualTo(status);
    }

    @Test
    void bodyThatAloneTakesTooMuchIsTooLarge() {
        assertRefused(413, "ann", MANY, MANY);
        assertRefused(413, null, Size.NONE, MANY.plus(MANY));
    }

    @Test
    void callerHasAShareAndGetsItBack() throws Exception {
        limits.hold("ann", Size.NONE, MANY);
        assertRefused(429, "ann", Size.NONE, MANY);
        limits.hold("ann", Size.NONE, new Size(1_000, 10));
        limits.release("ann", MANY);
        limits.hold("ann", Size.NONE, MANY);
    }

    @Test
    void callersTogetherHaveALimit() throws Exception {
        limits.hold("ann", Size.NONE, MANY);
        assertRefused(503, "ben", Size.NONE, MANY);
        assertRefused(503, null, Size.NONE, MANY);
        limits.release("ann", MANY);
        limits.hold("ben", Size.NONE, MANY);
        limits.release("ben", MANY);
        limits.hold("ann", Size.NONE, MANY); // what was refused is not reserved
    }

    @Test
    void valuesAreCountedOutsideOfTexts() {
        assertThat(count("{\"a\":[1,{}]}")).isEqualTo(5);
        assertThat(count("{\"a\":", "[1", ",{}]}")).isEqualTo(5);
        assertThat(count("[\"a,b:c[d{e\\\",\\\\\",1]")).isEqualTo(2);
        assertThat(count("[\"a,\\", "\",b", ":c\"", ",1]")).isEqualTo(2);
    }

    private static int count(String... parts) {
        BodyReading.ValueCounter counter = new BodyReading.ValueCounter();
        return Stream.of(parts).mapToInt(part -> counter.count(part.getBytes(StandardCharsets.UTF_8))).sum();
    }
}
