CREATE TABLE IF NOT EXISTS paidonce_idempotency (
  key_hash BYTEA PRIMARY KEY,
  scope VARCHAR(200) NOT NULL,
  readable VARCHAR(200) NOT NULL,
  state CHAR(1) NOT NULL,
  owner VARCHAR(64) NOT NULL,
  fence BIGINT NOT NULL,
  fingerprint VARCHAR(4000) NOT NULL,
  takeover CHAR(1) NOT NULL,
  since_at_ms BIGINT NOT NULL,
  lease_until_ms BIGINT NOT NULL,
  retain_until_ms BIGINT NOT NULL,
  archive_until_ms BIGINT NOT NULL,
  outcome BYTEA,
  note VARCHAR(200) NOT NULL
);
CREATE INDEX IF NOT EXISTS paidonce_idempotency_past
  ON paidonce_idempotency (state, archive_until_ms);
CREATE INDEX IF NOT EXISTS paidonce_idempotency_late
  ON paidonce_idempotency (state, retain_until_ms);
