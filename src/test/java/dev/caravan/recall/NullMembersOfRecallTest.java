package dev.caravan.recall;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Null for an optional member of the body is as good as leaving it out. */
@Tag("nightly")
class NullMembersOfRecallTest extends LocalGatewayTest {

    @ParameterizedTest
    @ValueSource(strings = {"\"kn_id\":null,\"at_id\":null,\"unique_identity\":I", "\"unique_identity\":null,\"_instance_identity\":I",
        "\"unique_identity\":I,\"_instance_identities\":null",
        "\"unique_identity\":I,\"_instance_identity\":null"})
    void nullCountsAsAbsent(String members) {
        RecallClient.Answer answer = recall.recall("?kn_id=kn_medical&at_id=at_disease_report",
                "{" + members.replaceAll("\\bI\\b", "{\"disease_id\":\"disease_000001\"}") + "}");

        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    }
}
