package io.paidonce.testkit.tidy;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Relative links of Markdown files: the file must exist, and the heading in it. */
final class Links {

  private static final Pattern INLINE =
      Pattern.compile("\\]\\(\\s*<?([^)\\s>]+)>?(?:\\s+\"[^\"]*\")?\\s*\\)");
  private static final Pattern REFERENCE = Pattern.compile("^\\s{0,3}\\[[^\\]]+\\]:\\s*(\\S+)");
  private static final Pattern ELSEWHERE = Pattern.compile("^([A-Za-z][A-Za-z0-9+.-]*:|//).*");
  private static final Pattern CODE = Pattern.compile("(`+)[^`]*\\1");
  private static final Pattern HEADING = Pattern.compile("^\\s{0,3}#{1,6}\\s+(.*?)\\s*#*\\s*$");
  private static final Pattern MARK = Pattern.compile("<a\\s+(?:id|name)=\"([^\"]+)\"");

  private Links() {}

  static boolean isFence(String line) {
    String text = line.stripLeading();
    return text.startsWith("```") || text.startsWith("~~~");
  }

  static void check(List<TextFile> files, Rules rules, Consumer<Finding> found) {
    Map<String, TextFile> byPath = new HashMap<>();
    Set<String> folders = new TreeSet<>(Set.of(""));
    for (TextFile file : files) {
      byPath.put(file.path(), file);
      for (int i = file.path().indexOf('/'); i >= 0; i = file.path().indexOf('/', i + 1)) {
        folders.add(file.path().substring(0, i));
      }
    }
    Targets targets = new Targets(byPath, folders);
    files.stream().filter(TextFile::isMarkdown).forEach(file -> check(file, targets, found));
  }

  private static void check(TextFile file, Targets targets, Consumer<Finding> found) {
    boolean fenced = false;
    for (int i = 0; i < file.lines().size(); i++) {
      String line = file.lines().get(i);
      fenced ^= isFence(line);
      if (fenced) {
        continue;
      }
      String text = CODE.matcher(line).replaceAll("");
      for (Pattern pattern : List.of(INLINE, REFERENCE)) {
        Matcher matcher = pattern.matcher(text);
        while (matcher.find()) {
          String problem = targets.problem(file, matcher.group(1));
          if (problem != null) {
            found.accept(new Finding(file.path(), i + 1, Rule.LINK, problem));
          }
        }
      }
    }
  }

  private record Targets(Map<String, TextFile> byPath, Set<String> folders) {

    @Nullable String problem(TextFile from, String link) {
      if (ELSEWHERE.matcher(link).matches()) {
        return null;
      }
      int hash = link.indexOf('#');
      String place = hash < 0 ? link : link.substring(0, hash);
      String path = place.isEmpty() ? from.path() : resolve(from.path(), place);
      TextFile target = byPath.get(path);
      if (target == null && !folders.contains(path)) {
        return "dead link: there is no " + path;
      }
      if (hash < 0 || target == null || !target.isMarkdown()) {
        return null;
      }
      String anchor = link.substring(hash + 1);
      return anchors(target).contains(anchor)
          ? null
          : "dead link: " + path + " has no heading #" + anchor;
    }

    private static String resolve(String from, String place) {
      if (place.startsWith("/")) {
        return place;
      }
      int slash = from.lastIndexOf('/');
      Path folder = Path.of(slash < 0 ? "" : from.substring(0, slash));
      return folder.resolve(place).normalize().toString().replace('\\', '/');
    }
  }

  /** The anchors of a file's headings, formed as code hosts form them, and its explicit ones. */
  static Set<String> anchors(TextFile file) {
    Set<String> anchors = new HashSet<>();
    Map<String, Integer> seen = new HashMap<>();
    boolean fenced = false;
    for (String line : file.lines()) {
      fenced ^= isFence(line);
      Matcher heading = HEADING.matcher(line);
      if (!fenced && heading.matches()) {
        String slug = slug(heading.group(1));
        int earlier = seen.merge(slug, 1, Integer::sum) - 1;
        anchors.add(earlier == 0 ? slug : slug + "-" + earlier);
      }
      Matcher mark = MARK.matcher(line);
      while (mark.find()) {
        anchors.add(mark.group(1));
      }
    }
    return anchors;
  }

  private static String slug(String heading) {
    return heading
        .replaceAll("\\[([^\\]]*)\\]\\([^)]*\\)", "$1")
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^\\p{L}\\p{N}\\p{M} _-]", "")
        .replace(' ', '-');
  }
}
