package dev.caravan.packaging;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.kubernetes.client.openapi.JSON;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1Deployment;
import io.kubernetes.client.openapi.models.V1Ingress;
import io.kubernetes.client.openapi.models.V1Namespace;
import io.kubernetes.client.openapi.models.V1NetworkPolicy;
import io.kubernetes.client.openapi.models.V1PodDisruptionBudget;
import io.kubernetes.client.openapi.models.V1Secret;
import io.kubernetes.client.openapi.models.V1Service;
import io.kubernetes.client.openapi.models.V1ServiceAccount;
import io.kubernetes.client.openapi.models.V2HorizontalPodAutoscaler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;

/** The files in {@code docker/}, as JSON. */
final class Manifests {

    static final Path KUBERNETES = Path.of("docker/kubernetes");

    private static final ObjectMapper JACKSON = new ObjectMapper();
    private static final Map<String, Class<?>> TYPES = Map.of(
            "v1 Namespace", V1Namespace.class,
            "v1 ServiceAccount", V1ServiceAccount.class,
            "v1 ConfigMap", V1ConfigMap.class,
            "v1 Secret", V1Secret.class,
            "v1 Service", V1Service.class,
            "apps/v1 Deployment", V1Deployment.class,
            "policy/v1 PodDisruptionBudget", V1PodDisruptionBudget.class,
            "autoscaling/v2 HorizontalPodAutoscaler", V2HorizontalPodAutoscaler.class,
            "networking.k8s.io/v1 NetworkPolicy", V1NetworkPolicy.class,
            "networking.k8s.io/v1 Ingress", V1Ingress.class);

    private Manifests() {
    }

    /** Every document; anchors and merge keys are resolved, and the same key twice is an error. */
    static List<JsonNode> read(Path file) throws IOException {
        List<JsonNode> documents = new ArrayList<>();
        LoaderOptions options = new LoaderOptions();
        options.setAllowDuplicateKeys(false);
        new Yaml(options).loadAll(Files.readString(file)).forEach(document -> documents.add(JACKSON.valueToTree(document)));
        return documents;
    }

    /** Those of the cluster: all files but kustomize's own. */
    static List<JsonNode> ofKubernetes() throws IOException {
        List<JsonNode> documents = new ArrayList<>();
        try (Stream<Path> files = Files.list(KUBERNETES)) {
            for (Path file : files.sorted().toList()) {
                if (!file.endsWith("kustomization.yaml")) {
                    documents.addAll(read(file));
                }
            }
        }
        return documents;
    }

    static JsonNode named(String kind, String name) throws IOException {
        return ofKubernetes().stream()
                .filter(document -> document.get("kind").asText().equals(kind) && document.at("/metadata/name").asText().equals(name))
                .findFirst().orElseThrow(() -> new AssertionError("There is no " + kind + " " + name));
    }

    /**
     * As the API server reads it with strict fields.
     *
     * @throws IllegalArgumentException of a kind that there isn't in that version, a field that there isn't, one that is missing, or one of
     * a wrong type
     */
    static void check(JsonNode manifest) {
        String kind = manifest.path("apiVersion").asText() + " " + manifest.path("kind").asText();
        Class<?> type = TYPES.get(kind);
        if (type == null) {
            throw new IllegalArgumentException("There is no " + kind);
        }
        String understood;
        try {
            understood = JSON.getGson().toJson(JSON.getGson().fromJson(manifest.toString(), type));
        } catch (RuntimeException e) {
            throw new IllegalArgumentException(kind + ": " + e.getMessage(), e);
        }
        try {
            // Gson reads "3" as 3, which Kubernetes doesn't
            if (!holds(JACKSON.readTree(understood), manifest)) {
                throw new IllegalArgumentException(kind + " is understood as " + understood);
            }
        } catch (IOException e) {
            throw new IllegalArgumentException(kind, e);
        }
    }

    private static boolean holds(JsonNode understood, JsonNode said) {
        if (said.isObject()) {
            return understood.isObject() && said.properties().stream()
                    .allMatch(field -> understood.has(field.getKey()) && holds(understood.get(field.getKey()), field.getValue()));
        }
        if (said.isArray()) {
            boolean same = understood.isArray() && understood.size() == said.size();
            for (int item = 0; same && item < said.size(); item++) {
                same = holds(understood.get(item), said.get(item));
            }
            return same;
        }
        return understood.equals(said);
    }
}
