package io.paidonce.simulator.page;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.startup.Tomcat;

/** One page on one port of the loopback address, and optionally the {@link ControlServlet}. */
public final class PageServer implements AutoCloseable {

  /** Held here, or its level would be forgotten with it. */
  private static final Logger TOMCAT_LOG = Logger.getLogger("org.apache");

  private final Tomcat tomcat = new Tomcat();
  private final Path base;

  /**
   * A server that is not listening yet.
   *
   * @param port 0 for any free one
   * @param html the whole page, asked anew for every request
   */
  public PageServer(int port, Supplier<String> html) {
    TOMCAT_LOG.setLevel(Level.WARNING);
    try {
      base = Files.createTempDirectory("paidonce-simulator");
    } catch (IOException e) {
      throw new UncheckedIOException("no temporary directory for the page", e);
    }
    tomcat.setBaseDir(base.toString());
    Connector connector = new Connector();
    connector.setPort(port);
    connector.setProperty("address", "127.0.0.1");
    tomcat.setConnector(connector);
    Context context = tomcat.addContext("", base.toString());
    lookForNoLeaks(context);
    Tomcat.addServlet(context, "page", new Page(html)).addMapping("/");
  }

  /** The class loader ends with the JVM; looking for leaks would only print warnings. */
  private static void lookForNoLeaks(Context context) {
    if (context instanceof StandardContext standard) {
      standard.setClearReferencesRmiTargets(false);
      standard.setClearReferencesThreadLocals(false);
    }
  }

  /** Also answers {@code POST /simulator/send}. */
  public PageServer withControl(ControlServlet control) {
    Context context = (Context) tomcat.getHost().findChild("");
    Tomcat.addServlet(context, "control", control).addMapping("/simulator/send");
    return this;
  }

  /**
   * Starts listening.
   *
   * @return the port
   */
  public int start() {
    try {
      tomcat.start();
      return tomcat.getConnector().getLocalPort();
    } catch (LifecycleException e) {
      throw new IllegalStateException("the page cannot be served: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    try {
      tomcat.stop();
      tomcat.destroy();
      try (var files = Files.walk(base)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(file);
        }
      }
    } catch (LifecycleException | IOException e) {
      throw new IllegalStateException("the page did not end well: " + e.getMessage(), e);
    }
  }

  private static final class Page extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private final transient Supplier<String> html;

    Page(Supplier<String> html) {
      this.html = html;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      if (!request.getRequestURI().equals("/")) {
        response.sendError(HttpServletResponse.SC_NOT_FOUND);
        return;
      }
      byte[] bytes = html.get().getBytes(StandardCharsets.UTF_8);
      response.setContentType("text/html;charset=UTF-8");
      response.setHeader("Cache-Control", "no-store");
      response.setHeader(
          "Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'");
      response.setContentLength(bytes.length);
      response.getOutputStream().write(bytes);
    }
  }
}
