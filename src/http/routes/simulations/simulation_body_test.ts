import assert from "node:assert/strict";
import { simulationOf } from "../../../../tests/support/small_results.ts";
import { simulationSummary } from "../../../documents/simulation_summary.ts";
import { nullWhereUnreadable } from "./simulation_body.ts";

Deno.test("a stored simulation summary with a null CAGR is read, and an unreadable summary is null", () => {
  const { summary } = simulationOf();
  assert.equal(summary.cagr.median, null);
  assert.deepEqual(shown(summary), summary);
  assert.equal(shown({ ...summary, value_at_risk: null }), null);
  assert.equal(shown(null), null);
});

Deno.test("an error other than an unreadable summary is passed on", () => {
  assert.throws(() => nullWhereUnreadable(new Error("The store is silent")), /silent/);
});

function shown(stored: unknown): unknown {
  try {
    return simulationSummary.read(new TextEncoder().encode(JSON.stringify(stored)));
  } catch (error) {
    return nullWhereUnreadable(error);
  }
}
