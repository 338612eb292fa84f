import assert from "node:assert/strict";
import { byOwnClock } from "./by_own_clock.ts";

Deno.test("a moment of the service is as far away as the service says, whatever this machine's clock says", () => {
  const date = "Mon, 06 Jul 2020 10:00:00 GMT";
  const left = byOwnClock("2020-07-06T10:15:00.000Z", { headers: new Headers({ date }) }) - Date.now();
  assert.ok(Math.abs(left - 15 * 60_000) < 5_000, String(left));
  assert.equal(byOwnClock("2020-07-06T10:15:00.000Z", { headers: new Headers() }), Date.UTC(2020, 6, 6, 10, 15));
});
