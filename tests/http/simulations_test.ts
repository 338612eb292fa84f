import assert from "node:assert/strict";
import { type Browser, type Reply, verifiedBrowser } from "../support/browser.ts";
import { runOptimize } from "../support/optimize_process.ts";
import { runService } from "../support/running_service.ts";
import { ended, runOnce, submitted, succeeded } from "../support/runs_over_https.ts";
import { QUEUED, sharedService } from "../support/shared_service.ts";
import { pricesBody } from "../support/submission.ts";
import { partOf, problemCount, testInTurn } from "../support/tier.ts";
import { usedMeters } from "../support/used_meters.ts";

/** Number of uses of each billing meter after one run and one simulation. */
const RUN_AND_SIMULATION = usedMeters({ optimization_runs: 1, monte_carlo_runs: 1 }).map(({ used }) => used);

const RUN = { ...pricesBody(4, 120), methods: ["equal_weight", { method: "min_volatility", key: "calm" }], seed: 3 };
const PLAN = { method: "calm", paths: 3_000, horizon: 30, rebalance: 0, contribution: 0.01, goal: 1.5 };
const MOMENTS = {
  moments: { assets: ["A", "B"], expected_returns: [0.001, 0.002], covariance: [[0.01, 0], [0, 0.02]] },
  methods: ["min_volatility"],
};
/** Request body of a simulation that computes longer than any test lasts. */
const LONG = { paths: 1_000_000, horizon: 260, rebalance: 0, model: "filtered_historical" };

Deno.test(
  testInTurn("a simulation ends with a detail file that is byte for byte that of the local command", async () => {
    const service = await sharedService();
    const person = await verifiedBrowser(service);
    const runId = await succeeded(person, RUN);
    for (const model of partOf(["gaussian", "student_t", "stationary_bootstrap", "filtered_historical"])) {
      const body = { ...PLAN, model };
      const accepted = await person.send("POST", `/runs/${runId}/monte_carlo`, { body });
      const id = accepted.body.mc_run_id;
      assert.deepEqual([accepted.status, accepted.headers.get("location")], [202, `/mc/${id}`]);
      const { status, parent_run_id, summary, detail_url } = accepted.body;
      assert.deepEqual([status, parent_run_id, summary, detail_url], ["queued", runId, null, null]);
      assert.equal((await ended(person, id)).status, "succeeded");
      const { body: simulation } = await person.send("GET", `/mc/${id}`);
      assert.deepEqual(simulation.config, {
        ...body,
        name: null,
        degrees_of_freedom: null,
        block_length: null,
        initial_value: 1,
        withdrawal: 0,
        inflation: 0,
        seed: 3,
        confidence: 0.95,
      });
      const detail = await detailOf(service, simulation);
      const local = await runOptimize(["--request", "-", "--out", "-"], JSON.stringify({ ...RUN, monte_carlo: body }));
      assert.equal(local.code, 0, local.stderr);
      const { config, ...section } = JSON.parse(local.stdout).monte_carlo;
      assert.deepEqual(config, simulation.config);
      assert.equal(detail, `${JSON.stringify(section)}\n`);
      const { fan: _fan, histogram: _histogram, sample_paths: _paths, ...figures } = JSON.parse(detail);
      const { doubts: _doubts, ...told } = simulation.summary;
      assert.deepEqual(told, figures);
    }
  }),
);

Deno.test("a chained simulation follows its run, uses the first method that has weights, and counts on its own meter", async () => {
  const service = await sharedService();
  const person = await verifiedBrowser(service);
  const methods = [{ method: "efficient_return", target_return: 900 }, "min_volatility", "equal_weight"];
  const runId = await succeeded(person, { ...RUN, methods, monte_carlo: { name: "Then", paths: 500, horizon: 5 } });
  const { body: { items } } = await person.send("GET", `/runs/${runId}/monte_carlo`);
  assert.equal(items.length, 1);
  const [{ mc_run_id, name, config }] = items;
  assert.deepEqual([name, config.method, config.paths, config.horizon], ["Then", "min_volatility", 500, 5]);
  assert.equal((await ended(person, mc_run_id)).status, "succeeded");
  const { body: { meters } } = await person.send("GET", "/billing/me");
  assert.deepEqual(meters.map(({ used }: { used: number }) => used), RUN_AND_SIMULATION);
});

Deno.test("a chained simulation of a method that failed fails with an error that names the method", async () => {
  const service = await sharedService();
  const person = await verifiedBrowser(service);
  const methods = [{ method: "efficient_return", target_return: 900, key: "far" }, "min_volatility"];
  const runId = await succeeded(person, { ...RUN, methods, monte_carlo: { method: "far" } });
  const { body: { items: [{ mc_run_id }] } } = await person.send("GET", `/runs/${runId}/monte_carlo`);
  const { status, error } = await ended(person, mc_run_id);
  assert.deepEqual([status, error.code], ["failed", "methods_failed"]);
  assert.match(error.detail, /"far".*no weights/);
  const alone = await person.send("POST", `/runs/${runId}/monte_carlo`, { body: { method: "far" } });
  assert.deepEqual(pointersOf(alone), ["/method"]);
});

Deno.test("an API key is refused simulations and backtests before run and body are looked at, for a missing scope first", async () => {
  const service = await sharedService(QUEUED);
  const person = await verifiedBrowser(service);
  const { body: client } = await person.send("POST", "/auth/api-clients", { body: { name: "Desk" } });
  const keyWith = async (scopes: readonly string[]): Promise<string> =>
    (await person.send("POST", "/auth/api-keys", { body: { client_id: client.id, name: "Key", scopes } })).body.key;
  const [reader, writer] = [await keyWith(["jobs:read"]), await keyWith(["jobs:write"])];
  for (const [form, code] of [["monte_carlo", "mc"], ["backtest", "backtest"]]) {
    for (const run of ["run_01K00000000000000000000001", "nonsense"]) {
      const path = `/runs/${run}/${form}`;
      const send = (key: string) =>
        person.send("POST", path, { body: "{", headers: { authorization: `Bearer ${key}` } });
      const [read, write] = [await send(reader), await send(writer)];
      assert.deepEqual([read.status, read.body.detail], [403, "API key lacks required scope"]);
      assert.deepEqual([write.status, write.body.code], [403, `${code}_api_key_not_supported`]);
    }
  }
});

Deno.test("a run on moments can be simulated by a parametric model, and not by one that needs return history", async () => {
  const service = await sharedService();
  const person = await verifiedBrowser(service);
  const runId = await succeeded(person, MOMENTS);
  const id = await simulationOf(person, runId, { model: "student_t", paths: 200 });
  assert.equal((await ended(person, id)).status, "succeeded");
  for (const model of ["bootstrap", "block_bootstrap", "stationary_bootstrap", "filtered_historical"]) {
    const refusal = await person.send("POST", `/runs/${runId}/monte_carlo`, { body: { model } });
    assert.deepEqual([refusal.status, pointersOf(refusal)], [422, ["/model"]]);
    const chained = await person.send("POST", "/jobs", { body: { ...MOMENTS, monte_carlo: { model } } });
    assert.deepEqual([chained.status, pointersOf(chained)], [422, ["/monte_carlo/model"]]);
  }
});

Deno.test(testInTurn("an invalid simulation is refused at its pointers, standalone and chained", async () => {
  const service = await sharedService();
  const person = await verifiedBrowser(service);
  const runId = await succeeded(person, RUN);
  const cases: readonly (readonly [unknown, readonly string[]])[] = [
    [{ horizon: 0 }, ["/horizon"]],
    [{ horizon: 2_521 }, ["/horizon"]],
    [{ horizon: 2.5, paths: 0 }, ["/paths", "/horizon"]],
    [{ paths: 1_000_001 }, ["/paths"]],
    [{ paths: 1_000_000, horizon: 2_520 }, ["/paths"]],
    [{ method: "tail" }, ["/method"]],
    [{ method: "min_volatility" }, ["/method"]],
    [{ model: "brownian" }, ["/model"]],
    [{ rebalance: -1 }, ["/rebalance"]],
    [{ initial_value: 0, withdrawal: -1, contribution: -1 }, ["/initial_value", "/contribution", "/withdrawal"]],
    [{ degrees_of_freedom: 2, model: "student_t" }, ["/degrees_of_freedom"]],
    [{ degrees_of_freedom: 4 }, ["/degrees_of_freedom"]],
    [{ block_length: 4 }, ["/block_length"]],
    [{ confidence: 1 }, ["/confidence"]],
    [{ seeds: 1 }, ["/seeds"]],
    [[], [""]],
  ];
  for (const [body, pointers] of cases) {
    const alone = await person.send("POST", `/runs/${runId}/monte_carlo`, { body });
    assert.deepEqual([alone.status, alone.body.code], [422, "validation_failed"], JSON.stringify(body));
    assert.deepEqual(pointersOf(alone), pointers);
    const chained = await person.send("POST", "/jobs", { body: { ...RUN, monte_carlo: body } });
    assert.deepEqual(pointersOf(chained), pointers.map((pointer) => `/monte_carlo${pointer}`));
  }
}));

Deno.test("a simulation whose withdrawals ruin every path succeeds with a probability of ruin of 1", async () => {
  const service = await sharedService();
  const person = await verifiedBrowser(service);
  const runId = await succeeded(person, RUN);
  const id = await simulationOf(person, runId, { paths: 500, horizon: 10, withdrawal: 0.5 });
  assert.equal((await ended(person, id)).status, "succeeded");
  const { body: { summary } } = await person.send("GET", `/mc/${id}`);
  assert.deepEqual([summary.probability_of_ruin, summary.terminal.mean], [1, 0]);
  // Money withdrawn before the ruin counts as received in the simulation, and some paths gained until then, so not
  // every path is a loss.
  assert.ok(summary.probability_of_loss > 0 && summary.probability_of_loss < 1, `${summary.probability_of_loss}`);
});

Deno.test("simulations are listed for their run and their account only, and are deleted with their run", async () => {
  const service = await sharedService();
  const [person, other] = [await verifiedBrowser(service), await verifiedBrowser(service)];
  const [runId, otherRun] = [await succeeded(person, RUN), await succeeded(person, RUN)];
  const ids: string[] = [];
  for (const run of [runId, runId, otherRun]) ids.unshift(await simulationOf(person, run, { paths: 100 }));
  for (const id of ids) await ended(person, id);
  const first = await person.send("GET", "/mc?limit=2");
  assert.deepEqual(idsIn(first.body), ids.slice(0, 2));
  const second = await person.send("GET", `/mc?limit=2&cursor=${first.body.next_cursor}`);
  assert.deepEqual([idsIn(second.body), second.body.next_cursor], [ids.slice(2), null]);
  assert.deepEqual(idsIn((await person.send("GET", `/runs/${runId}/monte_carlo`)).body), ids.slice(1));
  assert.deepEqual((await other.send("GET", "/mc")).body.items, []);
  for (const path of [`/runs/${runId}/monte_carlo`, `/mc/${ids[0]}`]) {
    assert.equal((await other.send("GET", path)).body.code, "not_found");
  }
  assert.equal((await person.send("DELETE", `/jobs/${runId}`)).status, 204);
  assert.deepEqual(idsIn((await person.send("GET", "/mc")).body), ids.slice(0, 1));
});

Deno.test("a simulation repeated with its Idempotency-Key is created once, even after the first is renamed and deleted", async () => {
  const service = await sharedService();
  const person = await verifiedBrowser(service);
  const runId = await succeeded(person, RUN);
  const send = () =>
    person.send("POST", `/runs/${runId}/monte_carlo`, { body: { paths: 50 }, headers: { "idempotency-key": "one" } });
  const [first, second] = [await send(), await send()];
  const id = first.body.mc_run_id;
  assert.deepEqual(second.body, first.body);
  await ended(person, id);
  await person.send("PATCH", `/jobs/${id}`, { body: { name: "Later" } });
  assert.equal((await person.send("GET", `/mc/${id}`)).body.name, "Later");
  assert.equal((await person.send("DELETE", `/jobs/${id}`)).status, 204);
  const third = await send();
  assert.deepEqual([third.status, third.body], [202, { ...first.body, config: null }]);
  assert.equal((await person.send("GET", `/mc/${id}`)).status, 404);
  const { body: { meters } } = await person.send("GET", "/billing/me");
  assert.deepEqual(meters.map(({ used }: { used: number }) => used), RUN_AND_SIMULATION);
});

Deno.test(testInTurn("reads of simulations and their lists during deletion get 200 or 404", async () => {
  const service = await sharedService();
  const person = await verifiedBrowser(service);
  const runId = await succeeded(person, RUN);
  for (let round = 0; round < problemCount(5, 1); round++) {
    const ids: string[] = [];
    for (let n = 0; n < 8; n++) ids.push(await simulationOf(person, runId, { paths: 10, horizon: 1 }));
    for (const id of ids) await ended(person, id);
    let isOver = false;
    const read = async (path: string): Promise<void> => {
      while (!isOver) {
        const { status, body } = await person.send("GET", path);
        assert.ok([200, 404].includes(status), body.detail);
      }
    };
    const reads = ["/mc", "/mc", `/runs/${runId}/monte_carlo`, ...ids.map((id) => `/mc/${id}`)].map(read);
    const remove = async (): Promise<void> => {
      for (const id of ids) assert.equal((await person.send("DELETE", `/jobs/${id}`)).status, 204);
      isOver = true;
    };
    await Promise.all([remove(), ...reads]);
  }
}));

Deno.test(
  testInTurn("a running simulation is cancelled at once, and its run cannot be deleted until then", async () => {
    const service = await sharedService();
    const person = await verifiedBrowser(service);
    const runId = await succeeded(person, RUN);
    const id = await simulationOf(person, runId, LONG);
    await runOnce(person, id, ({ progress }) => progress.phase === "simulating");
    const refusal = await person.send("DELETE", `/jobs/${runId}`);
    assert.deepEqual([refusal.status, refusal.body.code], [409, "run_in_flight"]);
    assert.equal((await person.send("POST", `/jobs/${id}/cancel`)).status, 202);
    const { body: simulation } = await person.send("GET", `/mc/${id}`);
    assert.deepEqual([simulation.status, simulation.summary], ["cancelled", null]);
    assert.equal((await person.send("DELETE", `/jobs/${runId}`)).status, 204);
    assert.equal((await person.send("GET", `/mc/${id}`)).status, 404);
    const next = await succeeded(person, RUN);
    assert.equal((await ended(person, await simulationOf(person, next, { paths: 100 }))).status, "succeeded");
  }),
);

Deno.test(
  testInTurn(
    "the limit of simulations refuses standalone and chained ones, and refused ones are not counted",
    async () => {
      const file = await limits(1);
      await using service = await runService({ environment: { PLAN_LIMITS_FILE: file } });
      await Deno.remove(file);
      const person = await verifiedBrowser(service);
      const runId = await succeeded(person, { ...RUN, monte_carlo: { paths: 100 } });
      for (
        const [path, body] of [[`/runs/${runId}/monte_carlo`, {}], ["/jobs", { ...RUN, monte_carlo: {} }]] as const
      ) {
        const reply = await person.send("POST", path, { body });
        assert.deepEqual([reply.status, reply.body.code], [429, "quota_exceeded"]);
        assert.ok(Number(reply.headers.get("retry-after")) > 0);
      }
      const { body: { meters } } = await person.send("GET", "/billing/me");
      assert.deepEqual(meters.map(({ used }: { used: number }) => used), RUN_AND_SIMULATION);
      await submitted(person, RUN);
    },
  ),
);

async function limits(simulations: number): Promise<string> {
  const path = await Deno.makeTempFile({ suffix: ".json" });
  await Deno.writeTextFile(path, JSON.stringify({ free: { monte_carlo_runs: simulations } }));
  return path;
}

async function simulationOf(person: Browser, runId: string, body: unknown): Promise<string> {
  const reply = await person.send("POST", `/runs/${runId}/monte_carlo`, { body });
  assert.equal(reply.status, 202, JSON.stringify(reply.body));
  return reply.body.mc_run_id;
}

async function detailOf(
  service: { fetch(path: string): Promise<Response> },
  { detail_url }: { detail_url: string },
): Promise<string> {
  return await (await service.fetch(new URL(detail_url).pathname)).text();
}

function idsIn({ items }: { items: readonly { mc_run_id: string }[] }): readonly string[] {
  return items.map(({ mc_run_id }) => mc_run_id);
}

function pointersOf({ body }: Reply): readonly string[] {
  return body.errors.map(({ pointer }: { pointer: string }) => pointer);
}
