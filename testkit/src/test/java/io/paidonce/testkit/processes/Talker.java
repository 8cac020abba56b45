package io.paidonce.testkit.processes;

import com.sun.net.httpserver.HttpServer;
import io.paidonce.testkit.databases.DatabaseServer;
import io.paidonce.testkit.databases.Engine;
import io.paidonce.testkit.redis.RedisProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** What the tests start as a child: it talks, serves, exits, or starts servers of its own. */
final class Talker {

  private Talker() {}

  public static void main(String... arguments) throws IOException {
    switch (arguments[0]) {
      case "greet" ->
          System.out.println(
              "hello "
                  + arguments[1]
                  + " "
                  + System.getenv("TALKER_WORD")
                  + " "
                  + System.getProperty(Launch.CRASH_PROPERTY));
      case "count" -> {
        for (int i = 0; i < Integer.parseInt(arguments[1]); i++) {
          System.out.println("line " + i);
        }
      }
      case "exit" -> System.exit(Integer.parseInt(arguments[1]));
      case "serve" -> serve(Integer.parseInt(arguments[1]));
      case "servers" -> {
        RedisProcess redis = RedisProcess.start();
        DatabaseServer postgres = DatabaseServer.of(Engine.POSTGRESQL);
        System.out.println(
            "started " + redis.pid() + " " + postgres.pid() + " " + Reaper.scratch("mine"));
        if (arguments[1].equals("stay")) {
          serve(Ports.free());
        }
      }
      default -> throw new IllegalArgumentException(arguments[0]);
    }
  }

  private static void serve(int port) throws IOException {
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    HttpServer server = HttpServer.create(address, 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    server.start();
    System.out.println("serving");
  }
}
