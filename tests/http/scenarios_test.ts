import assert from "node:assert/strict";
import { verifiedBrowser } from "../support/browser.ts";
import { runOptimize } from "../support/optimize_process.ts";
import { ended, succeeded } from "../support/runs_over_https.ts";
import { base64Of, scenarioAssets, scenarioRows } from "../support/scenarios.ts";
import { sharedService } from "../support/shared_service.ts";
import { testInTurn } from "../support/tier.ts";

const ASSETS = scenarioAssets(4), ROWS = scenarioRows({ assets: 4, rows: 90, seed: 5 });
const SCENARIOS = { assets: ASSETS, matrix: ROWS };
/** Twice as likely in the first half as in the second. */
const PROBABILITIES = ROWS.map((_, t) => (t < 45 ? 2 : 1) / 135);
const WEIGHTED = { ...SCENARIOS, probabilities: PROBABILITIES };
const FIELDS = { methods: ["min_cvar", "equal_weight"], periods_per_year: 12 };

Deno.test(
  testInTurn("a run on scenarios succeeds, and the local command gives the same methods and estimates", async () => {
    const person = await verifiedBrowser(await sharedService());
    for (const scenarios of [SCENARIOS, WEIGHTED, { assets: ASSETS, base64: base64Of(ROWS) }]) {
      const body = { scenarios, ...FIELDS };
      const { body: result } = await person.send("GET", `/jobs/${await succeeded(person, body)}/result`);
      assert.deepEqual([result.curves, result.data.source, result.data.observations], [null, "scenarios", 90]);
      const { code, stdout, stderr } = await runOptimize(["--request", "-", "--out", "-"], JSON.stringify(body));
      assert.equal(code, 0, stderr);
      const { methods, estimates, assets, data } = JSON.parse(stdout);
      assert.deepEqual({ methods, estimates, assets, data }, {
        methods: result.methods,
        estimates: result.estimates,
        assets: result.assets,
        data: result.data,
      });
    }
  }),
);

Deno.test("a run on scenarios keeps them in its config, has a report, and is compared by its weights", async () => {
  const person = await verifiedBrowser(await sharedService());
  const [one, other] = [
    await succeeded(person, { scenarios: WEIGHTED, ...FIELDS }),
    await succeeded(person, {
      scenarios: SCENARIOS,
      ...FIELDS,
    }),
  ];
  const { body: config } = await person.send("GET", `/jobs/${one}/config`);
  assert.deepEqual(config.scenarios, WEIGHTED);
  assert.deepEqual([config.frequency, config.covariance.estimator], ["daily", "sample"]);
  assert.equal((await person.send("POST", `/jobs/${one}/report/pdf`, { body: { kind: "full" } })).status, 202);
  const saved = await person.send("POST", "/analytics/comparisons", { body: { name: "Both", run_ids: [one, other] } });
  const path = `/analytics/comparisons/${saved.body.comparison_id}/surface`;
  const { body: { items } } = await person.send("GET", `${path}?curve_methods=min_cvar`);
  for (const { methods: [{ weights, curve }] } of items) {
    assert.deepEqual([Object.keys(weights), curve], [ASSETS, null]);
  }
  assert.equal((await ended(person, one)).status, "succeeded");
});

Deno.test("a run on scenarios is simulated by models that need no dates, and never backtested", async () => {
  const person = await verifiedBrowser(await sharedService());
  const run = await succeeded(person, { scenarios: SCENARIOS, ...FIELDS });
  const weighted = await succeeded(person, { scenarios: WEIGHTED, ...FIELDS });
  const simulate = (id: string, body: unknown) => person.send("POST", `/runs/${id}/monte_carlo`, { body });
  for (const [id, model] of [[run, "bootstrap"], [run, "student_t"], [weighted, "gaussian"]] as const) {
    const { status, body: { mc_run_id } } = await simulate(id, { model, paths: 100, horizon: 12 });
    assert.equal(status, 202);
    assert.equal((await ended(person, mc_run_id)).status, "succeeded");
  }
  for (const [id, model] of [[run, "block_bootstrap"], [weighted, "bootstrap"], [weighted, "student_t"]] as const) {
    const { status, body } = await simulate(id, { model, paths: 100, horizon: 12 });
    assert.deepEqual([status, body.code, body.errors[0].pointer], [422, "validation_failed", "/model"]);
  }
  const { status, body } = await person.send("POST", `/runs/${run}/backtest`, { body: {} });
  assert.deepEqual([status, body.code], [422, "validation_failed"]);
  assert.match(body.errors[0].detail, /Cannot backtest scenarios/);
});

Deno.test("scenarios are refused with 422 and the pointer of their fault, also in a body read by a worker", async () => {
  const person = await verifiedBrowser(await sharedService());
  const faulty = ROWS.map((row, t) => t === 7 ? [...row.slice(0, 3), null] : row);
  for (const padding of ["", " ".repeat(70_000)]) {
    const sent = JSON.stringify({ scenarios: { assets: ASSETS, matrix: faulty }, ...FIELDS }) + padding;
    const { status, body } = await person.send("POST", "/jobs", { body: sent });
    const pointers = body.errors.map(({ pointer }: { pointer: string }) => pointer);
    assert.deepEqual([status, body.code, pointers], [422, "validation_failed", ["/scenarios/matrix/7/3"]]);
  }
});
