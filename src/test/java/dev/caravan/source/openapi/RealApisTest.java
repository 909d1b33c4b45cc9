package dev.caravan.source.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.Needs;
import dev.caravan.embedded.ChildJvm;
import dev.caravan.routes.SettingsFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The documents of GitHub, GitBook, Figma and Notion, from npm packages, become tools. */
@Tag("nightly")
class RealApisTest extends ApiGateways {

    private static final Path CLIENTS = Path.of("src/test/clients");
    private static final Path GITHUB = CLIENTS.resolve("node_modules/@octokit/openapi/generated/api.github.com.json");

    @BeforeEach
    void installed() {
        Needs.npm(CLIENTS);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"@octokit/openapi/generated/api.github.com.json|1200|1|headers: {Authorization: token}",
        "@gitbook/api/spec/openapi.json|370|0|credentials: {user: t1, user-internal: t2, user-staff: t3, integration: t4, "
                + "integration-installation: t5}",
        "@figma/rest-api-spec/openapi/openapi.yaml|45|0|credentials: {PersonalAccessToken: t1, OAuth2: t2, PlanAccessToken: t3}",
        "@notionhq/notion-mcp-server/scripts/notion-openapi.json|24|0|headers: {Authorization: token}"})
    void everyOperationIsATool(String path, int atLeast, int refused, String settings) throws Exception {
        Path document = CLIENTS.resolve("node_modules").resolve(path);
        Path own = Files.writeString(folder().resolve("real.yaml"), settings + "\nexpose: {max-tools: 5000}\n");
        long start = System.nanoTime();
        OfferedApi api = new ApiReader(
                new SettingsFile<>(new org.springframework.core.env.StandardEnvironment(), ApiSettings.class), 20_000_000).read("real",
                document, own);

        System.out.println(path + ": " + api.tools().size() + " tools in " + (System.nanoTime() - start) / 1_000_000 + " ms, refused "
                + api.refused());
        assertThat(api.refused().values()).hasSize(refused);
        assertThat(api.tools().size()).isGreaterThanOrEqualTo(atLeast);
    }

    /** Its 13 MB take less than 10 s of processor time and 256 MB. */
    @Test
    void largestDocumentIsReadInASmallHeap() throws Exception {
        try (ChildJvm child = ChildJvm.runWithHeap("256m", ReadLargeDocument.class, GITHUB.toString())) {
            child.untilItPrints("tools in ");
            long millis = Long.parseLong(child.printed().replaceAll("(?s).*tools in (\\d+) ms.*", "$1"));
            System.out.println(child.printed());
            assertThat(millis).isLessThan(10_000);
        }
    }

    /** Its list is filtered, and a call reaches the service. */
    @Test
    void gatewayOffersPartOfTheLargestDocument() throws Exception {
        Files.copy(GITHUB, folder().resolve("github.openapi.json"));
        save("github.yaml",
                "server: URL\nheaders: {Authorization: 'Bearer of-the-gateway'}\nexpose: {prefix: gh_, operation-tags: [issues, pulls], "
                        + "tools: ['*', '!*/delete-*']}\n");
        start("gh_issues_list-for-repo");

        assertThat(tools().keySet()).hasSizeBetween(40, 100).allMatch(name -> name.startsWith("gh_issues_") || name.startsWith("gh_pull"))
                .noneMatch(name -> name.contains("delete"));
        assertThat(call("gh_issues_create", "{\"owner\":\"a\",\"repo\":\"b\",\"body\":{\"title\":\"T\",\"labels\":[\"x\"]}}").at("/data/ok")
                .asBoolean()).isTrue();
        ApiServer.Received received = server.only();
        assertThat(received.method() + " " + received.target()).isEqualTo("POST /repos/a/b/issues");
        assertThat(received.body()).isEqualTo("{\"title\":\"T\",\"labels\":[\"x\"]}");
        assertThat(received.headers()).containsEntry("authorization", "Bearer of-the-gateway");
    }
}
