import assert from "node:assert/strict";
import { accountWithCredentials, withStore } from "../../tests/support/temporary_store.ts";
import { testedCases } from "../../tests/support/tier.ts";
import type { ClassificationMap, ClassificationMapDraft } from "../domain/classification_map.ts";
import { classificationMapRepository } from "./classification_maps.ts";
import type { EncodedKv } from "./encoded_kv.ts";
import type { Repositories } from "./mod.ts";

/**
 * Numbers of assets in test maps, for the three ways to store a classification map: in one value, as chunks in the
 * record's operation, and as chunks written before it.
 */
const SIZES = [1, 3_000, 10_000];

/**
 * Test helper. Returns a classification map to be saved, with `assets` assets in two groups, about 80 bytes per asset.
 */
function draft(name: string, assets = 2): ClassificationMapDraft {
  const entries = Array.from({ length: assets }, (_, i) => [`NSE:${"A".repeat(60)}${i}`, i % 2 === 0 ? "IT" : "Banks"]);
  return { name, description: null, map: Object.fromEntries(entries) };
}

async function listed({ classificationMaps }: Repositories, accountId: ClassificationMap["accountId"]) {
  return await Array.fromAsync(classificationMaps.list(accountId));
}

for (const assets of testedCases(SIZES)) {
  Deno.test(`a classification map of ${assets} assets is read as saved, replaced as a whole and deleted completely`, () =>
    withStore(async ({ store, clock, list }) => {
      const { account: { id } } = await accountWithCredentials(store);
      const before = (await list()).length;
      const saved = await store.classificationMaps.create(id, draft("Sectors", assets));
      assert.deepEqual(await listed(store, id), [saved]);
      assert.deepEqual([saved.revision, saved.createdAt, saved.updatedAt], [1, clock.nowMs, clock.nowMs]);
      assert.equal(
        new TextDecoder().decode(await store.classificationMaps.content(id, saved.id) ?? undefined),
        JSON.stringify(saved.map),
      );

      clock.nowMs += 1_000;
      const keys = (await list()).length;
      const change = { ...draft("Countries", assets), description: "By listing", map: { ...saved.map, "NSE:Z": "Z" } };
      const replaced = await store.classificationMaps.replace(id, saved.id, change);
      assert.deepEqual(replaced, { ...saved, ...change, revision: 2, updatedAt: clock.nowMs });
      assert.deepEqual(await listed(store, id), [replaced]);
      assert.equal((await list()).length, keys);

      await store.classificationMaps.delete(id, saved.id);
      assert.deepEqual(await listed(store, id), []);
      assert.equal(await store.classificationMaps.content(id, saved.id), null);
      // Once a classification map is deleted, only the entry that holds the last id added to the list of maps remains.
      assert.equal((await list()).length, before + 1);
    }));
}

Deno.test("classification maps are listed newest first, and replacing one does not move it", () =>
  withStore(async ({ store }) => {
    const { account: { id } } = await accountWithCredentials(store);
    const ids: string[] = [];
    for (const name of ["a", "b", "c"]) ids.unshift((await store.classificationMaps.create(id, draft(name))).id);
    await store.classificationMaps.replace(id, ids[2], draft("z"));
    assert.deepEqual((await listed(store, id)).map((map) => map.id), ids);
  }));

Deno.test("another account's classification map is not found, and its name can be used", () =>
  withStore(async ({ store }) => {
    const ada = await accountWithCredentials(store);
    const { account: { id: bob } } = await accountWithCredentials(store, "bob@example.com");
    const saved = await store.classificationMaps.create(ada.account.id, draft("Sectors"));
    await assert.rejects(store.classificationMaps.replace(bob, saved.id, draft("Mine")), { code: "not_found" });
    await assert.rejects(store.classificationMaps.delete(bob, saved.id), { code: "not_found" });
    assert.equal(await store.classificationMaps.content(bob, saved.id), null);
    await store.classificationMaps.create(bob, draft("Sectors"));
    assert.deepEqual(await listed(store, ada.account.id), [saved]);
  }));

Deno.test("the name of a classification map is taken until the map is renamed or deleted", () =>
  withStore(async ({ store }) => {
    const { account: { id } } = await accountWithCredentials(store);
    const { create, replace } = store.classificationMaps;
    const first = await create(id, draft("Sectors"));
    const second = await create(id, draft("Caf\u00e9"));
    await assert.rejects(create(id, draft("Sectors")), { code: "name_taken" });
    await assert.rejects(create(id, draft("Cafe\u0301")), { code: "name_taken" });
    await assert.rejects(create(id, draft("Sectors", 10_000)), { code: "name_taken" });
    await assert.rejects(replace(id, second.id, draft("Sectors")), { code: "name_taken" });
    assert.equal((await replace(id, first.id, draft("Sectors"))).revision, 2);
    await replace(id, first.id, draft("sectors"));
    await create(id, draft("Sectors"));
    await store.classificationMaps.delete(id, second.id);
    await create(id, draft("Cafe\u0301"));
  }));

Deno.test("creating a large classification map under a taken name writes no chunk", () =>
  withStore(async ({ store, list }) => {
    const { account: { id } } = await accountWithCredentials(store);
    await store.classificationMaps.create(id, draft("Sectors"));
    await assert.rejects(store.classificationMaps.create(id, draft("Sectors", 10_000)), { code: "name_taken" });
    assert.deepEqual((await list()).filter((key) => /chunk/.test(key)), []);
  }));

Deno.test("the 101st classification map of an account is refused until another one is deleted", () =>
  withStore(async ({ store }) => {
    const { account: { id } } = await accountWithCredentials(store);
    const created: ClassificationMap[] = [];
    for (let i = 0; i < 100; i++) created.push(await store.classificationMaps.create(id, draft(`Map ${i}`)));
    await assert.rejects(store.classificationMaps.create(id, draft("One more")), {
      code: "limit_reached",
      message: "Cannot make more than 100 classification maps: delete one first",
    });
    await store.classificationMaps.delete(id, created[50].id);
    await store.classificationMaps.create(id, draft("One more"));
  }));

for (const assets of testedCases(SIZES, { testsEach: 2 })) {
  Deno.test(`20 simultaneous creations of a map of ${assets} assets under one name make one map`, () =>
    withStore(async ({ store, list }) => {
      const { account: { id } } = await accountWithCredentials(store);
      const made = await Promise.allSettled(
        Array.from({ length: 20 }, () => store.classificationMaps.create(id, draft("Sectors", assets))),
      );
      const refused = made.filter((one) => one.status === "rejected").map(({ reason }) => reason.code);
      assert.deepEqual(refused, Array(19).fill("name_taken"));
      assert.equal((await listed(store, id)).length, 1);
      assert.equal((await list()).filter((key) => key.includes("classification_map_of_name")).length, 1);
    }));

  Deno.test(`of two simultaneous replacements by maps of ${assets} assets the last is stored whole, each as a revision`, () =>
    withStore(async ({ store, list }) => {
      const { account: { id } } = await accountWithCredentials(store);
      const { id: mapId } = await store.classificationMaps.create(id, draft("Sectors", assets));
      const keys = (await list()).length;
      const [a, b] = [draft("Sectors", assets), { ...draft("Other", assets), description: "other" }];
      const replaced = await Promise.all([a, b].map((change) => store.classificationMaps.replace(id, mapId, change)));
      assert.deepEqual(replaced.map(({ revision }) => revision).sort(), [2, 3]);
      const [last] = replaced.toSorted((one, other) => other.revision - one.revision);
      assert.deepEqual(await listed(store, id), [last]);
      assert.equal((await list()).length, keys);
    }));
}

Deno.test("reading a classification map that is replaced or deleted meanwhile gives its new state", () =>
  withStore(async (context) => {
    const { store, kv } = context;
    const { account: { id } } = await accountWithCredentials(store);
    const saved = await store.classificationMaps.create(id, draft("Sectors", 3_000));
    let change: (() => Promise<unknown>) | null = () =>
      store.classificationMaps.replace(id, saved.id, draft("New", 3_001));
    const changing = classificationMapRepository({
      ...context,
      kv: beforeChunks(kv, async () => {
        const once = change;
        change = null;
        await once?.();
      }),
    });
    const content = await changing.content(id, saved.id);
    assert.equal(Object.keys(JSON.parse(new TextDecoder().decode(content ?? undefined))).length, 3_001);

    change = () => store.classificationMaps.delete(id, saved.id);
    assert.equal(await changing.content(id, saved.id), null);
  }));

Deno.test("a deleted account leaves no classification map and no chunk of one, and cannot create any", () =>
  withStore(async ({ store, list, clock }) => {
    const before = (await list()).length;
    const { account: { id } } = await accountWithCredentials(store);
    for (const assets of SIZES) await store.classificationMaps.create(id, draft(`Map ${assets}`, assets));
    await store.accounts.delete(id);
    await store.maintenance.sweep();
    clock.nowMs += 2 * 3_600_000;
    await store.maintenance.sweep();
    assert.deepEqual((await list()).filter((key) => /classification|chunk/.test(key)), []);
    assert.ok((await list()).length >= before);
    await assert.rejects(store.classificationMaps.create(id, draft("Late")), { code: "not_found" });
    await assert.rejects(store.classificationMaps.create(id, draft("Late", 10_000)), { code: "not_found" });
  }));

/** Test helper. Wraps a KV so that `change` runs before each list of chunks. */
function beforeChunks(kv: EncodedKv, change: () => Promise<void>): EncodedKv {
  return new Proxy(kv, {
    get(target, name) {
      if (name === "getMany") {
        return async (...given: Parameters<EncodedKv["getMany"]>) => {
          if (given[0].some((key) => key.includes("chunks"))) await change();
          return await target.getMany(...given);
        };
      }
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}
