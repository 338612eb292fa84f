import assert from "node:assert/strict";
import { frontierPicture } from "./write_frontier.ts";

Deno.test("the frontier picture of the README labels methods and an asset, and has a background and a dark-mode style", async () => {
  const picture = await frontierPicture();
  for (const name of ["equal_weight", "risk_parity", "min_volatility", "max_sharpe", "NSE:EXLOTUS"]) {
    assert.ok(picture.includes(`>${name}</text>`), name);
  }
  assert.match(picture, /<rect class="f-background" x="0" y="0" width="960" height="480"\/>/);
  assert.match(picture, /@media \(prefers-color-scheme: dark\)/);
});
