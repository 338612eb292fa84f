import assert from "node:assert/strict";
import { sharedSampleCovariance } from "../../src/computations/sample_covariance.ts";
import type { OptimizationInputs } from "../../src/computations/optimization_inputs.ts";
import { prepareInputs } from "../../src/jobs/kinds/prepare_inputs.ts";
import { type Lendable, LendableWorkers } from "../../src/jobs/lendable_workers.ts";
import type { MessageFromWorker } from "../../src/jobs/messages.ts";
import { SharingOwner } from "../../src/jobs/sharing_owner.ts";
import { loadKernels } from "../../src/kernels/mod.ts";
import { sample } from "../../src/market_data/providers/sample.ts";
import { parseRequest } from "../../src/request/run_request.ts";
import { randomMatrix } from "../support/kernel_cases.ts";

const kernels = await loadKernels(null);

/** Inputs of a run by estimators of moments, with a random history of 2,000 days. */
async function inputsOf(assets: number, estimators: Readonly<Record<string, unknown>>): Promise<OptimizationInputs> {
  const dates = ["2020-01-01", "2020-01-02", "2020-01-03", "2020-01-06"];
  const series = Object.fromEntries(
    Array.from({ length: assets }, (_, k) => [`A${k}`, dates.map((_, day) => 0.01 * Math.sin(k + day))]),
  );
  const body = { returns: { dates, series }, methods: ["equal_weight"], ...estimators };
  const dependencies = { marketData: sample, now: () => "2024-01-01T00:00:00.000Z" };
  const inputs = await prepareInputs(parseRequest(body), dependencies, new AbortController().signal);
  const { history } = inputs;
  assert.ok(history);
  return { ...inputs, history: { ...history, returns: randomMatrix(2_000, assets, assets) } };
}

/**
 * Computes the sample covariance of a run beside what a pool can lend, and returns it with the messages that offer its
 * shares.
 */
async function sharedBy(
  inputs: OptimizationInputs,
  lendable: Lendable = "idle",
): Promise<{ readonly found: Float64Array | null; readonly offers: readonly MessageFromWorker[] }> {
  const offers: MessageFromWorker[] = [], workers = new LendableWorkers();
  workers.note(lendable);
  const helpers = new SharingOwner((message) => void offers.push(message), workers);
  const found = await sharedSampleCovariance(inputs, { kernels, helpers });
  return { found: found && found.data, offers };
}

Deno.test("a large sample covariance is offered by rows, and has the bytes of one that is computed at once", async () => {
  const inputs = await inputsOf(510, { covariance: { estimator: "denoised" } });
  const { found, offers } = await sharedBy(inputs);
  assert.equal(offers.length, 1);
  assert.ok(found && inputs.history);
  const whole = kernels.statistics.covariance(inputs.history.returns).data;
  assert.equal(bytesOf(found), bytesOf(whole));
});

Deno.test("a sample covariance is offered where expected returns alone begin with it", async () => {
  const estimators = { covariance: { estimator: "ledoit_wolf" }, expected_returns: { estimator: "james_stein" } };
  assert.equal((await sharedBy(await inputsOf(510, estimators))).offers.length, 1);
});

Deno.test("a small sample covariance, and one that no estimator begins with, is not offered", async () => {
  for (
    const [assets, estimators] of [
      [300, { covariance: { estimator: "sample" } }],
      [510, { covariance: { estimator: "ledoit_wolf" } }],
    ] as const
  ) {
    assert.deepEqual(await sharedBy(await inputsOf(assets, estimators)), { found: null, offers: [] });
  }
});

Deno.test("a large sample covariance is not cut into shares while no other worker is idle", async () => {
  const inputs = await inputsOf(510, { covariance: { estimator: "sample" } });
  for (const lendable of ["nobody", "startable"] as const) {
    assert.deepEqual(await sharedBy(inputs, lendable), { found: null, offers: [] });
  }
});

function bytesOf({ buffer }: Float64Array): string {
  return new Uint8Array(buffer).toBase64();
}
