package dev.bullpen.acceptance.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.bullpen.testkit.fixture.DeployExample;
import dev.bullpen.testkit.fixture.Needs;
import dev.bullpen.testkit.fixture.Sh;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The manifests are what Kubernetes' client takes, and belong together. */
class KubernetesExampleTests {
  private static final String FOLDER = "kubernetes/";
  private static final String SET = "statefulset.yaml";
  private static final String SCALER = "autoscaler.yaml";
  private static final String NAME = "app.kubernetes.io/name";

  /** After {@code --drain}, on a machine that has much to do. */
  private static final int CLEANING_SECONDS = 10;

  @TempDir Path folder;

  static List<String> resources() {
    JsonObject customization = Manifest.all(example("kustomization.yaml").text()).get(0).json();
    return customization.getAsJsonArray("resources").asList().stream()
        .map(JsonElement::getAsString)
        .toList();
  }

  private static DeployExample example(String name) {
    return DeployExample.of(FOLDER + name);
  }

  private static Manifest only(String name) {
    return Manifest.all(example(name).text()).get(0);
  }

  @ParameterizedTest
  @MethodSource("resources")
  void a_manifest_is_taken(String name) {
    List<Manifest> manifests = Manifest.all(example(name).text());
    assertTrue(!manifests.isEmpty());
    manifests.forEach(Manifest::check);
  }

  @ParameterizedTest
  @CsvSource({
    "statefulset.yaml, readinessProbe:, redinessProbe:",
    "statefulset.yaml, selector:, slector:",
    "statefulset.yaml, terminationGracePeriodSeconds: 45, terminationGracePeriodSeconds: long",
    "statefulset.yaml, containerPort: 8080, port: 8080",
    "statefulset.yaml, memory: 2Gi, memory: 2Gx",
    "services.yaml, clusterIP:, clusterIp:",
    "network-policy.yaml, podSelector:, podsSelector:",
    "disruption-budget.yaml, policy/v1, policy/v1beta1",
    "autoscaler.yaml, minReplicas: 3, minReplicas: three",
    "autoscaler.yaml, averageValue:, avarageValue:"
  })
  void control_a_broken_manifest_is_refused(String name, String given, String broken) {
    List<Manifest> manifests = Manifest.all(example(name).with(given, broken).text());
    assertThrows(
        IllegalArgumentException.class, () -> manifests.forEach(Manifest::check), () -> broken);
  }

  @Test
  void no_manifest_is_left_out() throws IOException {
    try (Stream<Path> files = Files.list(DeployExample.path(FOLDER))) {
      Set<String> there =
          files
              .map(file -> file.getFileName().toString())
              .filter(name -> name.endsWith(".yaml") && !name.startsWith("kustomization"))
              .collect(Collectors.toCollection(TreeSet::new));
      assertEquals(there, new TreeSet<>(resources()));
    }
  }

  @Test
  @Needs("kubectl")
  void kubectl_puts_them_together() throws IOException {
    copy();
    Sh.run("kubectl kustomize \"$1\" >\"$1/out\"", folder.toString());
    List<Manifest> made = Manifest.all(Files.readString(folder.resolve("out")));
    made.forEach(Manifest::check);
    assertEquals(
        List.of(
            "ConfigMap",
            "HorizontalPodAutoscaler",
            "NetworkPolicy",
            "PodDisruptionBudget",
            "Secret",
            "Secret",
            "Service",
            "Service",
            "StatefulSet"),
        made.stream().map(Manifest::kind).sorted().toList());
    Set<String> names =
        made.stream().map(one -> one.text("metadata/name")).collect(Collectors.toSet());
    Manifest set = of("StatefulSet", made);
    for (JsonElement volume : set.at("spec/template/spec/volumes").getAsJsonArray()) {
      for (String named : references(volume.getAsJsonObject())) {
        assertTrue(names.contains(named), named + " is not among " + names);
      }
    }
    assertTrue(set.text("spec/template/spec/containers/0/image").endsWith("/bullpen:0.1.0"));
    Files.writeString(
        folder.resolve("kustomization.yaml"), example("kustomization.yaml").text() + "\nnone: x\n");
    Sh.failed("kubectl kustomize \"$1\"", folder.toString());
  }

  private void copy() throws IOException {
    try (Stream<Path> files = Files.list(DeployExample.path(FOLDER))) {
      for (Path file : files.toList()) {
        Files.copy(file, folder.resolve(file.getFileName()));
      }
    }
    Files.writeString(folder.resolve("tokens"), "{\"tokens\": []}");
    Files.writeString(folder.resolve("fleet-key"), "a key of this test");
  }

  private static Manifest of(String kind, List<Manifest> all) {
    return all.stream().filter(one -> one.kind().equals(kind)).findFirst().orElseThrow();
  }

  /** The names of what a volume is made of. */
  private static List<String> references(JsonObject volume) {
    if (volume.has("configMap")) {
      return List.of(volume.getAsJsonObject("configMap").get("name").getAsString());
    }
    if (!volume.has("projected")) {
      return List.of();
    }
    return volume.getAsJsonObject("projected").getAsJsonArray("sources").asList().stream()
        .map(source -> source.getAsJsonObject().getAsJsonObject("secret"))
        .map(secret -> secret.get("name").getAsString())
        .toList();
  }

  @Test
  void what_selects_the_replicas_selects_them() {
    Manifest set = only(SET);
    String name = set.at("spec/template/metadata/labels").getAsJsonObject().get(NAME).getAsString();
    assertEquals(name, selected(set, "spec/selector/matchLabels"));
    assertEquals(name, selected(only("disruption-budget.yaml"), "spec/selector/matchLabels"));
    assertEquals(name, selected(only("network-policy.yaml"), "spec/podSelector/matchLabels"));
    List<Manifest> services = Manifest.all(example("services.yaml").text());
    services.forEach(service -> assertEquals(name, selected(service, "spec/selector")));
    List<String> named = services.stream().map(one -> one.text("metadata/name")).toList();
    assertTrue(named.contains(set.text("spec/serviceName")), named.toString());
    assertTrue(
        arguments().contains("--peers-dns=http://" + set.text("spec/serviceName") + ":8080"));
    assertEquals(set.text("metadata/name"), only(SCALER).text("spec/scaleTargetRef/name"));
  }

  private static String selected(Manifest manifest, String path) {
    return manifest.at(path).getAsJsonObject().get(NAME).getAsString();
  }

  private static List<String> arguments() {
    return only(SET).at("spec/template/spec/containers/0/args").getAsJsonArray().asList().stream()
        .map(JsonElement::getAsString)
        .toList();
  }

  private static int number(String flag) {
    return arguments().stream()
        .filter(word -> word.startsWith(flag + "="))
        .map(word -> Integer.parseInt(word.substring(flag.length() + 1)))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void a_replica_has_the_time_that_it_needs_to_end() {
    int grace = only(SET).at("spec/template/spec/terminationGracePeriodSeconds").getAsInt();
    assertTrue(grace >= number("--drain") + CLEANING_SECONDS, () -> grace + " seconds");
  }

  @Test
  void replicas_are_added_before_all_helpers_are_busy_by_metrics_that_there_are()
      throws IOException {
    Manifest scaler = only(SCALER);
    assertTrue(
        scaler.at("spec/metrics/0/pods/target/averageValue").getAsInt() < number("--max-workers"));
    String metrics =
        Files.readString(DeployExample.path("../../docs/operator/monitoring.md").normalize());
    for (JsonElement metric : scaler.at("spec/metrics").getAsJsonArray()) {
      JsonObject named = metric.getAsJsonObject().getAsJsonObject("pods").getAsJsonObject("metric");
      assertTrue(metrics.contains("| `" + named.get("name").getAsString() + "` | gauge |"));
    }
    assertTrue(metrics.contains("`busy`"));
  }

  @Test
  void a_replica_is_not_roots_and_can_change_nothing() {
    Manifest set = only(SET);
    assertTrue(set.at("spec/template/spec/securityContext/runAsNonRoot").getAsBoolean());
    assertEquals(
        "RuntimeDefault", set.text("spec/template/spec/securityContext/seccompProfile/type"));
    assertEquals(false, set.at("spec/template/spec/automountServiceAccountToken").getAsBoolean());
    for (String container : List.of("initContainers/0", "containers/0")) {
      String context = "spec/template/spec/" + container + "/securityContext/";
      assertTrue(set.at(context + "readOnlyRootFilesystem").getAsBoolean());
      assertEquals(false, set.at(context + "allowPrivilegeEscalation").getAsBoolean());
      assertEquals("ALL", set.text(context + "capabilities/drop/0"));
    }
  }
}
