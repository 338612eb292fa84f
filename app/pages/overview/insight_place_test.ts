import assert from "node:assert/strict";
import { insightPlace } from "./insight_place.ts";

const KINDS = [
  "concentration",
  "stale_data",
  "beaten_by_equal_weight",
  "unused_starting_portfolio",
  "doubtful_data",
] as const;

Deno.test("each kind of insight leads to the part of its run that it speaks of, with the method it names", () => {
  const places = KINDS.map((kind) => insightPlace({ kind, run_ids: ["run_1", "run_0"], detail: {} }));
  assert.deepEqual(places, [
    "/app/runs/run_1",
    "/app/runs/run_1?tab=data",
    "/app/runs/run_1?tab=backtest",
    "/app/runs/run_1?tab=orders",
    "/app/runs/run_1?tab=data",
  ]);
  const detail = { method: "min_cvar", key: "tail & all" };
  assert.equal(
    insightPlace({ kind: "concentration", run_ids: ["run_1"], detail }),
    "/app/runs/run_1?method=tail+%26+all",
  );
});
