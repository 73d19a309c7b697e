package dev.bullpen.protocol.session;

import dev.bullpen.protocol.Revision;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a client can do: declared by {@code initialize} for a session, or by a modern request for
 * that request only.
 *
 * @param ui whether it shows tools' user interfaces; an extension, in any revision
 */
public record ClientCapabilities(
    boolean elicitationForm,
    boolean elicitationUrl,
    boolean sampling,
    boolean samplingTools,
    boolean roots,
    boolean ui) {

  public static final ClientCapabilities NONE =
      new ClientCapabilities(false, false, false, false, false, false);

  /**
   * Read the {@code ClientCapabilities} object. A capability is an object; one that the revision
   * does not define is ignored. An {@code elicitation} without a mode means forms (specification
   * 2025-11-25, elicitation, capabilities).
   */
  public static ClientCapabilities of(ObjectNode json, Revision revision) {
    JsonNode elicitation = json.path("elicitation");
    JsonNode sampling = json.path("sampling");
    boolean modes = revision.hasElicitationModes();
    boolean url = modes && elicitation.path("url").isObject();
    boolean form = !url || elicitation.path("form").isObject();
    return new ClientCapabilities(
        revision.hasElicitation() && elicitation.isObject() && form,
        url,
        sampling.isObject(),
        revision.hasSamplingTools() && sampling.path("tools").isObject(),
        json.path("roots").isObject(),
        UiExtension.isOfferedBy(json));
  }

  public boolean elicitation() {
    return elicitationForm || elicitationUrl;
  }

  /** The names of what it can be asked, such as elicitation and elicitation.form. */
  public List<String> names() {
    List<String> names = new ArrayList<>();
    add(elicitation(), "elicitation", names);
    add(elicitationForm, "elicitation.form", names);
    add(elicitationUrl, "elicitation.url", names);
    add(sampling, "sampling", names);
    add(samplingTools, "sampling.tools", names);
    add(roots, "roots", names);
    return names;
  }

  private static void add(boolean offered, String name, List<String> names) {
    if (offered) {
      names.add(name);
    }
  }
}
