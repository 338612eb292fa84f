import assert from "node:assert/strict";
import { FaultList } from "../../faults/fault_list.ts";
import { readBacktest } from "../parts/backtest.ts";
import { readSimulation } from "../parts/simulation.ts";
import { parseRequest } from "../run_request.ts";
import { jobOfRunDoubts } from "./job_of_run_doubts.ts";

const DATES = Array.from({ length: 60 }, (_, i) => new Date(Date.UTC(2024, 0, 1 + i)).toISOString().slice(0, 10));
const SERIES = { A: DATES.map((_, i) => 100 + Math.sin(i)), B: DATES.map((_, i) => 50 + Math.cos(i)) };
const RUN = parseRequest({
  prices: { dates: DATES, series: SERIES },
  methods: ["min_volatility", { method: "efficient_return", key: "target", target_return: 12 }],
  constraints: { weight_bounds: { max: 60 } },
  rolling_backtest: { train_window: 20, slippage_bps: 0.002 },
  monte_carlo: { inflation: 3 },
});
const KNOWN = { ...RUN, hasHistory: true, hasStartingPortfolio: false };

const pointersOf = (job: Parameters<typeof jobOfRunDoubts>[1]) =>
  jobOfRunDoubts(RUN, job).map(({ evidence }) => evidence.pointer);

Deno.test("a backtest is doubted for its own numbers, its own methods and the rules of its run, not for its run's own backtest", () => {
  const fields = { train_window: 20, cost_bps: 0.001, methods: ["target"] };
  const backtest = readBacktest(fields, KNOWN, new FaultList());
  assert.ok(backtest !== null);
  assert.deepEqual(pointersOf({ rolling_backtest: backtest }).toSorted(), [
    "/constraints/weight_bounds/max",
    "/cost_bps",
    "/methods/0/target_return",
  ]);
  const [{ detail }] = jobOfRunDoubts(RUN, { rolling_backtest: backtest }).filter(({ evidence }) =>
    evidence.pointer === "/cost_bps"
  );
  assert.match(detail, /^The cost of 0\.001 at \/cost_bps is taken as/);
});

Deno.test("a simulation is doubted for its own numbers and the numbers of the method that it simulates", () => {
  const simulated = (method: string) => {
    const simulation = readSimulation({ method, inflation: 4, paths: 10 }, KNOWN, new FaultList());
    assert.ok(simulation !== null);
    return pointersOf({ monte_carlo: simulation }).toSorted();
  };
  assert.deepEqual(simulated("min_volatility"), ["/constraints/weight_bounds/max", "/inflation"]);
  assert.deepEqual(simulated("target"), ["/constraints/weight_bounds/max", "/inflation", "/methods/1/target_return"]);
});
