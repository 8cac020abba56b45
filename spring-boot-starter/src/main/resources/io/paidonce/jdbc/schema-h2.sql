-- Records of idempotent execution. Times are milliseconds since 1970 in UTC.
CREATE TABLE IF NOT EXISTS paidonce_idempotency (
  key_hash         BINARY(32)    NOT NULL,
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
  outcome          VARBINARY(1048576),
  note             VARCHAR(200)  NOT NULL,
  PRIMARY KEY (key_hash)
);

CREATE INDEX IF NOT EXISTS paidonce_idempotency_purge ON paidonce_idempotency (purge_at_ms);

-- Form tokens, by digest.
CREATE TABLE IF NOT EXISTS paidonce_form_token (
  token_hash       VARCHAR(64)   NOT NULL,
  subject_hash     VARCHAR(64)   NOT NULL,
  used             CHAR(1)       NOT NULL,
  expires_at_ms    BIGINT        NOT NULL,
  PRIMARY KEY (token_hash)
);

CREATE INDEX IF NOT EXISTS paidonce_form_token_purge ON paidonce_form_token (expires_at_ms);
