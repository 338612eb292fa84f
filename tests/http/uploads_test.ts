import assert from "node:assert/strict";
import { type Browser, verifiedBrowser } from "../support/browser.ts";
import type { RunningService } from "../support/running_service.ts";
import { succeeded } from "../support/runs_over_https.ts";
import { sharedService } from "../support/shared_service.ts";
import { pricesBody } from "../support/submission.ts";

const RUN = pricesBody(4, 80);
const CSV = csvOf(RUN.prices);

Deno.test("a run of an uploaded CSV has the result of a run with the same prices in its body", async () => {
  const service = await sharedService();
  const person = await verifiedBrowser(service);
  const { prices: _, ...rest } = RUN;
  const made = await person.send("POST", "/uploads", { body: { kind: "prices", name: "Market" } });
  assert.equal(made.status, 201);
  assert.equal(made.body.status, "pending");
  const sent = await put(service, made.body.url, CSV);
  assert.deepEqual([sent.status, sent.body.status, sent.body.assets, sent.body.rows], [200, "ready", 4, 80]);
  const byUpload = await succeeded(person, { ...rest, prices: { upload: made.body.upload_id } });
  const inBody = await succeeded(person, RUN);
  assert.deepEqual(await resultOf(person, byUpload), await resultOf(person, inBody));
});

function csvOf(prices: unknown): string {
  const { dates, series } = prices as { dates: string[]; series: Record<string, number[]> };
  const names = Object.keys(series);
  const rows = dates.map((date, row) => [date, ...names.map((name) => series[name][row])].join(","));
  return [["date", ...names].join(","), ...rows, ""].join("\n");
}

async function put(service: RunningService, url: string, body: BodyInit): Promise<{ status: number; body: Answer }> {
  const { pathname } = new URL(url);
  const response = await service.fetch(pathname, { method: "PUT", body });
  return { status: response.status, body: await response.json() };
}

// deno-lint-ignore no-explicit-any
type Answer = any;

async function resultOf(person: Browser, runId: string): Promise<unknown> {
  const { body } = await person.send("GET", `/jobs/${runId}/result`);
  const { run_id: _run, engine: { elapsed_ms: _elapsed, phases_ms: _phases, ...engine }, ...result } = body;
  return { ...result, engine };
}
