import assert from "node:assert/strict";
import { failureCodeOf } from "./failure_code.ts";

Deno.test("the pointer of a fault decides between insufficient_history, too_many_rebalances and methods_failed", () => {
  const codes = [
    "/prices",
    "/returns/series/A/3",
    "/methods/0",
    "/benchmark/prices/4",
    "/covariance/factors",
    "/covariance/factors/dates",
    "/rolling_backtest/train_window",
    "/rolling_backtest/rebalance_every",
    "/moments/covariance/0",
    "/covariance/matrix",
    "/covariance/factors/series/G",
  ].map((pointer) => failureCodeOf(pointer));
  assert.deepEqual(codes, [
    ...Array(7).fill("insufficient_history"),
    "too_many_rebalances",
    ...Array(3).fill("methods_failed"),
  ]);
});
