package dev.caravan.routes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A route that moves between two files serves in the one or the other, also when one of them is refused. */
class KeptRoutesTest extends ReloadedFolderTest {

    private static final String FIRST = "- route: {id: first, from: {uri: 'direct:first', steps: [{setBody: {constant: done}}]}}\n";

    @BeforeEach
    void serve() throws Exception {
        context.start();
        save("a", STAYS + FIRST);
        save("b", OTHER);
        apply();
    }

    @AfterEach
    void stop() throws IOException {
        context.close();
    }

    @Test
    void aRouteWhoseNewFileIsRefusedIsWithdrawnWithTheEditOfItsFormerFile() throws Exception {
        save("a", STAYS);
        save("b", OTHER + FIRST.replace("setBody", "setNothing"));
        look();
        assertThat(reloader.broken()).containsOnlyKeys(file("b"));
        assertThat(reloader.served()).containsEntry(file("a"), List.of("stays")).containsEntry(file("b"), List.of("other"));
        assertThat(context.getRoute("first")).isNull();

        save("b", OTHER + FIRST);
        apply();
        assertThat(reloader.served()).containsEntry(file("a"), List.of("stays")).containsEntry(file("b"), List.of("other", "first"));
        servedWell();
    }

    @Test
    void anEndpointIsFreeOnceItsRouteIsWithdrawn() throws Exception {
        save("a", STAYS);
        save("b", OTHER + FIRST.replace("setBody", "setNothing"));
        save("c", FIRST.replace("id: first", "id: second"));
        look();

        assertThat(reloader.broken()).containsOnlyKeys(file("b"));
        assertThat(reloader.served()).containsEntry(file("c"), List.of("second"));
        servedWell();
    }

    @Test
    void aRouteGetsAnotherIdAndAnotherFileAtOnce() throws Exception {
        Files.delete(Path.of(file("a")));
        save("c", FIRST.replace("id: first", "id: second"));
        apply();

        assertThat(reloader.served()).containsEntry(file("c"), List.of("second")).doesNotContainKey(file("a"));
        servedWell();
    }

    @Test
    void anIdThatMovesLeavesItsEndpointToAnotherRoute() throws Exception {
        save("a", STAYS + FIRST.replace("id: first", "id: second"));
        save("b", OTHER + FIRST.replace("direct:first", "direct:moved"));
        apply();

        assertThat(reloader.served()).containsEntry(file("a"), List.of("stays", "second")).containsEntry(file("b"),
                List.of("other", "first"));
        servedWell();
        assertThat(context.createProducerTemplate().requestBody("direct:moved", "", String.class)).isEqualTo("done");
    }

    @Test
    void aFileThatIsRefusedKeepsItsRoute() throws Exception {
        save("a", "- route: {id: bad, from: {uri: 'nosuch:x', steps: [{log: x}]}}\n");
        save("b", OTHER + FIRST);
        look();

        assertThat(reloader.broken()).containsOnlyKeys(file("a"), file("b"));
        assertThat(reloader.served()).containsEntry(file("a"), List.of("stays", "first")).containsEntry(file("b"), List.of("other"));
        servedWell();
    }

    @ParameterizedTest
    @ValueSource(strings = {"c", "d", "e"})
    void aRouteThatMovesUsesTheChangedConfiguration(String place) throws Exception {
        String guard = "- routeConfiguration: {id: guard, onException: [{onException: {exception: [java.lang.IllegalStateException], "
                + "handled: {constant: 'true'}, steps: [{setBody: {constant: %s}}]}}]}\n";
        String route = "- route: {id: guarded, routeConfigurationId: guard, from: {uri: 'direct:guarded', steps: [{throwException: "
                + "{exceptionType: java.lang.IllegalStateException, message: no}}]}}\n";
        String rest = STAYS.replace("stays", "rest");
        save("c", rest + guard.formatted("old") + route);
        apply();

        save("c", rest);
        save("d", route);
        save(place, (place.equals("c") ? rest : place.equals("d") ? route : "") + guard.formatted("new"));
        apply();

        assertThat(context.createProducerTemplate().requestBody("direct:guarded", "", String.class)).isEqualTo("new");
    }

    private void servedWell() {
        assertThat(context.createProducerTemplate().requestBody("direct:first", "", String.class)).isEqualTo("done");
    }
}
