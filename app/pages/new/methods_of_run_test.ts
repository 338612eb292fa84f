import assert from "node:assert/strict";
import { withMethodsOfRun } from "./methods_of_run.ts";

const METHODS = [{ method: "min_volatility", key: "min_volatility" }, { method: "min_cvar", key: "min_cvar" }];
const [FIRST] = METHODS;

Deno.test("a part of a request that has the methods of the run takes what the run will have", () => {
  const rolling_backtest = { train_window: 252, methods: structuredClone(METHODS) };
  assert.deepEqual(withMethodsOfRun({ methods: METHODS, rolling_backtest, seed: 0 }), {
    methods: METHODS,
    rolling_backtest: { train_window: 252 },
    seed: 0,
  });
});

Deno.test("a part of a request with methods of its own keeps them, and one without methods is as it was", () => {
  const request = {
    methods: METHODS,
    rolling_backtest: { methods: [FIRST ?? null] },
    monte_carlo: { method: null },
    stocks: ["NSE:A"],
  };
  assert.deepEqual(withMethodsOfRun(request), request);
  assert.deepEqual(withMethodsOfRun({ allocation: {} }), { allocation: {} });
});
