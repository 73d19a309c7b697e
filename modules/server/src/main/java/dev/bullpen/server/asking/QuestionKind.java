package dev.bullpen.server.asking;

import dev.bullpen.json.Json;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.question.Elicitation;
import dev.bullpen.protocol.question.Sampling;
import dev.bullpen.protocol.question.ServerRequest;
import dev.bullpen.protocol.session.ClientCapabilities;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a running script can ask its client, by a file in the exchange folder. Another file brings
 * the answer (contract of mcp-bash, elicitation; sampling works the same way).
 */
public enum QuestionKind {
  ELICIT("elicit", "MCP_ELICIT") {
    @Override
    ServerRequest request(ObjectNode asked) throws JsonRpcException {
      return Elicitation.of(asked);
    }

    @Override
    ObjectNode unsupported(String capability) {
      return unasked("decline", lacks(capability) + "its user cannot be asked");
    }

    @Override
    ObjectNode failed(String why) {
      return unasked("error", why);
    }

    private static ObjectNode unasked(String action, String why) {
      return Json.object().put("action", action).putNull("content").put("message", why);
    }
  },
  SAMPLE("sample", "MCP_SAMPLE") {
    @Override
    ServerRequest request(ObjectNode asked) throws JsonRpcException {
      return Sampling.of(asked);
    }

    @Override
    ObjectNode unsupported(String capability) {
      return failed(lacks(capability) + "its model cannot be asked");
    }

    @Override
    ObjectNode failed(String why) {
      return Json.object().set("error", Json.object().put("message", why));
    }
  };

  private static final List<QuestionKind> ALL = List.of(values());

  private final String file;
  private final String variable;

  QuestionKind(String file, String variable) {
    this.file = file;
    this.variable = variable;
  }

  /**
   * The request to the client that a script's file stands for.
   *
   * @throws JsonRpcException if it cannot be asked
   */
  abstract ServerRequest request(ObjectNode asked) throws JsonRpcException;

  /**
   * The script's answer if its client cannot be asked.
   *
   * @param capability that the client lacks, such as {@code elicitation.url}
   */
  abstract ObjectNode unsupported(String capability);

  private static String lacks(String capability) {
    return "the client lacks the capability " + capability + ", so ";
  }

  abstract ObjectNode failed(String why);

  public String requestFile() {
    return file + ".request";
  }

  public String answerFile() {
    return file + ".response";
  }

  public String requestVariable() {
    return variable + "_REQUEST_FILE";
  }

  public String answerVariable() {
    return variable + "_RESPONSE_FILE";
  }

  public static List<QuestionKind> offeredBy(ClientCapabilities client) {
    return ALL.stream().filter(kind -> kind.isOfferedBy(client)).toList();
  }

  private boolean isOfferedBy(ClientCapabilities client) {
    return this == ELICIT ? client.elicitation() : client.sampling();
  }

  public static Optional<QuestionKind> asking(String name) {
    return ALL.stream().filter(kind -> kind.requestFile().equals(name)).findFirst();
  }
}
