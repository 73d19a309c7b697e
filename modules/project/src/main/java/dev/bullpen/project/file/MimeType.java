package dev.bullpen.project.file;

import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** What kind of content a file is, by its name, and whether such content is text. */
public final class MimeType {
  public static final String UNKNOWN = "application/octet-stream";

  public static final String PLAIN = "text/plain";

  /** A folder, read as the files in it (freedesktop.org, shared MIME-info). */
  public static final String DIRECTORY = "inode/directory";

  private static final Map<String, String> BY_EXTENSION =
      Map.ofEntries(
          Map.entry("bash", "application/x-sh"),
          Map.entry("bz2", "application/x-bzip2"),
          Map.entry("css", "text/css"),
          Map.entry("csv", "text/csv"),
          Map.entry("diff", "text/x-diff"),
          Map.entry("gif", "image/gif"),
          Map.entry("gz", "application/gzip"),
          Map.entry("htm", "text/html"),
          Map.entry("html", "text/html"),
          Map.entry("ico", "image/x-icon"),
          Map.entry("java", "text/x-java"),
          Map.entry("jpeg", "image/jpeg"),
          Map.entry("jpg", "image/jpeg"),
          Map.entry("js", "text/javascript"),
          Map.entry("json", "application/json"),
          Map.entry("log", PLAIN),
          Map.entry("md", "text/markdown"),
          Map.entry("mp3", "audio/mpeg"),
          Map.entry("mp4", "video/mp4"),
          Map.entry("ndjson", "application/x-ndjson"),
          Map.entry("ogg", "audio/ogg"),
          Map.entry("pdf", "application/pdf"),
          Map.entry("png", "image/png"),
          Map.entry("py", "text/x-python"),
          Map.entry("sh", "application/x-sh"),
          Map.entry("svg", "image/svg+xml"),
          Map.entry("toml", "application/toml"),
          Map.entry("ts", "text/x-typescript"),
          Map.entry("tsv", "text/tab-separated-values"),
          Map.entry("txt", PLAIN),
          Map.entry("wav", "audio/wav"),
          Map.entry("webm", "video/webm"),
          Map.entry("webp", "image/webp"),
          Map.entry("xml", "application/xml"),
          Map.entry("xz", "application/x-xz"),
          Map.entry("yaml", "application/yaml"),
          Map.entry("yml", "application/yaml"),
          Map.entry("zip", "application/zip"));

  private static final Set<String> BINARY_KINDS = Set.of("image", "audio", "video");

  private static final String[] TEXTUAL = {
    "json",
    "xml",
    "yaml",
    "toml",
    "csv",
    "javascript",
    "x-shellscript",
    "x-sh",
    "markdown",
    "html",
    "css"
  };

  private MimeType() {}

  /** By the last extension of a file name; {@value #UNKNOWN} when that says nothing. */
  public static String ofFile(String fileName) {
    int dot = fileName.lastIndexOf('.');
    return dot < 0
        ? UNKNOWN
        : BY_EXTENSION.getOrDefault(fileName.substring(dot + 1).toLowerCase(Locale.ROOT), UNKNOWN);
  }

  /** Whether content of that kind is handed over as text rather than in base64. */
  public static boolean isText(String mimeType) {
    String essence = mimeType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    String kind = essence.split("/", 2)[0];
    if (BINARY_KINDS.contains(kind)) {
      return false;
    }
    if (kind.equals("text")) {
      return true;
    }
    for (String mark : TEXTUAL) {
      if (essence.contains(mark)) {
        return true;
      }
    }
    return false;
  }
}
