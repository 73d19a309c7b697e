package dev.bullpen.acceptance.deploy;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.kubernetes.client.openapi.JSON;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** An object of Kubernetes as a manifest describes it. */
record Manifest(JsonObject json) {
  private static final String MODELS = "io.kubernetes.client.openapi.models.";

  /** The model of each kind in the revision of the API that the examples use. */
  private static final Map<String, String> KINDS =
      Map.of(
          "v1 ConfigMap", "V1ConfigMap",
          "v1 Secret", "V1Secret",
          "v1 Service", "V1Service",
          "apps/v1 StatefulSet", "V1StatefulSet",
          "autoscaling/v2 HorizontalPodAutoscaler", "V2HorizontalPodAutoscaler",
          "networking.k8s.io/v1 NetworkPolicy", "V1NetworkPolicy",
          "policy/v1 PodDisruptionBudget", "V1PodDisruptionBudget");

  /** All documents of a file of YAML. */
  static List<Manifest> all(String yaml) {
    Gson gson = new Gson();
    List<Manifest> found = new ArrayList<>();
    for (Object document : new Load(LoadSettings.builder().build()).loadAllFromString(yaml)) {
      found.add(new Manifest(gson.toJsonTree(document).getAsJsonObject()));
    }
    return found;
  }

  String kind() {
    return json.get("kind").getAsString();
  }

  /**
   * What Kubernetes' client objects to: a field that there is not, one that is missing, a value of
   * another type.
   *
   * @throws IllegalArgumentException with its sentence
   */
  void check() {
    String kind = json.get("apiVersion").getAsString() + " " + kind();
    String model = KINDS.get(kind);
    if (model == null) {
      throw new IllegalArgumentException("no model of " + kind);
    }
    try {
      JSON.getGson().fromJson(json, Class.forName(MODELS + model));
    } catch (RuntimeException | ClassNotFoundException e) {
      throw new IllegalArgumentException(kind + ": " + e.getMessage(), e);
    }
  }

  /** What is there: names of members, and numbers of elements, between slashes. */
  JsonElement at(String path) {
    JsonElement here = json;
    for (String step : path.split("/")) {
      here =
          here instanceof JsonArray array
              ? array.get(Integer.parseInt(step))
              : here.getAsJsonObject().get(step);
      if (here == null) {
        throw new AssertionError(kind() + " has no " + path + ": " + step);
      }
    }
    return here;
  }

  String text(String path) {
    return at(path).getAsString();
  }
}
