import assert from "node:assert/strict";
import { assetId } from "../domain/asset.ts";
import { DomainError } from "../domain/errors.ts";
import { completeRequest } from "./complete_request.ts";
import { parseRequest, runConfig } from "./run_request.ts";
import { readRunConfig } from "./read_run_config.ts";
import { idsOfNamed, mapsNamedIn, MapsOfRun, type SavedMaps, savedMapsOf } from "./saved_maps.ts";

const MOMENTS = { assets: ["A", "B"], expected_returns: [0.01, 0.02], covariance: [[0.04, 0], [0, 0.09]] };
const MAP = { A: "x", B: "y", Z: "z" };

function maps(entries: Readonly<Record<string, Readonly<Record<string, string>>>>): SavedMaps {
  return new Map(Object.entries(entries).map(([id, map]) => [id, new TextEncoder().encode(JSON.stringify(map))]));
}

function groupsOf(mapId: string, ...rules: readonly unknown[]): Readonly<Record<string, unknown>> {
  return { groups: { map_id: mapId, rules } };
}

function faultsOf(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    if (error instanceof DomainError && error.code === "validation_failed") return error.faults;
    throw error;
  }
  return null;
}

Deno.test("saved maps are found wherever a body may name them, and nowhere else", () => {
  const named = mapsNamedIn({
    constraints: { groups: [{ map_id: "m1" }, { map: {} }, 5, { map_id: 6 }], linear: { map_id: "no" } },
    methods: ["hrp", { constraints: groupsOf("m2") }, null, { constraints: [] }],
    rolling_backtest: { methods: [{ constraints: { groups: [{ map_id: "m1" }] } }] },
    map_id: "no",
  });
  assert.deepEqual(named, [
    { pointer: "/constraints/groups/0/map_id", mapId: "m1" },
    { pointer: "/methods/1/constraints/groups/map_id", mapId: "m2" },
    { pointer: "/rolling_backtest/methods/0/constraints/groups/0/map_id", mapId: "m1" },
  ]);
  assert.deepEqual(idsOfNamed(named), ["m1", "m2"]);
  for (const body of [null, [], "map_id", { constraints: [] }, { constraints: { groups: null } }, { methods: {} }]) {
    assert.deepEqual(mapsNamedIn(body), []);
  }
});

Deno.test("a saved map that is not found is refused at each place that names it, before any other fault", async () => {
  const body = { constraints: groupsOf("m1"), methods: [{ method: "none", constraints: groupsOf("m2") }], sed: 1 };
  const detailOf = (id: string): string =>
    `Cannot find the saved classification map "${id}": send the id of a map of the account, or "map"`;
  await assert.rejects(savedMapsOf(body, () => Promise.resolve(maps({ m2: MAP }))), {
    code: "validation_failed",
    faults: [{ pointer: "/constraints/groups/map_id", detail: detailOf("m1") }],
  });
  await assert.rejects(savedMapsOf(body, () => Promise.resolve(maps({}))), {
    faults: [
      { pointer: "/constraints/groups/map_id", detail: detailOf("m1") },
      { pointer: "/methods/0/constraints/groups/map_id", detail: detailOf("m2") },
    ],
  });
  const found = maps({ m1: MAP, m2: MAP });
  assert.equal(await savedMapsOf(body, () => Promise.resolve(found)), found);
  await savedMapsOf({ methods: ["hrp"] }, () => Promise.reject(new Error("asked for nothing")));
});

Deno.test("a request may name at most 10 saved maps", () => {
  const named = Array.from({ length: 11 }, (_, i) => ({ pointer: `/${i}`, mapId: `m${i}` }));
  assert.equal(idsOfNamed(named.slice(1)).length, 10);
  const detail = "Cannot use 11 saved classification maps in one request: it takes at most 10";
  assert.deepEqual(faultsOf(() => idsOfNamed(named)), [{ pointer: "/10", detail }]);
});

Deno.test("a run has a saved map's entries for its own assets, and its config has them in place of the map's id", () => {
  const lookups = { maps: maps({ m1: MAP, m2: { A: "o", B: "o" } }) };
  const body = {
    moments: MOMENTS,
    constraints: groupsOf("m1", { group: "x", max: 0.5 }),
    methods: ["min_volatility", {
      method: "max_return",
      constraints: {
        groups: [{ name: "one", map_id: "m2", rules: [{ group: "o", min: 1 }] }, {
          name: "two",
          map: { A: "x" },
          rules: [],
        }],
        cardinality: { groups: [{ group: "one/o", max: 1 }] },
      },
    }],
  };
  const request = parseRequest(body, lookups);
  const groups = { map: { A: "x", B: "y" }, rules: [{ group: "x", max: 0.5 }] };
  assert.deepEqual(request.constraints, { groups });
  assert.deepEqual(request.methods[1].constraints?.groups, [
    { name: "one", map: { A: "o", B: "o" }, rules: [{ group: "o", min: 1 }] },
    { name: "two", map: { A: "x" }, rules: [] },
  ]);
  const config = JSON.parse(JSON.stringify(runConfig(body, request)));
  assert.doesNotMatch(JSON.stringify(config), /map_id|Z/);
  assert.deepEqual(readRunConfig(config), request);
  assert.deepEqual(parseRequest(config), request);
});

Deno.test("saved maps are read before market data, and classify a Bombay share sent by its symbol under its code", () => {
  const stocks = ["TCS", "INFY"].map((ticker) => ({ ticker, exchange: "BSE" }));
  const completing = completeRequest({ stocks, methods: ["min_volatility"], constraints: groupsOf("m1") });
  assert.deepEqual(completing.next().value, { about: "maps", mapIds: ["m1"] });
  const found = maps({ m1: { "BSE:532540": "IT", "BSE:500209": "IT", "BSE:500325": "oil" } });
  assert.equal(Reflect.get(completing.next({ about: "maps", found }).value, "about"), "listings");
  const listings = [["BSE:532540", "TCS"], ["BSE:500209", "INFY"]]
    .map(([asset, letters]) => ({ name: `BSE:${letters}`, asset: assetId(asset), market: "IN" as const }));
  completing.next({ about: "listings", found: { listings, assets: [], former: [], benchmarks: [] } });
  const session = { end_date: "2024-12-31", risk_free_rate: 0.06 };
  const { value: request } = completing.next({ about: "session", found: session });
  const groups = { map: { "BSE:532540": "IT", "BSE:500209": "IT" }, rules: [] };
  assert.deepEqual(Reflect.get(request, "constraints"), { groups });
});

Deno.test("a rule on a saved map's group that has no asset of the run is refused", () => {
  const body = { moments: MOMENTS, methods: ["min_volatility"], constraints: groupsOf("m1", { group: "z", max: 1 }) };
  assert.deepEqual(faultsOf(() => parseRequest(body, { maps: maps({ m1: MAP }) })), [{
    pointer: "/constraints/groups/rules/0/group",
    detail: 'Cannot find group "z" in the map: no asset of the run is in it; the groups are "x", "y"',
  }]);
});

Deno.test("a fault in a rule on a saved map's group is refused at its pointer", () => {
  const constraints = { ...groupsOf("m1", { group: "x", max: "half" }), linear: [{ coefficients: {} }] };
  const body = { moments: MOMENTS, methods: ["min_volatility"], constraints };
  const faults = faultsOf(() => parseRequest(body, { maps: maps({ m1: MAP }) }));
  assert.ok(Array.isArray(faults));
  assert.ok(faults.some(({ pointer }) => pointer === "/constraints/groups/rules/0/max"), JSON.stringify(faults));
});

Deno.test("unusual names of assets, groups and saved maps are ordinary names", () => {
  const assets = ["constructor", "toString", "\u{1F989}", "אב"].map(assetId);
  const map = Object.fromEntries(assets.map((asset) => [asset, "__proto__"]));
  const run = new MapsOfRun(maps({ __proto__x: { ...map, valueOf: "no" } }), assets);
  const filled = run.fill({ groups: { map: {}, map_id: "__proto__x", rules: [] } });
  assert.deepEqual(filled, { groups: { map, rules: [] } });
});

Deno.test("the entries that saved maps add to a request are limited, together with its own values", () => {
  const assets = Array.from({ length: 2_000 }, (_, i) => assetId(`A${i}`));
  const all = maps({ all: Object.fromEntries(assets.map((asset) => [asset, "g"])), none: { Z: "z" } });
  const listed = (places: number, map_id = "all") => ({
    groups: Array.from({ length: places }, (_, i) => ({ name: `${i}`, map: {}, map_id, rules: [] })),
  });
  new MapsOfRun(all, assets).fill(listed(25));
  new MapsOfRun(all, assets).fill(listed(10_000, "none"));
  const detail = "Cannot use saved classification maps in so many places: together they have too many entries";
  assert.deepEqual(faultsOf(() => new MapsOfRun(all, assets).fill(listed(26))), [{ pointer: "", detail }]);
  // A body with 240,000 values leaves room for 4,000 entries of saved maps: a body may have 250,000 values, an entry
  // counts as two, and the room of another 1,000 entries is kept free for defaults.
  const beside = new MapsOfRun(all, assets, { values: 240_000 });
  beside.fill(listed(2));
  assert.deepEqual(faultsOf(() => beside.fill(listed(1))), [{ pointer: "", detail }]);
});
