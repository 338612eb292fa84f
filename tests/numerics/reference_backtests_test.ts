import assert from "node:assert/strict";
import { z } from "zod";
import type { BacktestedMethod, BacktestSection } from "../../src/documents/backtest_section.ts";
import { backtest } from "../../src/computations/backtest.ts";
import { loadKernels } from "../../src/kernels/mod.ts";
import { backtestInputs } from "../support/backtested_run.ts";
import {
  announceMissingShared,
  caseBody,
  type ReferenceCase,
  referenceCases,
  SHARED_AVAILABLE,
} from "../support/reference.ts";

announceMissingShared("The backtests of the reference set");

const cases = referenceCases("backtest");

/** Relative tolerance of the tested metrics, which the reference states with 12 digits. */
const METRICS_RELATIVE = 1e-9;

Deno.test({
  name: "the reference set has three cases of backtests",
  ignore: !SHARED_AVAILABLE,
  fn() {
    assert.equal(cases.length, 3);
  },
});

for (const of of cases) {
  Deno.test(`the backtest of ${of.id} equals the independent one within the case's tolerance`, async () => {
    const expected = expectedOf(of);
    const { equity_relative, weights_absolute, turnover_absolute } = tolerances.parse(of.tolerance);
    const { section, method } = await walk(of);

    assert.equal(section.dates[0], expected.first_date);
    const equityOn = new Map(section.dates.map((date, t) => [date, method.equity[t]]));
    for (
      const [date, answer] of Object.entries({ ...expected.equity, [lastOf(section.dates)]: expected.final_equity })
    ) {
      assertNear(equityOn.get(date), answer, equity_relative * answer, `equity on ${date}`);
    }

    assert.equal(method.rebalances.length, expected.rebalance_count);
    expected.rebalances.forEach((answer, i) => {
      const { date, turnover, cost, status, weights } = method.rebalances[i];
      assert.deepEqual([date, status], [answer.date, of.expected.status]);
      assertNear(turnover, answer.turnover, turnover_absolute, `turnover on ${date}`);
      // The cost is twice the one-way turnover times some basis points, so its error is smaller than that of the
      // turnover.
      assertNear(cost, answer.cost, turnover_absolute, `cost on ${date}`);
      answer.weights?.forEach((weight, k) => {
        assertNear(weights[expected.weights_order[k]], weight, weights_absolute, `weight ${k} on ${date}`);
      });
    });

    const total = method.rebalances.reduce((sum, { cost }) => sum + cost, 0);
    assertNear(total, expected.total_cost, turnover_absolute, "the total cost");
    for (const [id, answer] of Object.entries(of.expected.metrics ?? {})) {
      const relative = Math.max(METRICS_RELATIVE, METRIC_OF_EQUITY * equity_relative);
      assertNear(method.metrics[id] ?? NaN, answer, relative * Math.abs(answer), id);
    }
  });
}

/** Factor by which the relative error of a metric may exceed that of the equity. */
const METRIC_OF_EQUITY = 20;

const tolerances = z.object({
  equity_relative: z.number(),
  weights_absolute: z.number(),
  turnover_absolute: z.number(),
});

const walked = z.object({
  first_date: z.string(),
  final_equity: z.number(),
  equity: z.record(z.string(), z.number()),
  total_cost: z.number(),
  rebalance_count: z.number(),
  rebalances: z.array(z.object({
    date: z.string(),
    turnover: z.number(),
    cost: z.number(),
    weights: z.array(z.number()).optional(),
  })),
  weights_order: z.array(z.string()),
});

function expectedOf(of: ReferenceCase): z.infer<typeof walked> {
  return walked.parse(of.expected);
}

/** Test helper. Runs the backtest of a reference case from its request body. */
async function walk(of: ReferenceCase): Promise<{ section: BacktestSection; method: BacktestedMethod }> {
  const inputs = await backtestInputs(caseBody(of));
  assert.equal(inputs.history?.returns.rows, of.data.observations);
  const { section } = await backtest.compute(inputs, { kernels: await loadKernels(null), progress: () => {} });
  return { section, method: section.methods[0] };
}

function lastOf(dates: readonly string[]): string {
  return dates[dates.length - 1];
}

function assertNear(value: number | undefined, answer: number, tolerance: number, what: string): void {
  assert(Math.abs((value ?? NaN) - answer) <= tolerance, `${what}: ${value} against ${answer}`);
}
