import assert from "node:assert/strict";
import { UsageError } from "./arguments.ts";
import { refuseParameters } from "./refuse_parameters.ts";

for (
  const [text, sentence] of [
    ["efficient_risk:target_volatility=0.2", /"methods": \[\{"method": "efficient_risk", …\}\]/],
    ["min_cvar(0.9)", /more than an id from --method "min_cvar\(0\.9\)"/],
    ["min_cvar,max_sharpe", /repeat --method for several/],
  ] as const
) {
  Deno.test(`a --method that is more than an id is refused with what to do: ${text}`, async () => {
    await assert.rejects(refuseParameters({ method: ["equal_weight", text] }), (error) => {
      assert(error instanceof UsageError);
      assert.match(error.message, sentence);
      return true;
    });
  });
}

Deno.test("ids of methods, known or not, are left to the reader of the request", async () => {
  await refuseParameters({});
  await refuseParameters({ method: ["min_cvar", "no_method", "no_method:a=1"] });
});
