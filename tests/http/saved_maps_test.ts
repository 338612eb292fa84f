import assert from "node:assert/strict";
import { type Browser, type Reply, type RequestOptions, verifiedBrowser } from "../support/browser.ts";
import type { RunningService } from "../support/running_service.ts";
import { accountIdOf, ended, submitted, succeeded } from "../support/runs_over_https.ts";
import { pricesBody } from "../support/submission.ts";
import { QUEUED, sharedService } from "../support/shared_service.ts";
import { partOf, testInTurn } from "../support/tier.ts";

const SECTORS = { ASSET0: "food", ASSET1: "food", ASSET2: "steel", "NSE:ELSEWHERE": "oil" };
const COUNTRIES = { ASSET0: "IN", ASSET1: "US", ASSET2: "US", "US:ELSEWHERE": "US" };
const RUN = pricesBody(3, 80);
const ABSENT = "map_01K00000000000000000000000";

Deno.test(
  testInTurn(
    "a run obeys group constraints of two saved maps, and keeps the maps' content when they change or are deleted",
    async () => {
      const service = await sharedService();
      const person = await verifiedBrowser(service);
      const [sectors, countries] = [
        await saved(person, "Sectors", SECTORS),
        await saved(person, "Countries", COUNTRIES),
      ];
      const rules = [[{ group: "food", max: 0.4 }], [{ group: "US", min: 0.7 }]];
      const constraints = {
        groups: [{ name: "sector", map_id: sectors, rules: rules[0] }, {
          name: "country",
          map_id: countries,
          rules: rules[1],
        }],
      };
      const sent = { ...RUN, constraints, methods: ["min_volatility"], rolling_backtest: PLAN };
      const runId = await succeeded(person, sent);
      const before = await textsOf(service, person, runId);
      const [config, result] = before.map((text) => JSON.parse(text));
      const { ["NSE:ELSEWHERE"]: _oil, ...sectorsOfRun } = SECTORS;
      const { ["US:ELSEWHERE"]: _us, ...countriesOfRun } = COUNTRIES;
      assert.deepEqual(config.constraints.groups, [
        { name: "sector", map: sectorsOfRun, rules: rules[0] },
        { name: "country", map: countriesOfRun, rules: rules[1] },
      ]);
      const { ASSET0, ASSET1, ASSET2 } = result.methods[0].weights;
      assert.ok(
        ASSET0 + ASSET1 <= 0.4 + 1e-9 && ASSET1 + ASSET2 >= 0.7 - 1e-9,
        JSON.stringify([ASSET0, ASSET1, ASSET2]),
      );

      await person.send("PUT", `/classification-maps/${sectors}`, {
        body: { name: "Sectors", map: { ASSET2: "food" } },
      });
      await person.send("DELETE", `/classification-maps/${countries}`);
      assert.deepEqual(await textsOf(service, person, runId), before);
      const again = await textsOf(service, person, await succeeded(person, config));
      assert.equal(again[0], before[0]);
      assert.deepEqual(JSON.parse(again[1]).methods, result.methods);
    },
  ),
);

const PLAN = { train_window: 40, rebalance_every: 20 };

/** Test helper. Returns the raw texts of a run's config, result and backtest. */
async function textsOf(service: RunningService, person: Browser, runId: string): Promise<readonly string[]> {
  const headers = { authorization: `Bearer ${person.accessToken}` };
  const names = ["config", "result", "rolling_backtest"];
  return await Promise.all(names.map(async (name) => {
    const response = await service.fetch(`/jobs/${runId}/${name}`, { headers });
    assert.equal(response.status, 200);
    return await response.text();
  }));
}

/**
 * Functions that put constraints into a run's body, one for each place that takes constraints, by the JSON pointer of
 * the place.
 */
const PLACES: Readonly<Record<string, (rules: unknown) => Readonly<Record<string, unknown>>>> = {
  "/constraints": (constraints) => ({ constraints }),
  "/methods/1/constraints": (constraints) => ({ methods: ["equal_weight", { method: "min_volatility", constraints }] }),
  "/rolling_backtest/methods/0/constraints": (constraints) => ({
    rolling_backtest: { ...PLAN, methods: [{ method: "min_volatility", constraints }] },
  }),
};

/** Request bodies of two sizes. A body over 64 KiB is read in a worker. */
const BODIES = { "a small body": RUN, "a large body": pricesBody(3, 4_000) };

for (const [size, run] of Object.entries(BODIES)) {
  Deno.test(
    testInTurn(
      `a saved map is accepted wherever ${size} takes constraints, with a session and with an API key`,
      async () => {
        const service = await sharedService(QUEUED);
        const person = await verifiedBrowser(service);
        const mapId = await saved(person, "Sectors", SECTORS);
        const headers = { "x-api-key": await keyOf(person) };
        const rules = [{ group: "food", max: 0.5 }];
        const { ["NSE:ELSEWHERE"]: _oil, ...map } = SECTORS;
        for (const place of partOf(Object.values(PLACES))) {
          const body = { ...run, ...place({ groups: { map_id: mapId, rules } }) };
          const answers = [await read(person, { body }), await read(person, { body, headers, anonymous: true })];
          for (const { status, body: { run_id: runId, ...rest } } of answers) {
            assert.equal(status, 202, JSON.stringify(rest));
            const { body: config } = await person.send("GET", `/jobs/${runId}/config`);
            const expected = await configOf(person, { ...run, ...place({ groups: { map, rules } }) });
            assert.deepEqual(config, expected);
          }
        }
      },
    ),
  );

  Deno.test(`${size} with an absent, deleted or another account's map, or without the plan for maps, gets the same 422`, async () => {
    const service = await sharedService(QUEUED);
    const [person, other, former] = [
      await verifiedBrowser(service),
      await verifiedBrowser(service),
      await verifiedBrowser(service),
    ];
    const deleted = await saved(person, "Deleted", SECTORS);
    await person.send("DELETE", `/classification-maps/${deleted}`);
    const others = await saved(other, "Theirs", SECTORS);
    const formers = await saved(former, "Former", SECTORS);
    await service.store.accounts.setPlan(await accountIdOf(service, former), "pro");
    const cases = [
      [person, ABSENT],
      [person, deleted],
      [person, others],
      [former, formers],
      [person, "x".repeat(5_000)],
      [person, "__proto__"],
      [person, ""],
    ] as const;
    for (const [pointer, place] of partOf(Object.entries(PLACES))) {
      for (const [sender, mapId] of cases) {
        const rules = {
          groups: [{ name: "a", map: { NOBODY: "x" }, rules: [] }, { name: "b", map_id: mapId, rules: 5 }],
        };
        const { status, body } = await read(sender, { body: { ...run, ...place(rules), sed: 1 } });
        assert.deepEqual([status, body.code], [422, "validation_failed"]);
        const shown = mapId.length > 60 ? `"${"x".repeat(56)}…` : `"${mapId}"`;
        const detail =
          `Cannot find the saved classification map ${shown}: send the id of a map of the account, or "map"`;
        assert.deepEqual(body.errors, [{ pointer: `${pointer}/groups/1/map_id`, detail }]);
      }
    }
  });
}

Deno.test("a standalone backtest accepts a saved map in its methods' constraints, and keeps it after the map is deleted", async () => {
  const service = await sharedService();
  const person = await verifiedBrowser(service);
  const mapId = await saved(person, "Sectors", SECTORS);
  const runId = await succeeded(person, RUN);
  const bodyOf = (groups: unknown) => ({
    body: { ...PLAN, methods: ["min_volatility", { method: "min_cvar", constraints: { groups } }] },
  });
  const rules = [{ group: "food", max: 0.3 }];
  const path = `/runs/${runId}/backtest`;
  const accepted = await person.send("POST", path, bodyOf({ map_id: mapId, rules }));
  assert.equal(accepted.status, 202, JSON.stringify(accepted.body));
  await person.send("DELETE", `/classification-maps/${mapId}`);
  assert.equal((await ended(person, accepted.body.backtest_run_id)).status, "succeeded");
  const { body: { config } } = await person.send("GET", `/backtests/${accepted.body.backtest_run_id}`);
  const { ["NSE:ELSEWHERE"]: _oil, ...map } = SECTORS;
  assert.deepEqual(config.methods[1].constraints, { groups: { map, rules } });

  const refused = await person.send("POST", path, bodyOf({ map_id: mapId, rules }));
  assert.deepEqual([refused.status, refused.body.errors.map(({ pointer }: { pointer: string }) => pointer)], [
    422,
    ["/methods/1/constraints/groups/map_id"],
  ]);
});

Deno.test("the config of a run has only those entries of a saved map that classify the run's stocks", async () => {
  const service = await sharedService(QUEUED);
  const person = await verifiedBrowser(service);
  const stocks = ["EXMANGO", "EXLOTUS"].map((ticker) => ({ ticker, exchange: "NSE" }));
  const mapId = await saved(person, "Sectors", {
    "NSE:EXMANGO": "food",
    "NSE:EXOTHER": "food",
    "NSE:EXLOTUS": "flowers",
  });
  const rules = [{ group: "food", max: 0.5 }];
  const runId = await submitted(person, {
    stocks,
    methods: ["min_volatility"],
    constraints: { groups: { map_id: mapId, rules } },
  });
  const { body: config } = await person.send("GET", `/jobs/${runId}/config`);
  assert.deepEqual(config.constraints.groups.map, { "NSE:EXMANGO": "food", "NSE:EXLOTUS": "flowers" });
});

Deno.test("a request repeated with its Idempotency-Key gets the same run even after its saved map is deleted", async () => {
  const service = await sharedService(QUEUED);
  const person = await verifiedBrowser(service);
  const mapId = await saved(person, "Sectors", SECTORS);
  const body = { ...RUN, constraints: { groups: { map_id: mapId, rules: [{ group: "food", max: 0.5 }] } } };
  const headers = { "idempotency-key": "once" };
  const runId = await submitted(person, body, headers);
  await person.send("DELETE", `/classification-maps/${mapId}`);
  assert.equal(await submitted(person, body, headers), runId);
});

Deno.test("a run submitted while its saved map is deleted has the whole map or is refused at the map's pointer", async () => {
  const service = await sharedService(QUEUED);
  const person = await verifiedBrowser(service);
  const mapId = await saved(person, "Sectors", { ...many(9_000), ...SECTORS });
  const body = { ...RUN, constraints: { groups: { map_id: mapId, rules: [{ group: "food", max: 0.5 }] } } };
  const { ["NSE:ELSEWHERE"]: _oil, ...map } = SECTORS;
  const submissions = Array.from({ length: 10 }, () => person.send("POST", "/jobs", { body }));
  const [deletion, ...answers] = await Promise.all([
    person.send("DELETE", `/classification-maps/${mapId}`),
    ...submissions,
  ]);
  assert.equal(deletion.status, 204);
  for (const { status, body } of answers) {
    if (status === 202) {
      const { body: config } = await person.send("GET", `/jobs/${body.run_id}/config`);
      assert.deepEqual(config.constraints.groups.map, map);
    } else {
      assert.equal(status, 422, JSON.stringify(body));
      assert.deepEqual(body.errors.map(({ pointer }: { pointer: string }) => pointer), ["/constraints/groups/map_id"]);
    }
  }
  const { status } = await person.send("POST", "/jobs", { body });
  assert.equal(status, 422);
});

function many(assets: number): Readonly<Record<string, string>> {
  return Object.fromEntries(Array.from({ length: assets }, (_, i) => [`NSE:${i}${"X".repeat(60)}`, `Group ${i % 9}`]));
}

/** Test helper. Submits a body and returns the config that the run stores. */
async function configOf(person: Browser, body: unknown): Promise<unknown> {
  const { body: { run_id: runId } } = await read(person, { body });
  return (await person.send("GET", `/jobs/${runId}/config`)).body;
}

const MOST_TRIES = 10;

/** Submits a run, up to `MOST_TRIES` times while a busy machine responds 503 to a large body. */
async function read(person: Browser, request: RequestOptions): Promise<Reply> {
  for (let tries = 1;; tries++) {
    const reply = await person.send("POST", "/jobs", request);
    if (reply.status !== 503 || tries === MOST_TRIES) return reply;
  }
}

async function saved(person: Browser, name: string, map: unknown): Promise<string> {
  const { status, body } = await person.send("POST", "/classification-maps", { body: { name, map } });
  if (status !== 201) throw new Error(`Cannot save: ${status} ${JSON.stringify(body)}`);
  return body.map_id;
}

async function keyOf(person: Browser): Promise<string> {
  const { body: { id } } = await person.send("POST", "/auth/api-clients", { body: { name: "Desk" } });
  return (await person.send("POST", "/auth/api-keys", { body: { client_id: id, name: "Key" } })).body.key;
}
