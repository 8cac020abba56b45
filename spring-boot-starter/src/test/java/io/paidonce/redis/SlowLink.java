package io.paidonce.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** A way to a server on loopback on which every answer is late by the same time. */
final class SlowLink implements AutoCloseable {

  private static final int CHUNK_BYTES = 16_384;

  private final int target;
  private final long delayMillis;
  private final ServerSocket door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final ScheduledExecutorService late = Executors.newSingleThreadScheduledExecutor();
  private final List<Socket> open = new CopyOnWriteArrayList<>();

  SlowLink(int target, long delayMillis) throws IOException {
    this.target = target;
    this.delayMillis = delayMillis;
    start(this::accept);
  }

  int port() {
    return door.getLocalPort();
  }

  private void start(Runnable work) {
    Thread thread = new Thread(work, "slow-link-" + port());
    thread.setDaemon(true);
    thread.start();
  }

  /** Ends when the door is closed. */
  private void accept() {
    try {
      while (true) {
        Socket client = door.accept();
        Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
        open.add(client);
        open.add(server);
        start(() -> copy(client, server, 0));
        start(() -> copy(server, client, delayMillis));
      }
    } catch (IOException closed) {
      close();
    }
  }

  private void copy(Socket from, Socket to, long delay) {
    byte[] chunk = new byte[CHUNK_BYTES];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
        byte[] bytes = Arrays.copyOf(chunk, read);
        if (delay == 0) {
          out.write(bytes);
        } else {
          var unused = late.schedule(() -> write(out, bytes), delay, TimeUnit.MILLISECONDS);
        }
      }
    } catch (IOException gone) {
      close();
    }
  }

  private void write(OutputStream out, byte[] bytes) {
    try {
      out.write(bytes);
    } catch (IOException gone) {
      close();
    }
  }

  @Override
  public void close() {
    late.shutdownNow();
    try {
      door.close();
      for (Socket socket : open) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
