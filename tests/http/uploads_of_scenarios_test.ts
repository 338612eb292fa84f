import assert from "node:assert/strict";
import { type Browser, type Reply, verifiedBrowser } from "../support/browser.ts";
import { ended, succeeded } from "../support/runs_over_https.ts";
import { scenarioAssets, scenarioRows } from "../support/scenarios.ts";
import { arrowOfScenarios, csvOfScenarios, madeUpload, putFile, sentUpload } from "../support/sent_upload.ts";
import { QUEUED, sharedService } from "../support/shared_service.ts";
import { testInTurn } from "../support/tier.ts";

const ASSETS = scenarioAssets(4), ROWS = scenarioRows({ assets: 4, rows: 90, seed: 5 });
const SCENARIOS = { assets: ASSETS, matrix: ROWS }, CSV = csvOfScenarios(SCENARIOS);
/** The first tenth is not possible, and the rest is twice as likely in the first half as in the second. */
const PROBABILITIES = ROWS.map((_, t) => t < 9 ? 0 : (t < 45 ? 2 : 1) / 117);
const RUN = { methods: ["min_cvar", "equal_weight"], periods_per_year: 12 };

for (
  const [form, file] of [
    ["csv", CSV],
    ["arrow", arrowOfScenarios(SCENARIOS)],
    ["arrow", arrowOfScenarios(SCENARIOS, "stream")],
  ] as const
) {
  Deno.test(
    testInTurn(
      `a run of uploaded scenarios (${form}, ${file.length} bytes) has the result of the same ones in its body`,
      async () => {
        const service = await sharedService();
        const person = await verifiedBrowser(service);
        const upload = await sentUpload(service, person, { file, format: form, kind: "scenarios" });
        for (const weighed of [{}, { probabilities: PROBABILITIES }, { probabilities: ROWS.map(() => 1 / 90) }]) {
          const byUpload = await succeeded(person, { ...RUN, scenarios: { upload, ...weighed } });
          const inBody = await succeeded(person, { ...RUN, scenarios: { ...SCENARIOS, ...weighed } });
          assert.equal(await resultOf(person, byUpload), await resultOf(person, inBody));
        }
      },
    ),
  );
}

Deno.test("an upload of scenarios tells its rows and assets and has no days", async () => {
  const service = await sharedService(QUEUED);
  const person = await verifiedBrowser(service);
  const { path } = await madeUpload(person, { kind: "scenarios" });
  const { status, body: { kind, assets, rows, start_date, end_date } } = await putFile(service, path, CSV);
  assert.deepEqual([status, kind, assets, rows, start_date, end_date], [200, "scenarios", 4, 90, null, null]);
});

Deno.test(
  testInTurn(
    "a run of uploaded scenarios is simulated and reported after its upload was deleted, and keeps its probabilities",
    async () => {
      const service = await sharedService();
      const person = await verifiedBrowser(service);
      const upload = await sentUpload(service, person, { file: CSV, kind: "scenarios" });
      const scenarios = { upload, probabilities: PROBABILITIES };
      const [equal, weighed] = [
        await succeeded(person, { ...RUN, scenarios: { upload } }),
        await succeeded(person, { ...RUN, scenarios }),
      ];
      const inBody = await succeeded(person, { ...RUN, scenarios: { ...SCENARIOS, probabilities: PROBABILITIES } });
      assert.equal((await person.send("DELETE", `/uploads/${upload}`)).status, 204);
      assert.deepEqual((await person.send("GET", `/jobs/${weighed}/config`)).body.scenarios, scenarios);
      const simulate = (run: string, model: string): Promise<Reply> =>
        person.send("POST", `/runs/${run}/monte_carlo`, { body: { model, paths: 100, horizon: 12, seed: 3 } });
      const summaries = [];
      for (const [run, model] of [[equal, "bootstrap"], [weighed, "gaussian"], [inBody, "gaussian"]] as const) {
        const { body: { mc_run_id: id } } = await simulate(run, model);
        assert.equal((await ended(person, id)).status, "succeeded");
        summaries.push((await person.send("GET", `/mc/${id}`)).body.summary);
      }
      assert.deepEqual(summaries[1], summaries[2]);
      assert.deepEqual(faultOf(await simulate(weighed, "bootstrap")), [422, "validation_failed", "/model"]);
      const backtest = await person.send("POST", `/runs/${weighed}/backtest`, { body: {} });
      assert.match(backtest.body.errors[0].detail, /Cannot backtest scenarios/);
      const report = await person.send("POST", `/jobs/${weighed}/report/pdf`, { body: { kind: "summary" } });
      assert.equal(report.status, 202);
    },
  ),
);

Deno.test(
  testInTurn("a run is refused at the probabilities of uploaded scenarios as at those in its body", async () => {
    const service = await sharedService(QUEUED);
    const person = await verifiedBrowser(service);
    const upload = await sentUpload(service, person, { file: CSV, kind: "scenarios" });
    const cases: readonly (readonly [unknown, string])[] = [
      [1, ""],
      [PROBABILITIES.slice(1), ""],
      [[...PROBABILITIES, 0], ""],
      [PROBABILITIES.map((one) => 0.9 * one), ""],
      [PROBABILITIES.with(7, -0.1), "/7"],
      [PROBABILITIES.map((one, t) => t === 7 ? "0" : one), "/7"],
    ];
    for (const [probabilities, place] of cases) {
      const refused = await person.send("POST", "/jobs", { body: { ...RUN, scenarios: { upload, probabilities } } });
      assert.deepEqual(faultOf(refused), [422, "validation_failed", `/scenarios/probabilities${place}`]);
      const inBody = await person.send("POST", "/jobs", {
        body: { ...RUN, scenarios: { ...SCENARIOS, probabilities } },
      });
      assert.deepEqual(refused.body.errors, inBody.body.errors);
    }
  }),
);

Deno.test("a run is refused at an upload of scenarios that it uses otherwise, or for what needs dates", async () => {
  const service = await sharedService(QUEUED);
  const person = await verifiedBrowser(service);
  const upload = await sentUpload(service, person, { file: CSV, kind: "scenarios" });
  const returns = await sentUpload(service, person, { file: "date,A\n2024-01-01,0.1\n", kind: "returns" });
  const cases: readonly (readonly [Readonly<Record<string, unknown>>, string])[] = [
    [{ returns: { upload } }, "/returns/upload"],
    [{ scenarios: { upload: returns } }, "/scenarios/upload"],
    [{ scenarios: { upload: 7 } }, "/scenarios/upload"],
    [{ scenarios: { upload, matrix: ROWS } }, "/scenarios/matrix"],
    [{ scenarios: { upload, assets: ASSETS } }, "/scenarios/assets"],
    [{ scenarios: { upload }, returns: { upload: returns } }, "/scenarios"],
    [{ scenarios: { upload }, start_date: "2024-01-01" }, "/start_date"],
    [{ scenarios: { upload }, rolling_backtest: {} }, "/rolling_backtest"],
    [{ scenarios: { upload }, methods: ["min_cdar"] }, "/methods/0"],
  ];
  for (
    const [fields, pointer] of cases
  ) {
    const refused = await person.send("POST", "/jobs", { body: { ...RUN, ...fields } });
    assert.deepEqual(faultOf(refused), [422, "validation_failed", pointer]);
  }
});

Deno.test(
  testInTurn(
    "a preflight of rules by uploaded scenarios tells what one of the same scenarios in its body tells",
    async () => {
      const service = await sharedService(QUEUED);
      const person = await verifiedBrowser(service);
      const upload = await sentUpload(service, person, { file: CSV, kind: "scenarios" });
      const constraints = { weight_bounds: { max: 0.5 } };
      const preflight = (scenarios: unknown): Promise<Reply> =>
        person.send("POST", "/constraints/preflight", { body: { scenarios, constraints } });
      for (const weighed of [{}, { probabilities: PROBABILITIES }]) {
        const [byUpload, inBody] = [
          await preflight({ upload, ...weighed }),
          await preflight({ ...SCENARIOS, ...weighed }),
        ];
        assert.equal(byUpload.status, 200);
        assert.deepEqual(byUpload.body, inBody.body);
      }
    },
  ),
);

/** Test helper. Returns the status, the code and the pointer of the first fault of a refusal. */
function faultOf({ status, body }: Pick<Reply, "status" | "body">): readonly unknown[] {
  return [status, body.code, body.errors?.[0]?.pointer];
}

/** Test helper. Returns the text of a result without its id and times. */
async function resultOf(person: Browser, runId: string): Promise<string> {
  const { body } = await person.send("GET", `/jobs/${runId}/result`);
  const { run_id: _run, engine: { elapsed_ms: _elapsed, phases_ms: _phases, ...engine }, ...result } = body;
  return JSON.stringify({ ...result, engine });
}
