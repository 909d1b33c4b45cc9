package dev.caravan.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.Caravan;
import dev.caravan.embedded.ChildJvm;
import dev.caravan.embedded.FreePorts;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A start that fails for an address does not print the password in it, and says how the address is written. */
@Tag("full")
class UnshownPasswordsTest {

    @ParameterizedTest
    @ValueSource(strings = {
        "databases.shop.type=postgresql databases.shop.url=mysql://u:s3cret@h/d",
        "databases.shop.type=mysql databases.shop.url=pgsql://u:s3cret@h/d",
        "databases.shop.type=mongodb databases.shop.url=mongodb://u:s3cret@h:port/d",
        "databases.shop.type=redis databases.shop.url=redis://u:s3 cret@h",
        "databases.shop.type=opensearch databases.shop.url=elastic://u:s3cret@h",
        "store.url=oracle://u:s3cret@h/d",
        "mongodb.uri=mongodb://u:s3cret/@h/d",
        "neo4j.uri=http://u:s3cret@h:7687"})
    void aFailedStartShowsNoPassword(String settings) throws Exception {
        String[] arguments = java.util.stream.Stream.concat(java.util.stream.Stream.of("server.port=0", "caravan.http.port=" + FreePorts.pick()),
                java.util.Arrays.stream(settings.split(" (?=[a-z0-9.-]+=)")).map(each -> "caravan." + each)).map(each -> "--" + each).toArray(String[]::new);
        try (ChildJvm gateway = ChildJvm.run(Caravan.class, arguments)) {
            assertThat(gateway.process().waitFor(2, TimeUnit.MINUTES)).as("the gateway ended").isTrue();
            assertThat(gateway.printed()).contains("caravan." + settings.replaceFirst("^.* (?=[a-z0-9.-]+=)", "").replaceFirst("=.*", "")).doesNotContain("s3cret", "cret@", "Caravan is ready");
        }
    }
}
