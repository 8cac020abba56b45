package io.paidonce.hub.provider;

import java.net.URI;
import java.util.Map;

/**
 * One signed request to a provider, exactly as it has to be sent. The signature covers address and
 * body, so neither may be changed on the way.
 *
 * @param headers by name, one value each
 */
public record Call(String method, URI uri, Map<String, String> headers, byte[] body) {

  public Call {
    headers = Map.copyOf(headers);
  }

  @Override
  public String toString() {
    return method + " " + uri.getHost() + uri.getRawPath() + ", " + body.length + " bytes";
  }
}
