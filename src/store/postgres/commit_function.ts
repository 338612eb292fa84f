/** SQL of a new version of entries. */
export const NEW_VERSION = `(1 + floor(random() * ${Number.MAX_SAFE_INTEGER}))::bigint`;

/**
 * Returns the SQL that creates the function `commit_entries`, which commits one operation in one call: it checks the
 * versions of entries, sets and deletes entries, and returns the new version of those that it set, or 0 if a check
 * failed and nothing changed.
 *
 * The arguments are those of `CommitParameters`. Entries come in the order of their keys, and each is locked before the
 * next, so that operations never wait for each other in a circle. An entry that is there is locked by its row. An entry
 * that must be absent, or that is deleted without being there, is locked by a row that is inserted and deleted again:
 * the unique index makes others wait for it. So all operations happen as if one after the other. Who waits too long
 * for a lock gives up, also behind a pooler, which keeps no limit for statements.
 *
 * Versions are random and not counted: a replica that took over, or a restored backup, would count on from an older
 * number, and give a version again that someone still checks.
 */
export function commitFunction(schema: string): string {
  const entries = `${schema}.entries`;
  return `
CREATE OR REPLACE FUNCTION ${schema}.commit_entries(
  content bytea, key_lengths integer[], versions bigint[], value_lengths integer[], lifetimes_ms bigint[]
) RETURNS bigint LANGUAGE plpgsql SET lock_timeout = '2500ms' AS $function$
DECLARE
  new_version constant bigint := ${NEW_VERSION};
  place integer := 1;
  entry_key bytea;
  new_value bytea;
  expected bigint;
  value_length integer;
  expiry timestamptz;
BEGIN
  FOR i IN 1 .. cardinality(key_lengths) LOOP
    entry_key := substring(content FROM place FOR key_lengths[i]);
    place := place + key_lengths[i];
    expected := versions[i];
    value_length := value_lengths[i];
    IF value_length >= 0 THEN
      new_value := substring(content FROM place FOR value_length);
      place := place + value_length;
      expiry := clock_timestamp() + lifetimes_ms[i] * interval '1 millisecond';
      IF expected IS NULL THEN
        INSERT INTO ${entries} AS stored (key, value, version, expires_at)
          VALUES (entry_key, new_value, new_version, expiry)
          ON CONFLICT (key) DO UPDATE
          SET value = excluded.value, version = excluded.version, expires_at = excluded.expires_at;
      ELSIF expected = 0 THEN
        INSERT INTO ${entries} (key, value, version, expires_at)
          VALUES (entry_key, new_value, new_version, expiry) ON CONFLICT DO NOTHING;
      ELSE
        UPDATE ${entries} SET value = new_value, version = new_version, expires_at = expiry
          WHERE key = entry_key AND version = expected;
      END IF;
    ELSIF value_length IS NULL AND expected > 0 THEN
      PERFORM 1 FROM ${entries} WHERE key = entry_key AND version = expected FOR SHARE;
    ELSIF expected > 0 THEN
      DELETE FROM ${entries} WHERE key = entry_key AND version = expected;
    ELSE
      LOOP
        IF expected IS NULL THEN
          DELETE FROM ${entries} WHERE key = entry_key;
          EXIT WHEN FOUND;
        END IF;
        INSERT INTO ${entries} (key, value, version) VALUES (entry_key, '', 0) ON CONFLICT DO NOTHING;
        IF FOUND THEN
          DELETE FROM ${entries} WHERE key = entry_key;
          EXIT;
        END IF;
        EXIT WHEN expected = 0;
      END LOOP;
    END IF;
    IF NOT FOUND THEN
      RAISE SQLSTATE 'KV001';
    END IF;
  END LOOP;
  RETURN new_version;
EXCEPTION WHEN SQLSTATE 'KV001' THEN
  RETURN 0;
END
$function$`;
}
