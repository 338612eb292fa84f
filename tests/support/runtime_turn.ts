import { createHash } from "node:crypto";
import { PLAN_LIMITS } from "../../src/domain/plan.ts";
import { openStore, type Store } from "../../src/store/open_store.ts";
import { encodedKv } from "../../src/store/encoded_kv.ts";
import { everyStoreOperation } from "./every_store_operation.ts";
import { sourceOfChance } from "./temporary_store.ts";

/**
 * Findings of one Deno process in a store file that processes of several Deno versions open one after the other, in
 * turns.
 */
export interface Turn {
  /** Version of the Deno process that opened the store in this turn. */
  readonly version: string;
  /**
   * SHA-256 digest of every key and value in the store before this Deno process changed it; `after` is the digest after
   * its changes.
   */
  readonly before: string;
  readonly after: string;
  /**
   * Email addresses of the accounts that processes of earlier turns created in the store and whose API keys still
   * authenticate.
   */
  readonly authenticated: readonly string[];
  /**
   * Classification maps that processes of earlier turns saved in the store, each as name, number of assets and
   * revision. The process of this turn has then replaced each by a new revision.
   */
  readonly savedMaps: readonly string[];
  /** Sizes in bytes of the configs of the runs that the process of the turn before left waiting in the store. */
  readonly waitingConfigs: readonly number[];
}

/**
 * Script for tests in which processes of two Deno versions use one store file in turns. Each process reads the whole
 * store, replaces the saved maps and cancels the waiting runs of earlier turns, calls every store operation, and reads
 * the store again. Prints the `Turn` as JSON. Arguments: the file and the number of the turn.
 */
const [path, number] = Deno.args;
const clock = { nowMs: Date.now(), now: () => clock.nowMs };
const store = await openStore({ path, planLimits: PLAN_LIMITS, clock, random: sourceOfChance() });
const kv = encodedKv(await Deno.openKv(path));
const before = await digestOfStore();
const authenticated = await authenticate(store);
const savedMaps = await replaceMaps(store);
const waitingConfigs = await endWaiting(store);
await everyStoreOperation(store, { host: `turn-${number}.example.com`, later: (ms) => clock.nowMs += ms });
const turn: Turn = {
  version: Deno.version.deno,
  before,
  after: await digestOfStore(),
  authenticated,
  savedMaps,
  waitingConfigs,
};
kv.close();
store.close();
// deno-lint-ignore no-console
console.log(JSON.stringify(turn));

/** Returns a SHA-256 digest of all entries of the store but one, which each opening of the store writes anew. */
async function digestOfStore(): Promise<string> {
  const digest = createHash("sha256");
  for await (const { key, value } of kv.list({ prefix: [] })) {
    if (key[0] === "write_probe") continue;
    digest.update(JSON.stringify(key)).update(value instanceof Uint8Array ? value : JSON.stringify(value));
  }
  return digest.digest("hex");
}

async function authenticate({ accounts, apiKeys }: Store): Promise<readonly string[]> {
  const emails: string[] = [];
  for await (const { account, user } of accounts.all()) {
    const keyId = `key_${account.id.slice("acc_".length)}`;
    if (await apiKeys.authenticate(keyId, "digest") !== null) emails.push(user.email);
  }
  return emails;
}

async function replaceMaps({ accounts, classificationMaps }: Store): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { account } of await Array.fromAsync(accounts.all())) {
    for (const { id, name, description, map, revision } of await Array.fromAsync(classificationMaps.list(account.id))) {
      found.push(`${name}: ${Object.keys(map).length} assets, revision ${revision}`);
      await classificationMaps.replace(account.id, id, { name, description, map });
    }
  }
  return found;
}

async function endWaiting({ jobs, jobQueue }: Store): Promise<readonly number[]> {
  const bytes: number[] = [];
  for (let lease = await jobQueue.claim(null); lease !== null; lease = await jobQueue.claim(null)) {
    bytes.push((await jobQueue.config(lease))?.length ?? 0);
    await jobs.cancel(lease.accountId, lease.jobId);
  }
  return bytes;
}
