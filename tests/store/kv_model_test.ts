import assert from "node:assert/strict";
import { systemRandom } from "../../src/runtime/random.ts";
import type { AtomicWrite, EncodedKv } from "../../src/store/encoded_kv.ts";
import { whenUnlocked } from "../../src/store/transaction.ts";
import { RandomStream } from "../../src/domain/random_stream.ts";
import { KV_PLACES } from "../support/kv_places.ts";
import { sharesPostgres } from "../support/postgres_server.ts";
import { fullTest, problemSeeds } from "../support/tier.ts";

sharesPostgres();

const OPERATIONS = 5_000;
const FEW_OPERATIONS = 400;

/** Small pools of parts, so that random keys meet again and lie within one another's prefixes. */
const PARTS: readonly Deno.KvKeyPart[] = ["a", "b", "a\u0000", "", 0, -1, 2.5, true, Uint8Array.of(0, 255)];

/** The KV as a map, with the number of the operation that wrote each entry in place of its version. */
class Model {
  readonly entries = new Map<string, { readonly key: Deno.KvKey; readonly value: unknown; readonly version: number }>();
  #operations = 0;

  commit({ checks, mutations }: AtomicWrite, versions: ReadonlyMap<string, number>): boolean {
    for (const { key } of checks) {
      if ((this.entries.get(nameOf(key))?.version ?? 0) !== (versions.get(nameOf(key)) ?? 0)) return false;
    }
    const version = ++this.#operations;
    for (const mutation of mutations) {
      if (mutation.type === "delete") this.entries.delete(nameOf(mutation.key));
      else this.entries.set(nameOf(mutation.key), { key: mutation.key, value: mutation.value, version });
    }
    return true;
  }
}

function nameOf(key: Deno.KvKey): string {
  return key.map((part) => part instanceof Uint8Array ? `bytes ${part.toHex()}` : `${typeof part} ${String(part)}`)
    .join(" | ");
}

/** Random choices of one seed. */
class Chance {
  readonly #stream: RandomStream;

  constructor(seed: number) {
    this.#stream = new RandomStream(seed, 0);
  }

  below(count: number): number {
    return Math.floor(this.#stream.uniform() * count);
  }

  of<Item>(items: readonly Item[]): Item {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new RangeError("Nothing to choose from");
    return item;
  }

  key(): Deno.KvKey {
    return Array.from({ length: 1 + this.below(3) }, () => this.of(PARTS));
  }
}

/** Runs random operations on a KV through two handles, and compares every answer with that of the model. */
async function compareWithModel(handles: readonly EncodedKv[], seed: number, operations: number): Promise<void> {
  const chance = new Chance(seed), model = new Model();
  /** Entries as the KV gave them and as the model had them then, some of them out of date. */
  const read = new Map<string, { entry: Deno.KvEntryMaybe<unknown>; version: number }>();
  const look = (entry: Deno.KvEntryMaybe<unknown>): void => {
    const known = model.entries.get(nameOf(entry.key));
    assert.deepEqual(entry.value, known?.value ?? null, `seed ${seed}, key ${nameOf(entry.key)}`);
    assert.equal(entry.versionstamp === null, known === undefined);
    read.set(nameOf(entry.key), { entry, version: known?.version ?? 0 });
  };
  for (let k = 0; k < operations; k++) {
    const kv = chance.of(handles), kind = chance.below(10);
    if (kind < 2) look(await kv.get(chance.key()));
    else if (kind < 3) {
      const keys = Array.from({ length: 1 + chance.below(5) }, () => chance.key());
      for (const entry of await kv.getMany<unknown[]>(keys)) look(entry);
    } else if (kind < 4) await compareLists(kv, model, chance);
    else {
      const checked = Array.from({ length: chance.below(3) }, () => chance.of([...read.values(), null]))
        .filter((one) => one !== null);
      const checks = [...new Map(checked.map(({ entry }) => [nameOf(entry.key), entry])).values()];
      const versions = new Map(checked.map(({ entry, version }) => [nameOf(entry.key), version]));
      const mutations = Array.from({ length: 1 + chance.below(4) }, (): Deno.KvMutation => {
        const key = chance.below(3) === 0 && checks.length > 0 ? chance.of(checks).key : chance.key();
        return chance.below(3) === 0 ? { type: "delete", key } : { type: "set", key, value: chance.below(1_000) };
      });
      const write = { checks, mutations };
      const isDone = await whenUnlocked(systemRandom, () => kv.commit(write));
      assert.equal(isDone, model.commit(write, versions), `seed ${seed}, operation ${k}`);
    }
  }
}

async function compareLists(kv: EncodedKv, model: Model, chance: Chance): Promise<void> {
  const prefix = chance.key().slice(0, chance.below(3)), limit = 1 + chance.below(20);
  const reverse = chance.below(2) === 0, batchSize = 1 + chance.below(8);
  const listed = await Array.fromAsync(kv.list({ prefix }, { limit, reverse, batchSize }));
  const begin = nameOf(prefix);
  const expected = [...model.entries.values()].filter(({ key }) =>
    key.length > prefix.length && nameOf(key.slice(0, prefix.length)) === begin
  );
  assert.equal(listed.length, Math.min(limit, expected.length));
  const values = new Map(expected.map(({ key, value }) => [nameOf(key), value]));
  for (const { key, value } of listed) assert.deepEqual(value, values.get(nameOf(key)));
}

for (const { name, isAbsent: ignore, open } of KV_PLACES) {
  Deno.test(`${name}: ${FEW_OPERATIONS} random operations of a seed answer as a map would`, { ignore }, async () => {
    await using place = await open();
    await compareWithModel([place.kv, place.other], 1, FEW_OPERATIONS);
  });

  Deno.test(fullTest(`${name}: ${OPERATIONS} random operations of each seed answer as a map would`, {
    heldBy: `${name}: ${FEW_OPERATIONS} random operations of a seed answer as a map would`,
    ignore,
  }, async () => {
    for (const seed of problemSeeds(3)) {
      await using place = await open();
      await compareWithModel([place.kv, place.other], seed, OPERATIONS);
    }
  }));
}
