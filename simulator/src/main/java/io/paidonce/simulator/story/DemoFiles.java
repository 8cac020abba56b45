package io.paidonce.simulator.story;

import io.paidonce.simulator.ProviderKeys;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * What the demo writes: {@code demo/application.yaml} for the hub and the public keys it names,
 * below one directory. Files are readable by their owner only.
 */
public final class DemoFiles {

  private final Path directory;

  /** Files below {@code data/demo}. */
  public DemoFiles(Path data) {
    this.directory = data.toAbsolutePath().normalize().resolve("demo");
  }

  public Path configuration() {
    return directory.resolve("application.yaml");
  }

  public Path hubLog() {
    return directory.resolve("hub.log");
  }

  /** Writes everything anew; the hub's log starts empty. */
  public void write(Cast cast, int hubPort) throws IOException {
    Path keys = directory.resolve("keys");
    Files.createDirectories(keys);
    Path alipay = keys.resolve("alipay.pem");
    Path wechatPay = keys.resolve("wechatpay.pem");
    put(alipay, cast.alipayKeys());
    put(wechatPay, cast.wechatPayKeys());
    put(configuration(), yaml(cast, hubPort, alipay, wechatPay));
    put(hubLog(), "");
  }

  private static void put(Path file, ProviderKeys keys) throws IOException {
    put(file, keys.providerPublicKeyPem());
  }

  private static void put(Path file, String text) throws IOException {
    Files.deleteIfExists(file);
    if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }
    Files.writeString(file, text, StandardCharsets.UTF_8);
  }

  /** The channels part also serves who points a hub of their own at the simulator. */
  public static String channels(Cast cast, Path alipayKey, Path wechatPayKey) {
    return """
      channels:
        shop-alipay:
          provider: alipay
          app-id: "%s"
          seller-id: "%s"
          alipay-public-key: "file:%s"
        shop-wechat:
          provider: wechatpay
          merchant-id: "%s"
          app-ids: ["%s"]
          api-v3-key: "%s"
          public-keys: { %s: "file:%s" }
        shop-wechat-v2:
          provider: wechatpay-v2
          merchant-id: "%s"
          app-ids: ["%s"]
          api-key: "%s"
          sign-type: HMAC-SHA256
    """
        .formatted(
            cast.alipay().appId(),
            cast.alipay().sellerId(),
            alipayKey,
            cast.wechatPay().merchantId(),
            cast.wechatPay().appId(),
            cast.wechatPay().apiV3Key(),
            Cast.WECHATPAY_SERIAL,
            wechatPayKey,
            cast.wechatPayV2().merchantId(),
            cast.wechatPayV2().appId(),
            cast.wechatPayV2().apiKey());
  }

  private static String yaml(Cast cast, int hubPort, Path alipayKey, Path wechatPayKey) {
    StringBuilder text = new StringBuilder();
    text.append("# Written by the demo; every run writes new keys.\n");
    text.append("server:\n  port: ").append(hubPort).append("\n  address: 127.0.0.1\n");
    text.append("paidonce:\n  api-keys:\n    - { name: demo, key: \"")
        .append(cast.apiKey())
        .append("\", scopes: [orders, usage, read, admin] }\n");
    text.append(channels(cast, alipayKey, wechatPayKey));
    text.append("  products:\n");
    for (Product product : Product.values()) {
      text.append("    ")
          .append(product.code())
          .append(": { price: { value: ")
          .append(product.priceFen())
          .append(", currency: CNY }, grants: ")
          .append(
              product.tokens() == 0
                  ? "{ subscription: pro, period: P1M }"
                  : "{ asset: token, amount: " + product.tokens() + " }")
          .append(" }\n");
    }
    return text.toString();
  }
}
