package dev.caravan.bus;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The address of a broker, which health and the log show, has no credentials. */
class JmsLinkTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"tcp://h:1?user=u&password=s3cret | tcp://h:1", "tcp://u:s3cret@h:1 | tcp://h:1",
        "(tcp://u:s3@cret@h:1,tcp://v:s3cret@i:2)?x=y | (tcp://h:1,tcp://i:2)", "(tcp://h:1,tcp://i:2) | (tcp://h:1,tcp://i:2)"})
    void anAddressHasNoCredentials(String url, String shown) {
        assertThat(new JmsConfiguration.JmsLink(null, url).address).isEqualTo(shown);
    }
}
