package io.paidonce.simulator.cli;

import io.paidonce.simulator.Dialect;
import io.paidonce.simulator.NotificationSigner;
import io.paidonce.simulator.ProviderKeys;
import io.paidonce.simulator.alipay.AlipaySigner;
import io.paidonce.simulator.page.ControlServlet;
import io.paidonce.simulator.page.Html;
import io.paidonce.simulator.page.PageServer;
import io.paidonce.simulator.sending.AttemptLog;
import io.paidonce.simulator.sending.Sender;
import io.paidonce.simulator.story.Cast;
import io.paidonce.simulator.story.DemoFiles;
import io.paidonce.simulator.wechatpay.WechatPaySigner;
import io.paidonce.simulator.wechatpayv2.SignType;
import io.paidonce.simulator.wechatpayv2.WechatPayV2Merchant;
import io.paidonce.simulator.wechatpayv2.WechatPayV2Signer;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code serve}: the simulator alone, sending on request. */
@Command(
    name = "serve",
    description = "Signs and sends single notifications on request; every start makes new keys.",
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class ServeCommand implements Callable<Integer> {

  private static final String FORGERS_KEY = "0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f";

  @Option(names = "--port", defaultValue = "8081", description = "(${DEFAULT-VALUE})")
  private int port;

  @Option(
      names = "--keys",
      paramLabel = "DIR",
      defaultValue = "keys",
      description = "directory the public keys are written to (${DEFAULT-VALUE})")
  private Path keys = Path.of("keys");

  @Spec private @Nullable CommandSpec spec;

  private final PrintStream out;

  ServeCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path dir = keys.toAbsolutePath().normalize();
    require(Ground.free(port, "--port"));
    require(Ground.writable(dir).map(problem -> problem.replace("--data", "--keys")));
    Cast cast = Cast.generate("serve");
    Path alipayKey = dir.resolve("alipay.pem");
    Path wechatPayKey = dir.resolve("wechatpay.pem");
    Files.writeString(alipayKey, cast.alipayKeys().providerPublicKeyPem());
    Files.writeString(wechatPayKey, cast.wechatPayKeys().providerPublicKeyPem());
    String channels = DemoFiles.channels(cast, alipayKey, wechatPayKey);

    Random random = new SecureRandom();
    Clock clock = Clock.systemUTC();
    try (Sender sender = new Sender(clock, new AttemptLog());
        PageServer page = new PageServer(port, () -> Html.serve(channels))) {
      page.withControl(
          new ControlServlet(
              signers(cast, random, keys -> keys.provider().getPrivate(), cast.wechatPayV2()),
              signers(cast, random, keys -> keys.forger().getPrivate(), forgersMerchant(cast)),
              sender,
              clock));
      page.start();
      out.println("simulator http://127.0.0.1:" + port + "; configure the receiver with");
      out.println(channels.stripTrailing());
      new CountDownLatch(1).await();
    }
    return 0;
  }

  private static Map<Dialect, NotificationSigner> signers(
      Cast cast,
      Random random,
      Function<ProviderKeys, PrivateKey> whose,
      WechatPayV2Merchant v2Merchant) {
    return Map.of(
        Dialect.ALIPAY, new AlipaySigner(cast.alipay(), whose.apply(cast.alipayKeys())),
        Dialect.WECHATPAY,
            new WechatPaySigner(
                cast.wechatPay(), whose.apply(cast.wechatPayKeys()), Cast.WECHATPAY_SERIAL, random),
        Dialect.WECHATPAY_V2, new WechatPayV2Signer(v2Merchant, SignType.HMAC_SHA256, random));
  }

  private static WechatPayV2Merchant forgersMerchant(Cast cast) {
    WechatPayV2Merchant real = cast.wechatPayV2();
    return new WechatPayV2Merchant(real.merchantId(), real.appId(), FORGERS_KEY);
  }

  private void require(Optional<String> problem) {
    if (problem.isPresent() && spec != null) {
      throw new ParameterException(spec.commandLine(), problem.get());
    }
  }
}
