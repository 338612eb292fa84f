import type { Instant } from "../../domain/instant.ts";
import { systemClock } from "../../runtime/clock.ts";
import { systemRandom } from "../../runtime/random.ts";
import type { ClosedMark } from "../closed_store.ts";
import { keys } from "../keys.ts";
import { withKvDeadline } from "../kv_deadline.ts";
import { keyBytes, keyOfBytes } from "../postgres/key_bytes.ts";
import { StoreError } from "../store_error.ts";
import { whenUnlocked } from "../transaction.ts";
import { decodeValue, encodeValue } from "../value_codec.ts";
import { latestExpiry } from "./lifetimes.ts";
import type { RawEntry, RawStore, RawWrite, ScannedEntry } from "./raw_store.ts";

const BATCH_SIZE = 100;
/** Largest number of keys in one `getMany` of Deno KV. */
const KEYS_AT_ONCE = 10;
/** Time limit of a call: a batch of large values over a slow network takes longer than a request may. */
const ANSWER_MS = 60_000;

/** Opens a store on a KV Connect server as its bare entries. An entry closes it to the writes of others. */
export async function openRawKv(path: string): Promise<RawStore> {
  const kv = withKvDeadline(await Deno.openKv(path), { answerMs: ANSWER_MS, silentAnswerMs: ANSWER_MS });
  return {
    shown: path,
    scan: () => scanned(kv),
    async read(keys) {
      const parts = Array.from(
        { length: Math.ceil(keys.length / KEYS_AT_ONCE) },
        (_, part) => keys.slice(part * KEYS_AT_ONCE, (part + 1) * KEYS_AT_ONCE).map(keyOfBytes),
      );
      const read = await Promise.all(parts.map((part) => kv.getMany<unknown[]>(part)));
      return read.flat().flatMap((entry) => entry.versionstamp === null ? [] : [rawEntryOf(entry)]);
    },
    write: (write) => writeRaw(kv, write),
    isClosedToWrites: async () => (await kv.get(keys.closed)).versionstamp !== null,
    async closeToWrites(until) {
      await kv.set(keys.closed, encodeValue({ until } satisfies ClosedMark));
    },
    openToWrites: () => kv.delete(keys.closed),
    complete: (entry) => writeRaw(kv, { set: [entry], remove: [keyBytes(keys.closed)] }),
    // deno-lint-ignore require-await
    async end() {
      kv.close();
    },
  };
}

async function* scanned(kv: Deno.Kv): AsyncGenerator<readonly ScannedEntry[]> {
  let batch: ScannedEntry[] = [];
  for await (const found of kv.list({ prefix: [] }, { batchSize: BATCH_SIZE })) {
    const entry = rawEntryOf(found);
    batch.push({ key: entry.key, version: entry.version, entry });
    if (batch.length < BATCH_SIZE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function rawEntryOf({ key, value, versionstamp }: Deno.KvEntry<unknown>): RawEntry {
  if (!(value instanceof Uint8Array)) {
    throw new StoreError(
      `Cannot copy the entry ${JSON.stringify(key)}: its value has no form that this program writes`,
    );
  }
  const expiresAt = latestExpiry(key, decodeValue(value), systemClock.now());
  return { key: keyBytes(key), value: new Uint8Array(value), version: versionstamp, expiresAt };
}

/** Writes bare entries to a Deno KV in one operation, as soon as no other process locks its file. */
export async function writeRaw(kv: Deno.Kv, { set, remove }: RawWrite): Promise<void> {
  const now = systemClock.now();
  const mutations: Deno.KvMutation[] = [
    ...set.map(({ key, value, expiresAt }): Deno.KvMutation => ({
      type: "set",
      key: keyOfBytes(key),
      value,
      ...expiresAt === null ? {} : { expireIn: lifetimeMs(expiresAt, now) },
    })),
    ...remove.map((key): Deno.KvMutation => ({ type: "delete", key: keyOfBytes(key) })),
  ];
  await whenUnlocked(systemRandom, () => kv.atomic().mutate(...mutations).commit());
}

function lifetimeMs(expiresAt: Instant, now: Instant): number {
  return Math.max(1, expiresAt - now);
}
