import assert from "node:assert/strict";
import { verifiedBrowser } from "../support/browser.ts";
import { ended, submitted } from "../support/runs_over_https.ts";
import { runService } from "../support/running_service.ts";
import { pricesBody } from "../support/submission.ts";
import { testInTurn } from "../support/tier.ts";

const STOCKS = ["EXLOTUS", "EXBANYAN", "EXMANGO", "EXGINGER", "EXGRANITE", "EXCLOUD"]
  .map((ticker) => ({ ticker, exchange: "NSE" }));

Deno.test(
  testInTurn("a run submitted after twenty runs of another account starts after at most two of them", async () => {
    await using service = await runService({ environment: { WORKERS: "1", DEFAULT_PLAN: "pro" } });
    const [many, one] = [await verifiedBrowser(service), await verifiedBrowser(service)];
    const methods = ["min_cvar", "min_mad", "min_semideviation"];
    const slow = { stocks: STOCKS, start_date: "2022-01-01", methods };
    const runs = await Promise.all(Array.from({ length: 20 }, () => submitted(many, slow)));
    const runId = await submitted(one, pricesBody(3, 40));
    const { started_at: started, created_at: created, status } = await ended(one, runId);
    assert.equal(status, "succeeded");
    const { body: { items } } = await many.send("GET", "/jobs/history?limit=100");
    assert.equal(items.length, runs.length);
    type Run = { readonly started_at: string | null };
    const between = items.filter(({ started_at: at }: Run) => at !== null && at > created && at <= started);
    const later = items.filter(({ started_at: at }: Run) => at === null || at > started);
    assert.ok(between.length <= 2, `${between.length} runs of the other account were begun first`);
    assert.ok(later.length > 2, `only ${later.length} runs of the other account were still to come`);
  }),
);
