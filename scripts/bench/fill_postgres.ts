import { Buffer } from "node:buffer";
import { keyBytes } from "../../src/store/postgres/key_bytes.ts";
import { postgresAddress } from "../../src/store/postgres/postgres_address.ts";
import { PostgresPool } from "../../src/store/postgres/postgres_pool.ts";
import { encodeValue } from "../../src/store/value_codec.ts";

const COPIES_PER_STATEMENT = 20_000;

/** An entry of a store that stands for many: `marker` stands for an id that each copy has of its own. */
export interface EntryTemplate {
  readonly key: Deno.KvKey;
  readonly value: unknown;
  /** The template is used for the copies whose number leaves this remainder. */
  readonly remainder: number;
}

export interface CopyOptions {
  /** Text of 26 characters in keys and values that becomes an ascending id, at most once in each. */
  readonly marker: string;
  readonly copies: number;
  /** Divisor of the numbers of copies, by which their remainders tell which templates they use. */
  readonly divisor: number;
}

/**
 * Writes copies of entries directly to the table of a store in PostgreSQL. The database makes the copies itself, which
 * takes seconds where operations of the store would take an hour.
 */
export async function fillPostgres(
  path: string,
  templates: readonly EntryTemplate[],
  { marker, copies, divisor }: CopyOptions,
): Promise<void> {
  const address = postgresAddress(path);
  const pool = new PostgresPool(address, null);
  const keys = templates.map(({ key }) => cutAt(Buffer.from(keyBytes(key)), marker));
  const values = templates.map(({ value }) => cutAt(Buffer.from(encodeValue(value)), marker));
  const columns = [0, 1, 2].flatMap((part) => [keys.map((cut) => cut[part]), values.map((cut) => cut[part])]);
  const text = `INSERT INTO ${address.schema}.entries (key, value, version)
    SELECT k1 || substring(id FOR octet_length(k2)) || k3, v1 || substring(id FOR octet_length(v2)) || v3, 1
    FROM generate_series($8::integer, $9::integer) AS copy (number)
    CROSS JOIN LATERAL (SELECT convert_to('01K' || lpad(number::text, 23, '0'), 'UTF8')) AS made (id)
    JOIN unnest($1::bytea[], $2::bytea[], $3::bytea[], $4::bytea[], $5::bytea[], $6::bytea[], $7::integer[])
      AS template (k1, v1, k2, v2, k3, v3, remainder) ON remainder = number % ${divisor}`;
  try {
    await pool.prepare(async (client) => {
      const remainders = templates.map(({ remainder }) => remainder);
      for (let first = 0; first < copies; first += COPIES_PER_STATEMENT) {
        const last = Math.min(copies, first + COPIES_PER_STATEMENT) - 1;
        await client.query(text, [...columns, remainders, first, last]);
      }
    });
  } finally {
    await pool.close();
  }
}

/** Cuts bytes into those before a marker, the marker, and those behind it; the last two are empty without a marker. */
function cutAt(bytes: Buffer, marker: string): readonly [Buffer, Buffer, Buffer] {
  const at = bytes.indexOf(marker);
  if (at < 0) return [bytes, Buffer.alloc(0), Buffer.alloc(0)];
  const end = at + marker.length;
  return [bytes.subarray(0, at), bytes.subarray(at, end), bytes.subarray(end)];
}
