import assert from "node:assert/strict";
import { testInTurn } from "../../../tests/support/tier.ts";
import { timingOutput } from "../../../tests/support/timing_output.ts";

Deno.test(testInTurn("whole runs of growing sizes are timed, and their slope and largest step are told", async () => {
  const { code, out, error } = await timingOutput(
    "growth",
    "--only",
    "min_volatility by assets",
    "--runs",
    "1",
    "--most",
    "100",
  );
  assert.equal(code, 0, error);
  assert.match(out, /^50 +\d+\.\d{3}\n100 +\d+\.\d{3}\nslope +-?\d+\.\d\d\nlargest step +\d+\.\d\d$/m);
}));

Deno.test("wrong options of the timing of growing sizes are refused by name", async () => {
  for (
    const [args, said] of [
      [["--runs", "0"], '"0"'],
      [["--only", "none"], '"none"'],
      [["--most", "50"], "--most 50"],
    ] as const
  ) {
    const { code, error } = await timingOutput("growth", ...args);
    assert.equal(code, 2);
    assert.ok(error.includes(said), error);
  }
});
