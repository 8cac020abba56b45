package io.paidonce.testkit.processes;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/**
 * Programs that come inside jars of the class path, unpacked once per user and machine.
 *
 * <p>An unpacked tree appears under its final name by an atomic rename, so that JVMs may unpack the
 * same program at the same time and none ever sees half of it. All files are executable.
 */
public final class Unpacked {

  private static final int EXECUTABLE = 0b001_001_001;

  private Unpacked() {}

  /** The one file of the class path with this name. */
  public static Path file(String resource) {
    String name = resource.substring(resource.lastIndexOf('/') + 1);
    return once(resource, target -> copy(resource, target.resolve(name))).resolve(name);
  }

  /** The files below a folder of a jar; {@code member} is any file in that folder. */
  public static Path folder(String folder, String member) {
    return once(folder, target -> copyFolder(folder, folder + member, target));
  }

  /** The files in a tar archive, packed with xz. */
  public static Path archive(String resource) {
    return once(resource, target -> copyArchive(resource, target));
  }

  private interface Fill {
    void into(Path target) throws IOException;
  }

  private static Path once(String resource, Fill fill) {
    try {
      Path home = home();
      Path done = home.resolve(resource.replaceAll("[^A-Za-z0-9.]+", "_"));
      if (Files.isDirectory(done)) {
        return done;
      }
      Path partial = Reaper.scratch("unpacked");
      fill.into(partial);
      open(partial);
      try {
        Files.move(partial, done, StandardCopyOption.ATOMIC_MOVE);
      } catch (FileSystemException e) {
        delete(partial); // another JVM was first
      }
      return done;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot unpack " + resource, e);
    }
  }

  /** The uid of this process; 0 is root. */
  public static int uid() {
    try {
      return (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the owner of /proc/self", e);
    }
  }

  private static Path home() throws IOException {
    Path home = Path.of(System.getProperty("java.io.tmpdir"), "paidonce-programs-" + uid());
    try {
      Files.createDirectory(home);
      open(home);
    } catch (FileAlreadyExistsException e) {
      if (!Integer.valueOf(uid()).equals(Files.getAttribute(home, "unix:uid"))) {
        throw new IOException(home + " belongs to somebody else; remove it", e);
      }
    }
    return home;
  }

  private static void open(Path directory) throws IOException {
    Files.setAttribute(directory, "unix:mode", 0755);
  }

  private static void copy(String resource, Path target) throws IOException {
    try (InputStream in = url(resource).openStream()) {
      write(in, target);
    }
  }

  private static void copyFolder(String folder, String member, Path target) throws IOException {
    JarURLConnection connection = (JarURLConnection) url(member).openConnection();
    connection.setUseCaches(false);
    try (JarFile jar = connection.getJarFile()) {
      List<JarEntry> entries =
          jar.stream().filter(e -> e.getName().startsWith(folder) && !e.isDirectory()).toList();
      for (JarEntry entry : entries) {
        try (InputStream in = jar.getInputStream(entry)) {
          write(in, inside(target, entry.getName().substring(folder.length())));
        }
      }
    }
  }

  private static void copyArchive(String resource, Path target) throws IOException {
    try (InputStream in = new BufferedInputStream(url(resource).openStream());
        TarArchiveInputStream tar = new TarArchiveInputStream(new XZInputStream(in))) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        Path to = inside(target, entry.getName());
        if (entry.isSymbolicLink()) {
          Files.createDirectories(to.getParent());
          Files.createSymbolicLink(to, Path.of(entry.getLinkName()));
        } else if (entry.isFile()) {
          write(tar, to);
        }
      }
    }
  }

  private static Path inside(Path target, String name) throws IOException {
    Path path = target.resolve(name).normalize();
    if (!path.startsWith(target)) {
      throw new IOException("entry " + name + " leaves its archive");
    }
    return path;
  }

  private static void write(InputStream in, Path to) throws IOException {
    Files.createDirectories(to.getParent());
    Files.copy(in, to);
    int mode = (Integer) Files.getAttribute(to, "unix:mode");
    Files.setAttribute(to, "unix:mode", mode | EXECUTABLE);
  }

  private static URL url(String resource) throws IOException {
    URL url = Unpacked.class.getClassLoader().getResource(resource);
    if (url == null) {
      throw new IOException("not on the class path: " + resource);
    }
    return url;
  }

  private static void delete(Path tree) throws IOException {
    try (Stream<Path> paths = Files.walk(tree)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
