import assert from "node:assert/strict";
import { z } from "zod";
import { periodsPerYear } from "../../src/domain/frequency.ts";
import { alignReturns } from "../../src/estimation/align_returns.ts";
import { FaultList } from "../../src/faults/fault_list.ts";
import { runSimulation } from "../../src/jobs/kinds/monte_carlo.ts";
import type { SimulationPlan } from "../../src/simulation/monte_carlo/simulation_plan.ts";
import { readSimulation, simulationPlanOf } from "../../src/request/parts/simulation.ts";
import { loadKernels } from "../../src/kernels/mod.ts";
import type { SimulationSummary } from "../../src/documents/simulation_summary.ts";
import type { SimulationSource } from "../../src/simulation/monte_carlo/simulation_source.ts";
import { poolOfThisThread } from "../support/pool_of_this_thread.ts";
import {
  announceMissingShared,
  loadCasePrices,
  type ReferenceCase,
  referenceCases,
  SHARED_AVAILABLE,
} from "../support/reference.ts";

announceMissingShared("The simulations of the reference set");

const tolerances = z.looseObject({ standard_errors: z.number(), standard_error: z.record(z.string(), z.number()) });

const cases = referenceCases("simulation");

Deno.test({
  name: "the reference set has simulations of the models bootstrap, gaussian and student_t",
  ignore: !SHARED_AVAILABLE,
  fn() {
    const models = cases.map((of) => planOf(of).model);
    assert.deepEqual([...new Set(models)].sort(), ["bootstrap", "gaussian", "student_t"]);
  },
});

for (const of of cases) {
  Deno.test(`the simulation of ${of.id} is within the case's standard errors of the closed form`, async () => {
    const { summary } = await runSimulation(poolOfThisThread(), await sourceOf(of), planOf(of));
    assertFigures(of, summary);
  });
}

function assertFigures(of: ReferenceCase, summary: SimulationSummary): void {
  const { standard_errors, standard_error } = tolerances.parse(of.tolerance);
  const names = Object.keys(standard_error);
  assert.ok(names.length > 0);
  for (const name of names) {
    const errors = Math.abs(figure(summary, name) - z.number().parse(of.expected[name])) / standard_error[name];
    assert.ok(errors <= standard_errors, `${name} is ${errors} standard errors away`);
  }
}

/** Test helper. Returns a figure of a simulation summary by its name in the reference set. */
function figure({ terminal, probability_of_loss }: SimulationSummary, name: string): number {
  switch (name) {
    case "mean_terminal":
      return terminal.mean;
    case "sd_terminal":
      return terminal.standard_deviation;
    case "probability_of_loss":
      return probability_of_loss;
    default:
      assert.match(name, /^percentile_\d+$/);
      return terminal.percentiles[name.replace("percentile_", "")];
  }
}

function planOf(of: ReferenceCase): SimulationPlan {
  const run = { frequency: of.data.frequency, seed: 0, hasHistory: true, methods: [{ key: "hold" }] };
  const faults = new FaultList();
  const request = readSimulation(of.request.monte_carlo, run, faults);
  assert.ok(request !== null, of.id);
  return simulationPlanOf(request);
}

async function sourceOf(of: ReferenceCase): Promise<SimulationSource> {
  const kernels = await loadKernels(null);
  const { frequency } = of.data;
  const { aligned } = alignReturns(loadCasePrices(of), { kind: "prices", frequency, source: "reference" });
  assert.equal(aligned.returns.rows, of.data.observations);
  return {
    weights: Float64Array.from(aligned.assets, (asset) => of.request.starting_portfolio?.[asset] ?? NaN),
    expectedReturns: kernels.statistics.means(aligned.returns),
    covariance: kernels.statistics.covariance(aligned.returns),
    returns: aligned.returns,
    periodsPerYear: periodsPerYear(frequency),
  };
}
