package dev.caravan.packaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.convert.DurationStyle;

/** The manifests are what Kubernetes' API takes, and fit each other, the image and the settings. */
class KubernetesManifestsTest {

    @Test
    void everyManifestFollowsTheApi() throws IOException {
        List<JsonNode> manifests = Manifests.ofKubernetes();

        assertThat(manifests).hasSizeGreaterThan(10);
        for (JsonNode manifest : manifests) {
            assertThatCode(() -> Manifests.check(manifest)).as(manifest.get("kind").asText()).doesNotThrowAnyException();
        }
    }

    @Test
    void brokenManifestsAreFound() throws IOException {
        refused("no such field", pod -> container(pod).put("prot", 8080));
        refused("no such field deep inside", pod -> ((ObjectNode) container(pod).at("/livenessProbe/httpGet")).put("ports", 8081));
        refused("text for a number", pod -> ((ObjectNode) pod.get("spec")).put("revisionHistoryLimit", "3"));
        refused("a list for an object", pod -> ((ObjectNode) pod.get("spec")).putArray("selector"));
        refused("text for a truth", pod -> ((ObjectNode) container(pod).get("securityContext")).put("readOnlyRootFilesystem", "true"));
        refused("a version that there isn't any more", pod -> pod.put("apiVersion", "extensions/v1beta1"));
        refused("no such kind", pod -> pod.put("kind", "Deploymant"));
        refused("nothing selected", pod -> ((ObjectNode) pod.get("spec")).remove("selector"));
    }

    @Test
    void kustomizeListsEveryFileExceptExamples() throws IOException {
        JsonNode kustomization = Manifests.read(Manifests.KUBERNETES.resolve("kustomization.yaml")).get(0);
        List<String> files;
        try (Stream<Path> all = Files.list(Manifests.KUBERNETES)) {
            files = all.map(file -> file.getFileName().toString())
                    .filter(name -> !name.endsWith(".example.yaml") && !name.equals("kustomization.yaml")).toList();
        }

        assertThat(kustomization.fieldNames()).toIterable().containsExactly("apiVersion", "kind", "namespace", "resources");
        assertThat(texts(kustomization.get("resources"))).containsExactlyInAnyOrderElementsOf(files);
    }

    @Test
    void referencedObjectsExist() throws IOException {
        JsonNode deployment = Manifests.named("Deployment", "caravan");
        JsonNode pod = deployment.at("/spec/template/spec");
        JsonNode container = pod.at("/containers/0");
        JsonNode labels = deployment.at("/spec/template/metadata/labels");

        Manifests.named("ServiceAccount", pod.get("serviceAccountName").asText());
        for (JsonNode from : container.get("envFrom")) {
            String kind = from.has("secretRef") ? "Secret" : "ConfigMap";
            Manifests.named(kind, from.elements().next().get("name").asText());
        }
        for (JsonNode mount : container.get("volumeMounts")) {
            assertThat(pod.get("volumes").findValuesAsText("name")).contains(mount.get("name").asText());
        }
        for (JsonNode source : pod.at("/volumes/1/projected/sources")) {
            JsonNode routes = Manifests.named("ConfigMap", source.at("/configMap/name").asText());
            assertThat(source.at("/configMap/items").findValuesAsText("key"))
                    .containsExactlyInAnyOrderElementsOf(names(routes.get("data")));
        }
        assertThat(deployment.at("/spec/selector/matchLabels")).isEqualTo(labels);
        assertThat(Manifests.named("PodDisruptionBudget", "caravan").at("/spec/selector/matchLabels")).isEqualTo(labels);
        assertThat(Manifests.named("NetworkPolicy", "caravan").at("/spec/podSelector/matchLabels")).isEqualTo(labels);
        Manifests.named("Deployment", Manifests.named("HorizontalPodAutoscaler", "caravan").at("/spec/scaleTargetRef/name").asText());
        assertThat(Manifests.named("ConfigMap", "prometheus-adapter").at("/data/config.yaml").asText())
                .contains("as: " + Manifests.named("HorizontalPodAutoscaler", "caravan").at("/spec/metrics/0/pods/metric/name").asText()
                        + "\n");
        JsonNode backend = Manifests.named("Ingress", "caravan").at("/spec/rules/0/http/paths/0/backend/service");
        assertThat(Manifests.named("Service", backend.get("name").asText()).at("/spec/ports").findValuesAsText("name"))
                .contains(backend.at("/port/name").asText());
        for (JsonNode service : Manifests.ofKubernetes()) {
            if (service.get("kind").asText().equals("Service")) {
                assertThat(service.at("/spec/selector")).isEqualTo(labels);
                assertThat(container.get("ports").findValuesAsText("name")).contains(service.at("/spec/ports/0/targetPort").asText());
            }
        }
        for (String probe : List.of("startupProbe", "livenessProbe", "readinessProbe")) {
            assertThat(container.at("/" + probe + "/httpGet/port").asText()).isEqualTo("operations");
            assertThat(container.at("/" + probe + "/httpGet/path").asText()).matches("/actuator/health/(liveness|readiness)");
        }
    }

    @Test
    void imageUserAndPortsEqualTheDockerfile() throws IOException {
        String dockerfile = Files.readString(Path.of("docker/Dockerfile"));
        JsonNode pod = Manifests.named("Deployment", "caravan").at("/spec/template/spec");
        JsonNode container = pod.at("/containers/0");
        JsonNode compose = Manifests.read(Path.of("docker/compose.yaml")).get(0);

        assertThat(dockerfile).contains("--tag " + container.get("image").asText() + " ").contains("EXPOSE 8080 8081\n")
                .contains("USER " + pod.at("/securityContext/runAsUser").asText() + ":" + pod.at("/securityContext/runAsGroup").asText()
                        + "\n")
                .contains("WORKDIR /opt/caravan\n");
        assertThat(Files.readString(Path.of("docker/alive"))).contains("GET " + container.at("/livenessProbe/httpGet/path").asText() + " ");
        assertThat(compose.at("/services/gateway/image").asText()).isEqualTo(container.get("image").asText());
        assertThat(container.get("ports").findValuesAsText("containerPort")).containsExactly("8080", "8081");
        assertThat(container.at("/volumeMounts/1/mountPath").asText()).startsWith("/opt/caravan/routes/");
        assertThat(container.at("/volumeMounts/1").has("subPath")).isFalse();
    }

    @Test
    void podHasTimeToStop() throws IOException {
        JsonNode settings = Manifests.named("ConfigMap", "caravan-settings").get("data");
        Duration needed = DurationStyle.detectAndParse(settings.get("CARAVAN_HTTP_STOP_DELAY").asText())
                .plus(DurationStyle.detectAndParse(settings.get("CARAVAN_HTTP_DRAIN").asText()));

        assertThat(Manifests.named("Deployment", "caravan").at("/spec/template/spec/terminationGracePeriodSeconds").asLong())
                .isGreaterThan(needed.toSeconds() + 5);
    }

    private static void refused(String why, Consumer<ObjectNode> damage) throws IOException {
        ObjectNode deployment = Manifests.named("Deployment", "caravan").deepCopy();
        Manifests.check(deployment);
        damage.accept(deployment);

        assertThatIllegalArgumentException().as(why).isThrownBy(() -> Manifests.check(deployment));
    }

    private static ObjectNode container(ObjectNode deployment) {
        return (ObjectNode) deployment.at("/spec/template/spec/containers/0");
    }

    private static List<String> texts(JsonNode list) {
        List<String> texts = new ArrayList<>();
        list.forEach(item -> texts.add(((TextNode) item).textValue()));
        return texts;
    }

    private static List<String> names(JsonNode object) {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }
}
