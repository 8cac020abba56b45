package io.paidonce.hub.ingress;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.function.Consumer;

/** Reads a body as it comes, up to a limit, without holding a thread. */
final class BodyReader implements ReadListener {

  private final ServletInputStream in;
  private final int bytesMax;
  private final Consumer<byte[]> whenRead;
  private final Runnable whenTooLarge;
  private final Runnable whenGone;
  private final ByteArrayOutputStream body = new ByteArrayOutputStream(2048);
  private final byte[] buffer = new byte[8192];
  private boolean over;

  BodyReader(
      ServletInputStream in,
      int bytesMax,
      Consumer<byte[]> whenRead,
      Runnable whenTooLarge,
      Runnable whenGone) {
    this.in = in;
    this.bytesMax = bytesMax;
    this.whenRead = whenRead;
    this.whenTooLarge = whenTooLarge;
    this.whenGone = whenGone;
  }

  @Override
  public void onDataAvailable() throws IOException {
    while (!over && in.isReady()) {
      int count = in.read(buffer);
      if (count < 0) {
        return;
      }
      if (body.size() + count > bytesMax) {
        over = true;
        whenTooLarge.run();
        return;
      }
      body.write(buffer, 0, count);
    }
  }

  @Override
  public void onAllDataRead() {
    if (!over) {
      over = true;
      whenRead.accept(body.toByteArray());
    }
  }

  @Override
  public void onError(Throwable cause) {
    if (!over) {
      over = true;
      whenGone.run();
    }
  }
}
