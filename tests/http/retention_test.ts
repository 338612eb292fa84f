import assert from "node:assert/strict";
import { DAY_MS } from "../../src/domain/instant.ts";
import { newEmail, verifiedBrowser } from "../support/browser.ts";
import { runService } from "../support/running_service.ts";
import { ended, succeeded } from "../support/runs_over_https.ts";
import { pricesBody } from "../support/submission.ts";
import { testInTurn } from "../support/tier.ts";
import { until } from "../support/until.ts";

Deno.test(testInTurn("a run shows when it will be deleted, and its owner gets a mail a week before", async () => {
  const clock = { aheadMs: 0 };
  await using service = await runService({ environment: { RETENTION_DAYS: "free:30" }, clock });
  const email = newEmail(), browser = await verifiedBrowser(service, email);
  const id = await succeeded(browser, pricesBody(3, 60));
  const { body: run } = await browser.send("GET", `/jobs/${id}`);
  assert.equal(Date.parse(run.expires_at) - Date.parse(run.finished_at), 30 * DAY_MS);
  const { body: history } = await browser.send("GET", "/jobs/history");
  assert.equal(history.items[0].expires_at, run.expires_at);
  const simulation = await browser.send("POST", `/runs/${id}/monte_carlo`, { body: { paths: 100, horizon: 10 } });
  const child = await ended(browser, simulation.body.mc_run_id);
  assert.equal(child.expires_at, null);
  clock.aheadMs = 20 * DAY_MS;
  await service.store.maintenance.sweep();
  const { subject, text } = await service.mailTo(email, 2);
  assert.equal(subject, "Runs of your account will be deleted");
  assert.ok(text.includes(`From ${run.expires_at.slice(0, 10)} on, 1 run is deleted`), text);
  clock.aheadMs = 31 * DAY_MS;
  await service.store.maintenance.sweep();
  const member = await service.store.accounts.findByEmail(email);
  assert.ok(member);
  const runs = async (): Promise<number> =>
    (await service.store.jobs.listHistory(member.account.id, "optimization", {}, { limit: 1, cursor: null })).items
      .length;
  await until(async () => await runs() === 0, "the deletion by this sweep or by the service's own");
}));
