package dev.caravan.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.StreamClient;
import java.io.IOException;

/** Shows without waiting for a time that a stream has carried nothing: what is reported last is the next that comes. */
public final class QuietStream {

    private QuietStream() {
    }

    /**
     * Reports changes of two lists, which must be the next two messages; two, because one of them could be a message that should not have
     * come. Call it when the gateway has told its streams of everything so far.
     */
    public static void carriesNothing(StreamClient stream, ListChanges changes) throws IOException {
        String[] lists = {ListChanges.PROMPTS, ListChanges.RESOURCES};
        for (String list : lists) {
            changes.changed(ListChanges.GATEWAY, list);
        }
        for (String list : lists) {
            assertThat(stream.next()).isEqualTo("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/" + list + "/list_changed\"}");
        }
    }
}
