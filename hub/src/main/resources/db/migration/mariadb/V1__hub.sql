-- The hub's tables. Times are milliseconds since 1970-01-01T00:00:00Z; amounts are minor units.
CREATE TABLE installation (
  id            INT          NOT NULL PRIMARY KEY,
  epoch         BIGINT       NOT NULL,
  created_at_ms BIGINT       NOT NULL
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

CREATE TABLE notification (
  id                   VARCHAR(26) NOT NULL PRIMARY KEY,
  event_key            BINARY(32)  NOT NULL,
  evidence             VARCHAR(20)  NOT NULL,
  facts_hash           BINARY(32)  NOT NULL,
  event_key_text       VARCHAR(200) NOT NULL,
  channel              VARCHAR(63)  NOT NULL,
  family               VARCHAR(20)  NOT NULL,
  merchant_id          VARCHAR(64)  NOT NULL,
  kind                 VARCHAR(20)  NOT NULL,
  status               VARCHAR(20)  NOT NULL,
  provider_status      VARCHAR(64)  NOT NULL,
  out_trade_no         VARCHAR(64),
  trade_no             VARCHAR(64),
  refund_no            VARCHAR(64),
  provider_refund_no   VARCHAR(64),
  total_minor          BIGINT,
  refund_minor         BIGINT,
  refunded_total_minor BIGINT,
  currency             VARCHAR(3),
  notice_id            VARCHAR(200),
  occurred_at_ms       BIGINT,
  received_at_ms       BIGINT NOT NULL,
  outcome              VARCHAR(20)  NOT NULL,
  reason               VARCHAR(200),
  attempts             INT    NOT NULL,
  next_attempt_at_ms   BIGINT,
  owner                VARCHAR(64),
  fence                BIGINT NOT NULL,
  settled_at_ms        BIGINT,
  CONSTRAINT notification_fact UNIQUE (event_key, evidence, facts_hash)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;
CREATE INDEX notification_due ON notification (next_attempt_at_ms);
CREATE INDEX notification_trade ON notification (out_trade_no, received_at_ms);

CREATE TABLE notification_body (
  notification_id VARCHAR(26) NOT NULL PRIMARY KEY,
  headers         LONGTEXT NOT NULL,
  body            LONGBLOB NOT NULL,
  received_at_ms  BIGINT NOT NULL
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;
CREATE INDEX notification_body_age ON notification_body (received_at_ms);

CREATE TABLE delivery_count (
  event_key       BINARY(32) NOT NULL,
  evidence        VARCHAR(20) NOT NULL,
  facts_hash      BINARY(32) NOT NULL,
  node            VARCHAR(64) NOT NULL,
  deliveries      BIGINT NOT NULL,
  last_seen_at_ms BIGINT NOT NULL,
  PRIMARY KEY (event_key, evidence, facts_hash, node)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

CREATE TABLE rejection (
  id             VARCHAR(26) NOT NULL PRIMARY KEY,
  channel        VARCHAR(63) NOT NULL,
  reason         VARCHAR(20) NOT NULL,
  detail         VARCHAR(200) NOT NULL,
  headers        LONGTEXT NOT NULL,
  body           LONGBLOB NOT NULL,
  body_bytes     INT NOT NULL,
  received_at_ms BIGINT NOT NULL
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;
CREATE INDEX rejection_channel ON rejection (channel, received_at_ms);

CREATE TABLE orders (
  order_no          VARCHAR(28) NOT NULL PRIMARY KEY,
  user_id           VARCHAR(64) NOT NULL,
  product           VARCHAR(64),
  quantity          INT NOT NULL,
  amount_minor      BIGINT NOT NULL,
  currency          VARCHAR(3) NOT NULL,
  grant_asset       VARCHAR(64),
  grant_amount      BIGINT NOT NULL,
  grant_period      VARCHAR(20),
  agent_id          VARCHAR(64),
  state             VARCHAR(20) NOT NULL,
  paid_minor        BIGINT NOT NULL,
  refunded_minor    BIGINT NOT NULL,
  unapplied_minor   BIGINT NOT NULL,
  trade_no          VARCHAR(64),
  paid_at_ms        BIGINT,
  created_at_ms     BIGINT NOT NULL,
  next_ask_at_ms    BIGINT,
  version           BIGINT NOT NULL
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;
CREATE INDEX orders_ask ON orders (next_ask_at_ms);

CREATE TABLE attempt (
  out_trade_no  VARCHAR(64) NOT NULL PRIMARY KEY,
  order_no      VARCHAR(28) NOT NULL,
  channel       VARCHAR(63) NOT NULL,
  family        VARCHAR(20) NOT NULL,
  merchant_id   VARCHAR(64) NOT NULL,
  amount_minor  BIGINT NOT NULL,
  currency      VARCHAR(3) NOT NULL,
  state         VARCHAR(20) NOT NULL,
  created_at_ms BIGINT NOT NULL,
  version       BIGINT NOT NULL
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;
CREATE INDEX attempt_order ON attempt (order_no);

CREATE TABLE receipt (
  family           VARCHAR(20) NOT NULL,
  merchant_id      VARCHAR(64) NOT NULL,
  trade_no         VARCHAR(64) NOT NULL,
  out_trade_no     VARCHAR(64) NOT NULL,
  order_no         VARCHAR(28) NOT NULL,
  amount_minor     BIGINT NOT NULL,
  currency         VARCHAR(3) NOT NULL,
  state            VARCHAR(20) NOT NULL,
  refunded_minor   BIGINT NOT NULL,
  cumulative_minor BIGINT NOT NULL,
  received_at_ms   BIGINT NOT NULL,
  version          BIGINT NOT NULL,
  PRIMARY KEY (family, merchant_id, trade_no)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;
CREATE INDEX receipt_order ON receipt (order_no);

CREATE TABLE refund (
  family             VARCHAR(20) NOT NULL,
  merchant_id        VARCHAR(64) NOT NULL,
  refund_no          VARCHAR(80) NOT NULL,
  trade_scope        VARCHAR(64) NOT NULL,
  order_no           VARCHAR(28) NOT NULL,
  out_trade_no       VARCHAR(64) NOT NULL,
  trade_no           VARCHAR(64) NOT NULL,
  amount_minor       BIGINT NOT NULL,
  currency           VARCHAR(3) NOT NULL,
  state              VARCHAR(20) NOT NULL,
  origin             VARCHAR(20) NOT NULL,
  provider_refund_no VARCHAR(64),
  reason             VARCHAR(200),
  created_at_ms      BIGINT NOT NULL,
  version            BIGINT NOT NULL,
  PRIMARY KEY (family, merchant_id, refund_no, trade_scope)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;
CREATE INDEX refund_order ON refund (order_no);

CREATE TABLE agent_day (
  agent_id      VARCHAR(64) NOT NULL,
  order_day     VARCHAR(10) NOT NULL,
  currency      VARCHAR(3) NOT NULL,
  ordered_minor BIGINT NOT NULL,
  PRIMARY KEY (agent_id, order_day, currency)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

CREATE TABLE entitlement (
  order_no      VARCHAR(28) NOT NULL,
  type          VARCHAR(80) NOT NULL,
  period        VARCHAR(20) NOT NULL,
  user_id       VARCHAR(64) NOT NULL,
  asset         VARCHAR(64),
  amount        BIGINT NOT NULL,
  taken         BIGINT NOT NULL,
  granted_at_ms BIGINT NOT NULL,
  version       BIGINT NOT NULL,
  PRIMARY KEY (order_no, type, period)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

CREATE TABLE account (
  user_id VARCHAR(64) NOT NULL,
  asset   VARCHAR(64) NOT NULL,
  balance BIGINT NOT NULL,
  PRIMARY KEY (user_id, asset)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

CREATE TABLE ledger_entry (
  id            BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  cause         VARCHAR(200) NOT NULL,
  line          INT NOT NULL,
  account       VARCHAR(100) NOT NULL,
  user_id       VARCHAR(64),
  asset         VARCHAR(64) NOT NULL,
  amount        BIGINT NOT NULL,
  order_no      VARCHAR(28),
  created_at_ms BIGINT NOT NULL,
  CONSTRAINT ledger_entry_cause UNIQUE (cause, line)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;
CREATE INDEX ledger_entry_user ON ledger_entry (user_id, asset, id);
CREATE INDEX ledger_entry_order ON ledger_entry (order_no);

CREATE TABLE usage_record (
  request_id    VARCHAR(128) NOT NULL PRIMARY KEY,
  user_id       VARCHAR(64) NOT NULL,
  asset         VARCHAR(64) NOT NULL,
  amount        BIGINT NOT NULL,
  model         VARCHAR(64),
  batch         VARCHAR(64),
  created_at_ms BIGINT NOT NULL
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;
CREATE INDEX usage_record_batch ON usage_record (batch, request_id);
CREATE INDEX usage_record_age ON usage_record (created_at_ms, request_id);

CREATE TABLE message (
  id            VARCHAR(26) NOT NULL PRIMARY KEY,
  type          VARCHAR(64) NOT NULL,
  business_key  VARCHAR(200) NOT NULL,
  order_no      VARCHAR(28),
  payload       LONGTEXT NOT NULL,
  state         VARCHAR(20) NOT NULL,
  created_at_ms BIGINT NOT NULL,
  CONSTRAINT message_business UNIQUE (business_key)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;
CREATE INDEX message_order ON message (order_no);
CREATE INDEX message_state ON message (state, id);

CREATE TABLE problem_case (
  id            VARCHAR(26) NOT NULL PRIMARY KEY,
  kind          VARCHAR(20) NOT NULL,
  subject       VARCHAR(200) NOT NULL,
  open_mark     INT,
  state         VARCHAR(20) NOT NULL,
  channel       VARCHAR(63),
  order_no      VARCHAR(64),
  expected      VARCHAR(200),
  received      VARCHAR(200),
  proposal      VARCHAR(200),
  opened_at_ms  BIGINT NOT NULL,
  resolved_at_ms BIGINT,
  CONSTRAINT problem_case_open UNIQUE (kind, subject, open_mark)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;
CREATE INDEX problem_case_state ON problem_case (state, id);
CREATE INDEX problem_case_order ON problem_case (order_no);

INSERT INTO installation (id, epoch, created_at_ms) VALUES (1, 1, TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00', UTC_TIMESTAMP(6)) DIV 1000);

-- Records of idempotent execution. Times are milliseconds since 1970 in UTC.
CREATE TABLE paidonce_idempotency (
  key_hash         BINARY(32)    NOT NULL,
  scope            VARCHAR(200)  NOT NULL,
  readable         VARCHAR(200)  NOT NULL,
  state            CHAR(1)       NOT NULL,
  owner            VARCHAR(64)   NOT NULL,
  fence            BIGINT        NOT NULL,
  fingerprint      VARCHAR(4000) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  takeover         CHAR(1)       NOT NULL,
  since_at_ms      BIGINT        NOT NULL,
  lease_until_ms   BIGINT,
  retain_until_ms  BIGINT,
  archive_until_ms BIGINT,
  purge_at_ms      BIGINT,
  outcome          MEDIUMBLOB,
  note             VARCHAR(200)  NOT NULL,
  PRIMARY KEY (key_hash),
  INDEX paidonce_idempotency_purge (purge_at_ms)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
