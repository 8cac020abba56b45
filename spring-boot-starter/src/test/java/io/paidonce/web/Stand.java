package io.paidonce.web;

import java.util.HashMap;
import java.util.Map;

/** What an application has to remember keys by. */
enum Stand {
  /** Claims in memory: begun before the handler, ended after it. */
  CLAIM,
  /** A record in the transaction of an embedded database, around the handler. */
  RECORD;

  Map<String, Object> properties() {
    Map<String, Object> properties = new HashMap<>();
    properties.put("server.port", 0);
    properties.put("server.address", "127.0.0.1");
    properties.put("spring.main.banner-mode", "off");
    properties.put("logging.level.root", "error");
    if (this == CLAIM) {
      properties.put("paidonce.idempotency.memory", true);
      properties.put(
          "spring.autoconfigure.exclude",
          "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration,"
              + "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration");
    } else {
      properties.put("spring.datasource.generate-unique-name", true);
    }
    return properties;
  }
}
