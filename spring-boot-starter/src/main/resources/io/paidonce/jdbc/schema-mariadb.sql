-- Records of idempotent execution. Times are milliseconds since 1970 in UTC.
CREATE TABLE IF NOT EXISTS paidonce_idempotency (
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

-- Form tokens, by digest.
CREATE TABLE IF NOT EXISTS paidonce_form_token (
  token_hash       VARCHAR(64)   NOT NULL,
  subject_hash     VARCHAR(64)   NOT NULL,
  used             CHAR(1)       NOT NULL,
  expires_at_ms    BIGINT        NOT NULL,
  PRIMARY KEY (token_hash),
  INDEX paidonce_form_token_purge (expires_at_ms)
) ENGINE = InnoDB CHARACTER SET ascii COLLATE ascii_bin;
