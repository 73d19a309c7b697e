package dev.bullpen.project.tool;

import dev.bullpen.json.Json;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.FolderListing;
import dev.bullpen.project.file.FolderListing.ListedFile;
import dev.bullpen.project.file.JavaProgram;
import dev.bullpen.project.file.Warnings;
import dev.bullpen.project.metadata.Described;
import dev.bullpen.project.metadata.FoundFile;
import dev.bullpen.project.metadata.InlineMetadata;
import dev.bullpen.project.script.Discovery;
import dev.bullpen.project.script.ScriptCommand;
import dev.bullpen.project.tool.ToolReader.Source;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/**
 * Finds the tools in a tools folder.
 *
 * <p>Examines the regular files of its subfolders at any depth. Leaves out the files of the folder
 * itself, hidden files and folders, symbolic links except those of {@link
 * Discovery#linkedMetadata}, {@code smoke.sh}, and the user interface in a tool's folder {@code
 * ui}. A file is a tool if
 *
 * <ul>
 *   <li>there is metadata beside it: {@code FILE.meta.json}, or {@code STEM.meta.json}. If several
 *       files have that stem, it describes the executable one, otherwise the first that bash can
 *       run, otherwise the one in Java;
 *   <li>or it can be run, like every Java source, and describes itself with {@code mcp:} and JSON
 *       on one of its first ten lines, and no folder above its own contains a tool of these two
 *       kinds;
 *   <li>or it is executable and not in Java, and neither its folder nor one above it contains a
 *       tool of the first two kinds. If an author describes which file is the tool, the other
 *       scripts are its helpers, and clients must not call them.
 * </ul>
 *
 * <p>Without metadata, READMEs and editors' backups are not tools, even if executable. Unreadable
 * metadata publishes nothing, because half a description may lack what makes the tool safe.
 */
final class ToolDiscovery {
  private static final String SMOKE_TEST = "smoke.sh";

  private final FolderListing listing;
  private final Folder tools;
  private final Warnings problems;
  private final Set<String> describedFolders = new HashSet<>();
  private final Set<String> interfaces;

  private ToolDiscovery(FolderListing listing, Warnings problems) {
    this.listing = listing;
    this.tools = listing.folder();
    this.interfaces = UiReader.ofTools(listing);
    this.problems = problems;
  }

  /** All tools, sorted by path. */
  static List<Source> read(FolderListing listing, Warnings problems) {
    return new ToolDiscovery(listing, problems).read();
  }

  private List<Source> read() {
    Map<String, List<String>> folders =
        Stream.concat(
                listing.files().stream().map(ListedFile::path), Discovery.linkedMetadata(listing))
            .filter(path -> !FoundFile.folder(path).isEmpty())
            .collect(Collectors.groupingBy(FoundFile::folder, TreeMap::new, Collectors.toList()));
    // In this order a folder precedes its subfolders.
    List<Source> sources = new ArrayList<>();
    folders.forEach((folder, paths) -> sources.addAll(read(folder, paths)));
    sources.sort(Comparator.comparing(source -> source.from().path()));
    return List.copyOf(sources);
  }

  private List<Source> read(String folder, List<String> paths) {
    if (interfaces.contains(folder) || isBelow(folder, interfaces)) {
      return List.of();
    }
    ToolFolder reader = new ToolFolder(folder, paths, interfaces.contains(folder + "/ui"));
    List<Source> sources = reader.read(isBelow(folder, describedFolders));
    if (reader.isDescribed()) {
      describedFolders.add(folder);
    }
    return sources;
  }

  /** Whether a folder above this one, at any height, is in a set. */
  static boolean isBelow(String folder, Set<String> folders) {
    String outer = FoundFile.folder(folder);
    return !outer.isEmpty() && (folders.contains(outer) || isBelow(outer, folders));
  }

  /** Finds the tools of one folder. */
  private final class ToolFolder {
    private final String folder;
    private final TreeSet<String> metadataFiles = new TreeSet<>();
    private final TreeSet<String> candidates = new TreeSet<>();
    private final boolean hasInterface;

    /** By script; empty for a script whose metadata cannot be read. */
    private final Map<String, Optional<Source>> described = new TreeMap<>();

    ToolFolder(String folder, List<String> paths, boolean hasInterface) {
      this.folder = folder;
      this.hasInterface = hasInterface;
      for (String path : paths) {
        String name = FoundFile.fileName(path);
        if (name.endsWith(Discovery.METADATA)) {
          metadataFiles.add(name);
        } else if (!name.equals(SMOKE_TEST)) {
          candidates.add(name);
        }
      }
    }

    /**
     * The tools. {@code insideTool} is true if a folder above this one contains a described tool.
     */
    List<Source> read(boolean insideTool) {
      metadataFiles.stream()
          .filter(file -> candidates.contains(base(file)))
          .forEach(file -> describe(base(file), file));
      metadataFiles.stream()
          .filter(file -> !candidates.contains(base(file)))
          .forEach(file -> ofStem(file).ifPresent(script -> describe(script, file)));
      if (!insideTool) {
        // A tool's subfolders may contain whole libraries, which are not opened.
        undescribedScripts().forEach(this::readInside);
      }
      if (isDescribed() || insideTool) {
        return described.values().stream().flatMap(Optional::stream).toList();
      }
      List<Source> executables =
          candidates.stream()
              .filter(name -> !Discovery.isLeftLying(name) && isExecutable(name))
              .map(name -> source(name, Json.object(), file(name)))
              .toList();
      if (executables.isEmpty()) {
        reportLikelyTools();
      }
      return executables;
    }

    boolean isDescribed() {
      return !described.isEmpty();
    }

    private void describe(String script, String metadataFile) {
      Path file = file(metadataFile);
      Warnings said = problem -> problems.add(problem + " Until then its tool is not published.");
      described.put(
          script,
          Discovery.metadata(file, tools, said)
              .flatMap(written -> completed(script, written))
              .map(whole -> source(script, whole, file)));
    }

    /**
     * Adds the script's own description to metadata that does not declare the input. Empty, with a
     * warning, if the script's own metadata cannot be read.
     */
    private Optional<ObjectNode> completed(String script, ObjectNode written) {
      if (ToolReader.saysInput(written)) {
        return Optional.of(written);
      }
      InlineMetadata inside = inline(script);
      if (inside.mistake().isPresent()) {
        return Optional.empty();
      }
      ObjectNode all = inside.object().orElseGet(Json::object);
      all.setAll(written);
      return Optional.of(all);
    }

    private void readInside(String script) {
      InlineMetadata inside = inline(script);
      if (inside.mistake().isPresent() || inside.object().isPresent()) {
        described.put(script, inside.object().map(found -> source(script, found, file(script))));
      }
    }

    private InlineMetadata inline(String script) {
      InlineMetadata inside = InlineMetadata.read(file(script));
      inside.mistake().ifPresent(why -> problems.add(file(script) + " is not published: " + why));
      return inside;
    }

    private Optional<String> ofStem(String metadataFile) {
      List<String> all =
          candidates.stream()
              .filter(name -> FoundFile.stem(name).equals(base(metadataFile)))
              .filter(name -> !Discovery.isLeftLying(name))
              .toList();
      if (all.isEmpty()) {
        problems.add(
            "%s is ignored: %s"
                .formatted(
                    file(metadataFile),
                    link(metadataFile)
                        .map(
                            "%s is a symbolic link, through which no tool is found. Put the script itself there, or register it in server.d/register.json."
                                ::formatted)
                        .orElse(
                            "there is no script with that name beside it. Put it there or remove the metadata.")));
      }
      List<String> free = all.stream().filter(name -> !described.containsKey(name)).toList();
      List<String> best = best(free);
      Stream<String> otherPrograms =
          free.stream().filter(name -> JavaProgram.is(name) && !best.contains(name));
      Optional<String> other = Stream.concat(best.stream().skip(1), otherPrograms).findFirst();
      if (other.isPresent()) {
        problems.add(
            "%s counts as metadata of %s, but could be that of %s. Name it after its script: %s%s."
                .formatted(
                    file(metadataFile), best.get(0), other.get(), best.get(0), Discovery.METADATA));
      }
      return best.stream().findFirst();
    }

    /** The symbolic link that the metadata describes. */
    private Optional<Path> link(String metadataFile) {
      String base = base(metadataFile);
      return listing.links().stream()
          .filter(link -> FoundFile.folder(link).equals(folder))
          .map(FoundFile::fileName)
          .filter(name -> name.equals(base) || FoundFile.stem(name).equals(base))
          .sorted()
          .map(this::file)
          .findFirst();
    }

    /**
     * The names that are most likely programs. A single name is not tested. A script beside a Java
     * file with the same stem may start it.
     */
    private List<String> best(List<String> names) {
      if (names.size() < 2) {
        return names;
      }
      List<Predicate<String>> tests =
          List.of(this::isExecutable, this::isScript, JavaProgram::isSource, JavaProgram::isJar);
      for (Predicate<String> test : tests) {
        List<String> passing = names.stream().filter(test).toList();
        if (!passing.isEmpty()) {
          return passing;
        }
      }
      return names;
    }

    private List<String> undescribedScripts() {
      return candidates.stream()
          .filter(name -> !described.containsKey(name))
          .filter(name -> !Discovery.isLeftLying(name))
          .filter(name -> JavaProgram.isSource(name) || isScript(name))
          .toList();
    }

    private void reportLikelyTools() {
      undescribedScripts().stream()
          .filter(name -> FoundFile.stem(name).equals("tool"))
          .findFirst()
          .ifPresent(
              name ->
                  problems.add(
                      (JavaProgram.is(name)
                              ? "%s is not published: it has no metadata. Describe it in tool.meta.json."
                              : "%s is not published: it is not executable and has no metadata. Run chmod +x on it, or describe it in tool.meta.json.")
                          .formatted(file(name))));
    }

    /** False for a program in Java, because some file systems make every file executable. */
    private boolean isExecutable(String name) {
      return !JavaProgram.is(name) && Files.isExecutable(file(name));
    }

    private boolean isScript(String name) {
      return isExecutable(name) || ScriptCommand.isScript(file(name));
    }

    private Source source(String script, ObjectNode metadata, Path where) {
      Path file = file(script);
      return new Source(
          file,
          new Described(folder + "/" + script, metadata, file.getParent(), where.toString()),
          hasInterface);
    }

    private Path file(String name) {
      return tools.path().resolve(folder).resolve(name);
    }

    private static String base(String metadataFile) {
      return metadataFile.substring(0, metadataFile.length() - Discovery.METADATA.length());
    }
  }
}
