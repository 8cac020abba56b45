-- The hub's tables. Times are milliseconds since 1970-01-01T00:00:00Z; amounts are minor units.
CREATE TABLE installation (
  id            INT          NOT NULL PRIMARY KEY,
  epoch         BIGINT       NOT NULL,
  created_at_ms BIGINT       NOT NULL
);

CREATE TABLE notification (
  id                   VARCHAR(26) COLLATE "C" NOT NULL PRIMARY KEY,
  event_key            BYTEA  NOT NULL,
  evidence             VARCHAR(20) COLLATE "C"  NOT NULL,
  facts_hash           BYTEA  NOT NULL,
  event_key_text       VARCHAR(200) COLLATE "C" NOT NULL,
  channel              VARCHAR(63) COLLATE "C"  NOT NULL,
  family               VARCHAR(20) COLLATE "C"  NOT NULL,
  merchant_id          VARCHAR(64) COLLATE "C"  NOT NULL,
  kind                 VARCHAR(20) COLLATE "C"  NOT NULL,
  status               VARCHAR(20) COLLATE "C"  NOT NULL,
  provider_status      VARCHAR(64) COLLATE "C"  NOT NULL,
  out_trade_no         VARCHAR(64) COLLATE "C",
  trade_no             VARCHAR(64) COLLATE "C",
  refund_no            VARCHAR(64) COLLATE "C",
  provider_refund_no   VARCHAR(64) COLLATE "C",
  total_minor          BIGINT,
  refund_minor         BIGINT,
  refunded_total_minor BIGINT,
  currency             VARCHAR(3) COLLATE "C",
  notice_id            VARCHAR(200) COLLATE "C",
  occurred_at_ms       BIGINT,
  received_at_ms       BIGINT NOT NULL,
  outcome              VARCHAR(20) COLLATE "C"  NOT NULL,
  reason               VARCHAR(200) COLLATE "C",
  attempts             INT    NOT NULL,
  next_attempt_at_ms   BIGINT,
  owner                VARCHAR(64) COLLATE "C",
  fence                BIGINT NOT NULL,
  settled_at_ms        BIGINT,
  CONSTRAINT notification_fact UNIQUE (event_key, evidence, facts_hash)
);
CREATE INDEX notification_due ON notification (next_attempt_at_ms);
CREATE INDEX notification_trade ON notification (out_trade_no, received_at_ms);

CREATE TABLE notification_body (
  notification_id VARCHAR(26) COLLATE "C" NOT NULL PRIMARY KEY,
  headers         TEXT NOT NULL,
  body            BYTEA NOT NULL,
  received_at_ms  BIGINT NOT NULL
);
CREATE INDEX notification_body_age ON notification_body (received_at_ms);

CREATE TABLE delivery_count (
  event_key       BYTEA NOT NULL,
  evidence        VARCHAR(20) COLLATE "C" NOT NULL,
  facts_hash      BYTEA NOT NULL,
  node            VARCHAR(64) COLLATE "C" NOT NULL,
  deliveries      BIGINT NOT NULL,
  last_seen_at_ms BIGINT NOT NULL,
  PRIMARY KEY (event_key, evidence, facts_hash, node)
);

CREATE TABLE rejection (
  id             VARCHAR(26) COLLATE "C" NOT NULL PRIMARY KEY,
  channel        VARCHAR(63) COLLATE "C" NOT NULL,
  reason         VARCHAR(20) COLLATE "C" NOT NULL,
  detail         VARCHAR(200) COLLATE "C" NOT NULL,
  headers        TEXT NOT NULL,
  body           BYTEA NOT NULL,
  body_bytes     INT NOT NULL,
  received_at_ms BIGINT NOT NULL
);
CREATE INDEX rejection_channel ON rejection (channel, received_at_ms);

CREATE TABLE orders (
  order_no          VARCHAR(28) COLLATE "C" NOT NULL PRIMARY KEY,
  user_id           VARCHAR(64) COLLATE "C" NOT NULL,
  product           VARCHAR(64) COLLATE "C",
  quantity          INT NOT NULL,
  amount_minor      BIGINT NOT NULL,
  currency          VARCHAR(3) COLLATE "C" NOT NULL,
  grant_asset       VARCHAR(64) COLLATE "C",
  grant_amount      BIGINT NOT NULL,
  grant_period      VARCHAR(20) COLLATE "C",
  agent_id          VARCHAR(64) COLLATE "C",
  state             VARCHAR(20) COLLATE "C" NOT NULL,
  paid_minor        BIGINT NOT NULL,
  refunded_minor    BIGINT NOT NULL,
  unapplied_minor   BIGINT NOT NULL,
  trade_no          VARCHAR(64) COLLATE "C",
  paid_at_ms        BIGINT,
  created_at_ms     BIGINT NOT NULL,
  next_ask_at_ms    BIGINT,
  version           BIGINT NOT NULL
);
CREATE INDEX orders_ask ON orders (next_ask_at_ms);

CREATE TABLE attempt (
  out_trade_no  VARCHAR(64) COLLATE "C" NOT NULL PRIMARY KEY,
  order_no      VARCHAR(28) COLLATE "C" NOT NULL,
  channel       VARCHAR(63) COLLATE "C" NOT NULL,
  family        VARCHAR(20) COLLATE "C" NOT NULL,
  merchant_id   VARCHAR(64) COLLATE "C" NOT NULL,
  amount_minor  BIGINT NOT NULL,
  currency      VARCHAR(3) COLLATE "C" NOT NULL,
  state         VARCHAR(20) COLLATE "C" NOT NULL,
  created_at_ms BIGINT NOT NULL,
  version       BIGINT NOT NULL
);
CREATE INDEX attempt_order ON attempt (order_no);

CREATE TABLE receipt (
  family           VARCHAR(20) COLLATE "C" NOT NULL,
  merchant_id      VARCHAR(64) COLLATE "C" NOT NULL,
  trade_no         VARCHAR(64) COLLATE "C" NOT NULL,
  out_trade_no     VARCHAR(64) COLLATE "C" NOT NULL,
  order_no         VARCHAR(28) COLLATE "C" NOT NULL,
  amount_minor     BIGINT NOT NULL,
  currency         VARCHAR(3) COLLATE "C" NOT NULL,
  state            VARCHAR(20) COLLATE "C" NOT NULL,
  refunded_minor   BIGINT NOT NULL,
  cumulative_minor BIGINT NOT NULL,
  received_at_ms   BIGINT NOT NULL,
  version          BIGINT NOT NULL,
  PRIMARY KEY (family, merchant_id, trade_no)
);
CREATE INDEX receipt_order ON receipt (order_no);

CREATE TABLE refund (
  family             VARCHAR(20) COLLATE "C" NOT NULL,
  merchant_id        VARCHAR(64) COLLATE "C" NOT NULL,
  refund_no          VARCHAR(80) COLLATE "C" NOT NULL,
  trade_scope        VARCHAR(64) COLLATE "C" NOT NULL,
  order_no           VARCHAR(28) COLLATE "C" NOT NULL,
  out_trade_no       VARCHAR(64) COLLATE "C" NOT NULL,
  trade_no           VARCHAR(64) COLLATE "C" NOT NULL,
  amount_minor       BIGINT NOT NULL,
  currency           VARCHAR(3) COLLATE "C" NOT NULL,
  state              VARCHAR(20) COLLATE "C" NOT NULL,
  origin             VARCHAR(20) COLLATE "C" NOT NULL,
  provider_refund_no VARCHAR(64) COLLATE "C",
  reason             VARCHAR(200) COLLATE "C",
  created_at_ms      BIGINT NOT NULL,
  version            BIGINT NOT NULL,
  PRIMARY KEY (family, merchant_id, refund_no, trade_scope)
);
CREATE INDEX refund_order ON refund (order_no);

CREATE TABLE agent_day (
  agent_id      VARCHAR(64) COLLATE "C" NOT NULL,
  order_day     VARCHAR(10) COLLATE "C" NOT NULL,
  currency      VARCHAR(3) COLLATE "C" NOT NULL,
  ordered_minor BIGINT NOT NULL,
  PRIMARY KEY (agent_id, order_day, currency)
);

CREATE TABLE entitlement (
  order_no      VARCHAR(28) COLLATE "C" NOT NULL,
  type          VARCHAR(80) COLLATE "C" NOT NULL,
  period        VARCHAR(20) COLLATE "C" NOT NULL,
  user_id       VARCHAR(64) COLLATE "C" NOT NULL,
  asset         VARCHAR(64) COLLATE "C",
  amount        BIGINT NOT NULL,
  taken         BIGINT NOT NULL,
  granted_at_ms BIGINT NOT NULL,
  version       BIGINT NOT NULL,
  PRIMARY KEY (order_no, type, period)
);

CREATE TABLE account (
  user_id VARCHAR(64) COLLATE "C" NOT NULL,
  asset   VARCHAR(64) COLLATE "C" NOT NULL,
  balance BIGINT NOT NULL,
  PRIMARY KEY (user_id, asset)
);

CREATE TABLE ledger_entry (
  id            BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  cause         VARCHAR(200) COLLATE "C" NOT NULL,
  line          INT NOT NULL,
  account       VARCHAR(100) COLLATE "C" NOT NULL,
  user_id       VARCHAR(64) COLLATE "C",
  asset         VARCHAR(64) COLLATE "C" NOT NULL,
  amount        BIGINT NOT NULL,
  order_no      VARCHAR(28) COLLATE "C",
  created_at_ms BIGINT NOT NULL,
  CONSTRAINT ledger_entry_cause UNIQUE (cause, line)
);
CREATE INDEX ledger_entry_user ON ledger_entry (user_id, asset, id);
CREATE INDEX ledger_entry_order ON ledger_entry (order_no);

CREATE TABLE usage_record (
  request_id    VARCHAR(128) COLLATE "C" NOT NULL PRIMARY KEY,
  user_id       VARCHAR(64) COLLATE "C" NOT NULL,
  asset         VARCHAR(64) COLLATE "C" NOT NULL,
  amount        BIGINT NOT NULL,
  model         VARCHAR(64) COLLATE "C",
  batch         VARCHAR(64) COLLATE "C",
  created_at_ms BIGINT NOT NULL
);
CREATE INDEX usage_record_batch ON usage_record (batch, request_id);
CREATE INDEX usage_record_age ON usage_record (created_at_ms, request_id);

CREATE TABLE message (
  id            VARCHAR(26) COLLATE "C" NOT NULL PRIMARY KEY,
  type          VARCHAR(64) COLLATE "C" NOT NULL,
  business_key  VARCHAR(200) COLLATE "C" NOT NULL,
  order_no      VARCHAR(28) COLLATE "C",
  payload       TEXT NOT NULL,
  state         VARCHAR(20) COLLATE "C" NOT NULL,
  created_at_ms BIGINT NOT NULL,
  CONSTRAINT message_business UNIQUE (business_key)
);
CREATE INDEX message_order ON message (order_no);
CREATE INDEX message_state ON message (state, id);

CREATE TABLE problem_case (
  id            VARCHAR(26) COLLATE "C" NOT NULL PRIMARY KEY,
  kind          VARCHAR(20) COLLATE "C" NOT NULL,
  subject       VARCHAR(200) COLLATE "C" NOT NULL,
  open_mark     INT,
  state         VARCHAR(20) COLLATE "C" NOT NULL,
  channel       VARCHAR(63) COLLATE "C",
  order_no      VARCHAR(64) COLLATE "C",
  expected      VARCHAR(200) COLLATE "C",
  received      VARCHAR(200) COLLATE "C",
  proposal      VARCHAR(200) COLLATE "C",
  opened_at_ms  BIGINT NOT NULL,
  resolved_at_ms BIGINT,
  CONSTRAINT problem_case_open UNIQUE (kind, subject, open_mark)
);
CREATE INDEX problem_case_state ON problem_case (state, id);
CREATE INDEX problem_case_order ON problem_case (order_no);

INSERT INTO installation (id, epoch, created_at_ms) VALUES (1, 1, CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT));

-- Records of idempotent execution. Times are milliseconds since 1970 in UTC.
CREATE TABLE paidonce_idempotency (
  key_hash         BYTEA         NOT NULL,
  scope            VARCHAR(200)  NOT NULL,
  readable         VARCHAR(200)  NOT NULL,
  state            CHAR(1)       NOT NULL,
  owner            VARCHAR(64)   NOT NULL,
  fence            BIGINT        NOT NULL,
  fingerprint      VARCHAR(4000) NOT NULL,
  takeover         CHAR(1)       NOT NULL,
  since_at_ms      BIGINT        NOT NULL,
  lease_until_ms   BIGINT,
  retain_until_ms  BIGINT,
  archive_until_ms BIGINT,
  purge_at_ms      BIGINT,
  outcome          BYTEA,
  note             VARCHAR(200)  NOT NULL,
  PRIMARY KEY (key_hash)
);

CREATE INDEX paidonce_idempotency_purge ON paidonce_idempotency (purge_at_ms);
