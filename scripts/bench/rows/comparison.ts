import { benchedService } from "../benched_service.ts";
import { inlineRuns } from "../inline_runs.ts";
import type { PromptClient } from "../prompt_client.ts";
import { medianOf } from "../quantile_of.ts";
import type { ServiceAnswer, ServiceRow } from "../row.ts";
import { addPerson, signedIn } from "../signed_in_person.ts";

const RUNS = 20;
const SHAPE = { assets: 20, observations: 1_260 };
const METHODS = ["equal_weight", "inverse_volatility", "min_volatility", "max_sharpe", "risk_parity", "hrp"];
const PAGE = 5;
const PAGES = 40;
const WARM_UP_PAGES = 4;
const LOOK_EVERY_MS = 5;
const PAGE_AT_MOST_MS = 300;
const EMAIL = "comparing@example.com";

/** Benchmark row of pages of a comparison with the largest number of runs, each over five years. */
export const comparison: ServiceRow = {
  id: `comparison of ${RUNS} runs, ${METHODS.length} methods, 5 years`,
  measure,
};

/** Measures the comparison pages without TLS, whose small writes would wait for the client's acknowledgement. */
async function measure(): Promise<ServiceAnswer> {
  await using service = await benchedService({ overTls: false, fill: (_, path) => addPerson(path, EMAIL) });
  const { client } = await signedIn(service, EMAIL);
  const nextBody = inlineRuns(SHAPE);
  const runIds: string[] = [];
  for (let run = 0; run < RUNS; run++) {
    const body = { ...JSON.parse(nextBody()), methods: METHODS };
    const { run_id: runId } = await answered<{ run_id: string }>(client, { path: "/jobs", body });
    runIds.push(runId);
  }
  for (const runId of runIds) await untilSucceeded(client, runId);
  const began = performance.now();
  const body = { name: "All", run_ids: runIds };
  const saved = await answered<{ comparison_id: string }>(client, { path: "/analytics/comparisons", body });
  const saving = performance.now() - began;
  const durations = await pages(client, `/analytics/comparisons/${saved.comparison_id}/surface?page_size=${PAGE}`);
  client.close();
  return {
    figures: [{ name: "saved", value: saving, unit: "ms" }],
    promises: [{ name: `page of ${PAGE}`, value: medianOf(durations), unit: "ms", at_most: PAGE_AT_MOST_MS }],
  };
}

/**
 * Requests one page of a comparison after another, starting again after the last one, and returns the milliseconds that
 * each took.
 */
async function pages(client: PromptClient, path: string): Promise<readonly number[]> {
  const durations: number[] = [];
  let cursor: string | null = null;
  for (let page = -WARM_UP_PAGES; page < PAGES; page++) {
    const began = performance.now();
    const query: string = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const { items, next_cursor: next } = await answered<SurfacePage>(client, { path: `${path}${query}` });
    if (page >= 0) durations.push(performance.now() - began);
    if (items.length !== PAGE) throw new Error(`Cannot find ${PAGE} runs on a page: ${items.length}`);
    cursor = next;
  }
  return durations;
}

interface SurfacePage {
  readonly items: readonly unknown[];
  readonly next_cursor: string | null;
}

async function untilSucceeded(client: PromptClient, runId: string): Promise<void> {
  for (;;) {
    const { status } = await answered<{ status: string }>(client, { path: `/jobs/${runId}` });
    if (status === "succeeded") return;
    if (status === "failed" || status === "cancelled") throw new Error(`Run "${runId}" is ${status}`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

/**
 * Sends a GET request, or a POST request where there is a body, and returns the JSON answer. Throws where the service
 * refuses it.
 */
async function answered<Body>(
  client: PromptClient,
  { path, body }: { readonly path: string; readonly body?: unknown },
): Promise<Body> {
  const answer = body === undefined ? client.send("GET", path) : client.send("POST", path, JSON.stringify(body));
  const { status, text } = await answer;
  if (status >= 300) throw new Error(`Cannot ask for ${path}: ${status} ${text}`);
  return JSON.parse(text);
}
