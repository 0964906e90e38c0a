package org.petlab.brokeragent;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Starts Artemis in this JVM before the application server, whose adapters find it listening. Its
 * classes see none of the server's, and the server none of its.
 *
 * <p>The agent does what the broker's own launcher does, but for the JVM's folder of temporary
 * files, which the launcher would set for the server, too. A broker that does not start ends the
 * JVM: a server without it can do nothing.
 */
public final class BrokerAgent {
  private static final int COULD_NOT_START = 1;

  private BrokerAgent() {}

  /**
   * Called by the JVM before {@code main}; returns when the broker listens.
   *
   * @param argument not used: the system properties {@code artemis.home}, {@code artemis.instance}
   *     and {@code artemis.instance.etc} say where the distribution and the instance lie, as they
   *     do for the launcher
   */
  public static void premain(String argument) {
    try {
      start(folder("artemis.home"), folder("artemis.instance"), folder("artemis.instance.etc"));
    } catch (BrokerFailedException failed) {
      System.err.println("petlab: " + failed.getMessage());
      failed.printStackTrace();
      System.exit(COULD_NOT_START);
    }
  }

  static void start(File home, File instance, File etc) throws BrokerFailedException {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    // Threads that the broker starts take it over from this one. It lives as long as the JVM.
    ClassLoader loader =
        new URLClassLoader(classPath(home, instance, etc), ClassLoader.getPlatformClassLoader());
    thread.setContextClassLoader(loader);
    try {
      if (run(loader, home, instance, etc) instanceof Exception failure) {
        throw new BrokerFailedException("the broker did not start: " + failure, failure);
      }
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private static Object run(ClassLoader loader, File home, File instance, File etc)
      throws BrokerFailedException {
    try {
      return loader
          .loadClass("org.apache.activemq.artemis.cli.Artemis")
          .getMethod(
              "execute",
              boolean.class,
              boolean.class,
              boolean.class,
              File.class,
              File.class,
              File.class,
              String[].class)
          .invoke(null, false, true, false, home, instance, etc, new String[] {"run"});
    } catch (InvocationTargetException thrown) {
      throw new BrokerFailedException(
          "the broker did not start: " + thrown.getCause(), thrown.getCause());
    } catch (ReflectiveOperationException different) {
      throw new BrokerFailedException(
          "in " + home + " there is no Artemis of the version that was expected", different);
    }
  }

  /** The settings first, then the libraries of instance and distribution by name. */
  static URL[] classPath(File home, File instance, File etc) throws BrokerFailedException {
    List<File> parts = new ArrayList<>(List.of(etc));
    for (File folder : List.of(new File(instance, "lib"), new File(home, "lib"))) {
      File[] libraries = folder.listFiles(file -> file.getName().endsWith(".jar"));
      if (libraries == null) {
        throw new BrokerFailedException(
            "expected a folder with the broker's libraries: " + folder, null);
      }
      Arrays.sort(libraries);
      parts.addAll(List.of(libraries));
    }
    try {
      List<URL> urls = new ArrayList<>();
      for (File part : parts) {
        urls.add(part.getCanonicalFile().toURI().toURL());
      }
      return urls.toArray(URL[]::new);
    } catch (MalformedURLException impossible) {
      throw new IllegalStateException("a file's address is a URL", impossible);
    } catch (IOException unreadable) {
      throw new BrokerFailedException(
          "the broker's libraries cannot be read: " + unreadable.getMessage(), unreadable);
    }
  }

  private static File folder(String property) throws BrokerFailedException {
    String value = System.getProperty(property);
    if (value == null) {
      throw new BrokerFailedException("the system property " + property + " was expected", null);
    }
    return new File(value);
  }
}
