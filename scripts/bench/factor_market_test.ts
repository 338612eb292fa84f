import assert from "node:assert/strict";
import { column, dot } from "../../src/domain/matrix.ts";
import { factorMarket } from "./factor_market.ts";

const SHAPE = { assets: 12, observations: 2_500 };

Deno.test("the same numbers of assets and observations give the same synthetic market", () => {
  assert.deepEqual(factorMarket(SHAPE), factorMarket(SHAPE));
});

Deno.test("assets of the synthetic market have volatilities of 1 % to 4 % and a mean correlation of 0.1 to 0.4", () => {
  const returns = factorMarket(SHAPE);
  const series = Array.from({ length: SHAPE.assets }, (_, j) => column(returns, j));
  const volatilities = series.map((a) => Math.sqrt(dot(a, a) / SHAPE.observations));
  assert.ok(volatilities.every((volatility) => volatility > 0.01 && volatility < 0.04), String(volatilities));
  const whole = series[0].map((_, t) => series.reduce((sum, a) => sum + a[t], 0));
  const own = series.reduce((sum, a) => sum + dot(a, a), 0);
  // The synthetic market's loadings of 0.9 % on a common factor, with variances near 4e-4, give correlations of about
  // 0.2.
  const shared = (dot(whole, whole) / own - 1) / (SHAPE.assets - 1);
  assert.ok(shared > 0.1 && shared < 0.4, String(shared));
});
