/**
 * Returns the SQL that creates the function `reserve_job` with its tables: it finds the next queued job for a runner
 * and reserves it, with everything that the runner's commit needs to read, so that a claim takes two trips.
 *
 * All runners share one turn (`queue_turn`), whose row a search locks: accounts follow one another in the order of
 * their ids, each for as many jobs as its plan gives, however many runners there are. A reservation keeps other runners
 * away for a moment. It is void as soon as the job's record changes or its time is over, and decides nothing: the
 * commit checks every entry. So the tables need no protection against a crash.
 *
 * Arguments are those of `QueueSearch`, the keys as bytes. A reserved job is one row; no row means that no job fits.
 */
export function reserveFunction(schema: string): readonly string[] {
  const entries = `${schema}.entries`, keyOf = `${schema}.key_of`, jsonOf = `${schema}.json_of`;
  return [
    `CREATE UNLOGGED TABLE ${schema}.queue_turn (one integer PRIMARY KEY, account text, jobs_left integer)
      WITH (fillfactor = 10)`,
    `CREATE UNLOGGED TABLE ${schema}.reservations (
      number integer PRIMARY KEY, key bytea, version bigint, account text, slot integer, ends_at timestamptz
    ) WITH (fillfactor = 10)`,
    `CREATE FUNCTION ${schema}.key_of(VARIADIC parts text[]) RETURNS bytea LANGUAGE sql IMMUTABLE AS $function$
      SELECT string_agg('\\x02'::bytea || convert_to(part, 'UTF8') || '\\x00'::bytea, ''::bytea ORDER BY place)
        FROM unnest(parts) WITH ORDINALITY AS listed (part, place)
    $function$`,
    `CREATE FUNCTION ${schema}.json_of(value bytea) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $function$
      SELECT convert_from(substring(value FROM 3), 'UTF8')::jsonb
    $function$`,
    `
CREATE FUNCTION ${schema}.reserve_job(
  queue text, kinds jsonb, work_limit numeric, is_idle boolean, last_account text, left_out text[],
  running_at_most jsonb, jobs_in_turn jsonb, passed_over bytea[], now_ms numeric,
  last_attempt_at integer, last_attempt_waits_ms numeric, longest_pause_ms numeric
) RETURNS TABLE (
  queue_key bytea, queue_value bytea, queue_version bigint, record_key bytea, record_value bytea,
  record_version bigint, account_value bytea, run_key bytea, run_value bytea, run_version bigint, free_slot integer
) LANGUAGE plpgsql AS $function$
DECLARE
  prefix constant bytea := ${keyOf}(queue);
  prefix_end constant bytea := prefix || '\\xff'::bytea;
  turn record;
  reserved bytea[];
  turn_key bytea;
  at_key bytea;
  end_key bytea;
  waiting record;
  job jsonb;
  plan text;
  at_most integer;
  taken integer[];
  passed integer;
  is_full boolean;
BEGIN
  IF NOT EXISTS (SELECT FROM ${entries} WHERE key > prefix AND key < prefix_end) THEN
    RETURN;
  END IF;
  -- Nothing that this function writes needs to outlive a crash.
  PERFORM set_config('synchronous_commit', 'off', true);
  SELECT account, jobs_left INTO turn FROM ${schema}.queue_turn WHERE one = 1 FOR UPDATE;
  IF NOT FOUND THEN
    INSERT INTO ${schema}.queue_turn VALUES (1, NULL, 0) ON CONFLICT DO NOTHING;
    SELECT account, jobs_left INTO turn FROM ${schema}.queue_turn WHERE one = 1 FOR UPDATE;
  END IF;
  SELECT coalesce(array_agg(r.key), '{}') INTO reserved FROM ${schema}.reservations r
    JOIN ${entries} e ON e.key = r.key AND e.version = r.version WHERE r.ends_at > clock_timestamp();
  turn_key := CASE WHEN turn.account IS NULL THEN prefix
    WHEN turn.jobs_left > 0 THEN prefix || '\\x02'::bytea || convert_to(turn.account, 'UTF8')
    ELSE prefix || '\\x02'::bytea || convert_to(turn.account, 'UTF8') || '\\x01'::bytea END;
  -- From the account whose turn it is to the last one, then from the first one, then the account that comes last.
  FOR round IN 1 .. 3 LOOP
    CONTINUE WHEN round = 2 AND turn.account IS NULL;
    CONTINUE WHEN round = 3 AND (last_account IS NULL OR last_account = ANY (left_out));
    at_key := CASE round WHEN 1 THEN turn_key WHEN 2 THEN prefix
      ELSE prefix || '\\x02'::bytea || convert_to(last_account, 'UTF8') END;
    end_key := CASE round WHEN 1 THEN prefix_end WHEN 2 THEN turn_key
      ELSE prefix || '\\x02'::bytea || convert_to(last_account, 'UTF8') || '\\x01'::bytea END;
    LOOP
      passed := 0;
      is_full := false;
      FOR waiting IN
        SELECT e.key, e.value, e.version, split_part(encode(e.key, 'escape'), '\\000', 2) AS account_part,
            split_part(encode(e.key, 'escape'), '\\000', 4) AS job_part
          FROM ${entries} e WHERE e.key > at_key AND e.key < end_key ORDER BY e.key LIMIT 1000
      LOOP
        passed := passed + 1;
        at_key := waiting.key;
        waiting.account_part := substr(waiting.account_part, 2);
        waiting.job_part := substr(waiting.job_part, 2);
        is_full := waiting.account_part = ANY (left_out) OR (round < 3 AND waiting.account_part = last_account);
        EXIT WHEN is_full;
        CONTINUE WHEN NOT kinds ? split_part(waiting.job_part, '_', 1);
        CONTINUE WHEN waiting.key = ANY (passed_over);
        CONTINUE WHEN (${jsonOf}(waiting.value) ->> 'work')::numeric > work_limit;
        queue_key := waiting.key;
        queue_value := waiting.value;
        queue_version := waiting.version;
        record_key := ${keyOf}(
          'owned', waiting.account_part, 'jobs', kinds ->> split_part(waiting.job_part, '_', 1), waiting.job_part
        );
        CONTINUE WHEN record_key = ANY (reserved);
        SELECT value, version INTO record_value, record_version FROM ${entries} WHERE key = record_key;
        job := ${jsonOf}(record_value);
        CONTINUE WHEN (job ->> 'pausedUntil')::numeric - now_ms BETWEEN 1 AND longest_pause_ms;
        IF NOT is_idle AND (job ->> 'lostAttempts')::integer = last_attempt_at THEN
          CONTINUE WHEN coalesce(now_ms - (job ->> 'lostAt')::numeric < last_attempt_waits_ms, true);
          RETURN;
        END IF;
        SELECT value INTO account_value FROM ${entries} WHERE key = ${keyOf}('accounts', waiting.account_part);
        plan := ${jsonOf}(account_value) ->> 'plan';
        at_most := (running_at_most ->> plan)::integer;
        free_slot := NULL;
        IF at_most IS NOT NULL AND record_value IS NOT NULL THEN
          SELECT array_agg(slot) INTO taken FROM (
            SELECT r.slot FROM ${schema}.reservations r WHERE r.account = waiting.account_part AND r.key = ANY (reserved)
            UNION
            SELECT substr(split_part(encode(e.key, 'escape'), '\\000', 4), 2)::integer FROM ${entries} e
              WHERE e.key > ${keyOf}('owned', waiting.account_part, 'running_jobs')
                AND e.key < ${keyOf}('owned', waiting.account_part, 'running_jobs') || '\\xff'::bytea
          ) AS slots (slot) WHERE slot IS NOT NULL;
          is_full := coalesce(cardinality(taken), 0) >= at_most;
          EXIT WHEN is_full;
          SELECT min(slot) INTO free_slot FROM generate_series(0, at_most - 1) AS free (slot)
            WHERE taken IS NULL OR slot <> ALL (taken);
        END IF;
        run_key := NULL;
        IF job ? 'reportKind' THEN
          run_key := ${keyOf}('owned', waiting.account_part, 'jobs', 'optimization', job ->> 'parentRunId');
          SELECT value, version INTO run_value, run_version FROM ${entries} WHERE key = run_key;
        END IF;
        UPDATE ${schema}.reservations SET key = record_key, version = record_version, slot = free_slot,
            account = waiting.account_part, ends_at = clock_timestamp() + interval '2 seconds'
          WHERE number = (SELECT min(number) FROM ${schema}.reservations WHERE key <> ALL (reserved));
        IF NOT FOUND THEN
          INSERT INTO ${schema}.reservations
            SELECT count(*), record_key, record_version, waiting.account_part, free_slot,
              clock_timestamp() + interval '2 seconds' FROM ${schema}.reservations;
        END IF;
        UPDATE ${schema}.queue_turn SET account = waiting.account_part, jobs_left = -1 +
          CASE WHEN turn.account = waiting.account_part AND turn.jobs_left > 0 THEN turn.jobs_left
            ELSE coalesce((jobs_in_turn ->> plan)::integer, 1) END WHERE one = 1;
        RETURN NEXT;
        RETURN;
      END LOOP;
      IF is_full THEN
        at_key := prefix || '\\x02'::bytea || convert_to(waiting.account_part, 'UTF8') || '\\x01'::bytea;
      ELSE
        EXIT WHEN passed < 1000;
      END IF;
      EXIT WHEN at_key >= end_key;
    END LOOP;
  END LOOP;
END
$function$`,
  ];
}
