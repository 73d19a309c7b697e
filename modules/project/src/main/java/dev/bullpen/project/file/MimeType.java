package dev.bullpen.project.file;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The media type of a file, by its name, and whether it is text. */
public final class MimeType {
  public static final String UNKNOWN = "application/octet-stream";

  public static final String PLAIN = "text/plain";

  /** A folder; its content is its files (freedesktop.org, shared MIME-info). */
  public static final String DIRECTORY = "inode/directory";

  private static final Map<String, String> BY_EXTENSION =
      Stream.of(
              """
              bash=application/x-sh bz2=application/x-bzip2 css=text/css csv=text/csv
              diff=text/x-diff gif=image/gif gz=application/gzip htm=text/html html=text/html
              ico=image/x-icon java=text/x-java jpeg=image/jpeg jpg=image/jpeg
              js=text/javascript json=application/json log=text/plain md=text/markdown
              mp3=audio/mpeg mp4=video/mp4 ndjson=application/x-ndjson ogg=audio/ogg
              pdf=application/pdf png=image/png py=text/x-python sh=application/x-sh
              svg=image/svg+xml toml=application/toml ts=text/x-typescript
              tsv=text/tab-separated-values txt=text/plain wav=audio/wav webm=video/webm
              webp=image/webp xml=application/xml xz=application/x-xz yaml=application/yaml
              yml=application/yaml zip=application/zip
              """
                  .split("\\s+"))
          .map(entry -> entry.split("="))
          .collect(Collectors.toUnmodifiableMap(pair -> pair[0], pair -> pair[1]));

  private static final Pattern BINARY = Pattern.compile("^(image|audio|video)(/|$)");

  private static final Pattern TEXTUAL =
      Pattern.compile(
          "^text(/|$)|json|xml|yaml|toml|csv|javascript|x-shellscript|x-sh|markdown|html|css");

  private MimeType() {}

  /** By the last extension of a file name; {@value #UNKNOWN} if that is not known. */
  public static String ofFile(String fileName) {
    int dot = fileName.lastIndexOf('.');
    return dot < 0
        ? UNKNOWN
        : BY_EXTENSION.getOrDefault(fileName.substring(dot + 1).toLowerCase(Locale.ROOT), UNKNOWN);
  }

  /** Whether content of this type is sent as text rather than in base64. */
  public static boolean isText(String mimeType) {
    String essence = mimeType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    return !BINARY.matcher(essence).find() && TEXTUAL.matcher(essence).find();
  }
}
