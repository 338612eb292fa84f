import assert from "node:assert/strict";
import { testInTurn } from "../../../tests/support/tier.ts";
import { timingOutput } from "../../../tests/support/timing_output.ts";

Deno.test(
  testInTurn(
    "whole processes are timed from a CSV file to results on disk, and absent libraries are named",
    async () => {
      const { code, out, error } = await timingOutput(
        "whole",
        "--only",
        "20 x 1260, min",
        "--runs",
        "1",
        "--python",
        "no-such-python",
      );
      assert.equal(code, 0, error);
      for (const name of ["skfolio", "Riskfolio-Lib", "PyPortfolioOpt"]) {
        assert.ok(
          out.includes(`Not there: ${name}`),
          out,
        );
      }
      assert.match(out, /^20 x 1260, min_volatility +\d+\.\d\d$/m);
    },
  ),
);

Deno.test("wrong options of the timing of whole processes are refused by name", async () => {
  for (
    const [args, said] of [[["--runs", "x"], '"x"'], [["--only", "none"], '"none"'], [["--odd"], "--odd"]] as const
  ) {
    const { code, error } = await timingOutput("whole", ...args, "--python", "no-such-python");
    assert.equal(code, 2);
    assert.ok(error.includes(said), error);
  }
});
