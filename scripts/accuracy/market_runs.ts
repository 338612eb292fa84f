import { METHODS } from "../../src/optimization/methods/mod.ts";
import { type Browser, verifiedBrowser } from "../../tests/support/browser.ts";
import { openEvents } from "../../tests/support/event_stream.ts";
import { type RunningService, runService } from "../../tests/support/running_service.ts";
import { submitted } from "../../tests/support/runs_over_https.ts";
import { type SentMethod, sentMethods } from "../../tests/support/sent_methods.ts";
import { sharedMarketFolder } from "../../tests/support/shared_market_folder.ts";
import { textTable } from "../optimize/text_table.ts";
import { EXIT, say } from "./say.ts";
import { processorSeconds } from "./timing/processor_seconds.ts";

const USAGE = `Runs every method over HTTPS on a service of its own, on thirty names of the NIFTY 500.

  deno run -A scripts/accuracy/market_runs.ts [START [RUN]]

Three runs name all methods, each under rules of every family that it enforces; they are walked forward and simulated.
The market is the one of the data beside the project; START is the first day, 2023-01-01 if left out;
RUN is one of the three, 1 to 3, all if left out.
Prints a line a method: its status, the seconds that it took in the run by the clock and of the processor, how its
rebalances ended, which rules bind and what is said of it.
Exit code 0: each run succeeded, every method is optimal or computed and took no more than 20 s of the processor, 1: not
so, 2: wrong use.
`;

const SECONDS_AT_MOST = 20;
const RUNS = 3;
const EMAIL = "ada@example.com";
const SECTORS: Readonly<Record<string, string>> = {
  RELIANCE: "energy",
  TCS: "technology",
  HDFCBANK: "finance",
  INFY: "technology",
  ICICIBANK: "finance",
  HINDUNILVR: "consumer",
  ITC: "consumer",
  SBIN: "finance",
  BHARTIARTL: "telecom",
  KOTAKBANK: "finance",
  LT: "industry",
  AXISBANK: "finance",
  ASIANPAINT: "materials",
  MARUTI: "vehicles",
  TITAN: "consumer",
  SUNPHARMA: "health",
  ULTRACEMCO: "materials",
  BAJFINANCE: "finance",
  WIPRO: "technology",
  NESTLEIND: "consumer",
  HCLTECH: "technology",
  POWERGRID: "energy",
  NTPC: "energy",
  TATASTEEL: "materials",
  JSWSTEEL: "materials",
  "M&M": "vehicles",
  DRREDDY: "health",
  CIPLA: "health",
  GRASIM: "materials",
  HINDALCO: "materials",
};
const ASSETS = Object.keys(SECTORS).map((ticker) => `NSE:${ticker}`);

/** Constraints of every family for a market run. All of them can be satisfied together. */
const RULES: Readonly<Record<string, unknown>> = {
  weight_bounds: { max: 0.15 },
  groups: {
    map: Object.fromEntries(Object.entries(SECTORS).map(([ticker, sector]) => [`NSE:${ticker}`, sector])),
    rules: [{ group: "consumer", max: 0.2 }, { group: "finance", min: 0.1 }],
  },
  linear: [{ name: "pair", coefficients: { "NSE:TCS": 1, "NSE:INFY": -1 }, min: -0.02, max: 0.02 }],
  budget: { min: 0.98, max: 1 },
  exposure: { gross_max: 1 },
  turnover: { max: 0.7 },
  transaction_costs: { bps: 10, amortization_periods: 63 },
  tracking_error: { max: 0.12 },
  risk_limits: [{ measure: "cvar", max: 0.04 }, { measure: "volatility", max: 0.35 }],
  min_return: -0.2,
  factor_exposure: {
    loadings: Object.fromEntries(ASSETS.map((asset, i) => [asset, { size: (i - 15) / 15 }])),
    rules: [{ factor: "size", min: -0.4, max: 0.3 }],
  },
  concentration: { min_effective_assets: 8 },
  cardinality: { min: 8, max: 20 },
  min_position: 0.02,
  locked: ["NSE:TCS"],
};

const RUN = {
  stocks: Object.keys(SECTORS).map((ticker) => ({ ticker, exchange: "NSE" })),
  benchmark: "NIFTY50",
  starting_portfolio: Object.fromEntries(ASSETS.map((asset) => [asset, 1 / ASSETS.length])),
  rolling_backtest: { train_window: 252, rebalance_every: 252, cost_bps: 10 },
  monte_carlo: { paths: 10_000, horizon: 252 },
};

/** Runs the three market runs, or the one that is named, and prints a report of each. Returns the exit code. */
async function main([start = "2023-01-01", only]: readonly string[]): Promise<number> {
  const isRun = only === undefined || /^[1-3]$/.test(only);
  if (!isRun || !/^\d{4}-\d\d-\d\d$/.test(start)) return say(USAGE, EXIT.refused);
  const folder = await sharedMarketFolder({ calendar: true });
  try {
    const environment = { MARKET_DATA: `files:${folder}`, WORKERS: "1", DEFAULT_PLAN: "enterprise" };
    await using service = await runService({ environment });
    const person = await verifiedBrowser(service, EMAIL);
    const methods = sentMethods().map(underItsRules), each = Math.ceil(methods.length / RUNS);
    let isMet = true;
    for (let k = 0; k < RUNS; k++) {
      if (only !== undefined && Number(only) !== k + 1) continue;
      const body = { ...RUN, start_date: start, methods: methods.slice(k * each, (k + 1) * each) };
      isMet = await runOne(service, person, body) && isMet;
    }
    return isMet ? EXIT.met : EXIT.missed;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Returns a method as a request names it, with constraints of every family that the method enforces. */
function underItsRules(sent: SentMethod): Record<string, unknown> {
  const { method: id, ...parameters } = typeof sent === "string" ? { method: sent } : sent;
  const method = METHODS.get(id);
  if (method === undefined) throw new Error(`Cannot find method "${id}"`);
  const enforced = method.enforces(method.parameters.parse(parameters));
  const constraints = Object.fromEntries(Object.entries(RULES).filter(([family]) => enforced.has(family)));
  return { method: id, ...parameters, constraints };
}

/** Type of the fields of a method in a run result that the market run script reads. */
interface AnsweredMethod {
  readonly key: string;
  readonly status: string;
  readonly detail: string | null;
  readonly constraint_report: readonly { readonly family: string; readonly binding: boolean }[] | null;
}

/**
 * Submits a run, waits for the run and its simulation, and prints a line for each method. Returns whether the run and
 * its simulation succeeded, every method is optimal or computed, and none took more than `SECONDS_AT_MOST`.
 */
async function runOne(service: RunningService, person: Browser, body: unknown): Promise<boolean> {
  const runId = await submitted(person, body), phases = await timesOfPhases(service, person, runId);
  const took = (phase: string): Times => phases.get(phase) ?? { clock: 0, processor: 0 };
  // Logs in again before the market run's result is read, because an access token lives 15 minutes and the run may take
  // longer.
  await person.logIn(EMAIL);
  const { body: run } = await person.send("GET", `/jobs/${runId}`);
  say(
    `\nrun of ${run.methods.length} methods: ${run.status} in ${secondsOf(run).toFixed(1)} s ${
      JSON.stringify(run.error)
    }\n`,
  );
  if (run.status !== "succeeded") return false;
  const { body: result } = await person.send("GET", `/jobs/${runId}/result`);
  const { body: walked } = await person.send("GET", `/jobs/${runId}/rolling_backtest`);
  const methods: readonly AnsweredMethod[] = result.methods;
  const rows = methods.map(({ key, status, detail, constraint_report: report }, i) => {
    const bound = new Set((report ?? []).filter(({ binding }) => binding).map(({ family }) => family));
    const rebalances = walked.methods[i].rebalances.map(({ status }: { status: string }) => status);
    const said = [...new Set(rebalances)].map((one) =>
      `${rebalances.filter((other: string) => other === one).length} ${one}`
    );
    const { clock, processor } = took(key);
    return [
      key,
      status,
      clock.toFixed(1),
      processor.toFixed(1),
      said.join(", "),
      [...bound].join(" "),
      detail ?? "",
    ];
  });
  say(textTable([["method", "status", "clock s", "processor s", "rebalances", "rules that bind", "detail"], ...rows]));
  const { clock, processor } = took("rolling_backtest");
  say(`walk-forward ${clock.toFixed(1)} s, ${processor.toFixed(1)} s of the processor\n`);
  const simulated = await simulationOf(service, person, runId);
  const slow = [...phases].filter(([phase, { processor }]) =>
    METHODS.get(phase) !== undefined && processor > SECONDS_AT_MOST
  );
  for (const [phase, { processor }] of slow) say(`MISSED: ${phase} took ${processor.toFixed(1)} s of the processor\n`);
  const isProven = methods.every(({ status }) => status === "optimal" || status === "computed");
  return isProven && slow.length === 0 && simulated;
}

/** Durations of a market run in seconds: by the clock, and of the processor. */
interface Times {
  readonly clock: number;
  /**
   * Processor seconds that all threads of this process used. Almost all of them belong to the one worker that computes.
   */
  readonly processor: number;
}

/** Follows a job to its end and returns how long each phase of its progress lasted. */
async function timesOfPhases(
  service: RunningService,
  person: Browser,
  jobId: string,
): Promise<ReadonlyMap<string, Times>> {
  const times = new Map<string, Times>();
  let phase = "", since = now(), isOver = false;
  while (!isOver) {
    // Logs in again, because the event stream ends with the access token, which lives 15 minutes.
    await person.logIn(EMAIL);
    using events = await openEvents(service, person, jobId);
    for (let event = await events.next(); event !== null; event = await events.next()) {
      const { clock, processor } = now(), before = times.get(phase) ?? { clock: 0, processor: 0 };
      times.set(phase, {
        clock: before.clock + clock - since.clock,
        processor: before.processor + processor - since.processor,
      });
      phase = event.run.progress.phase;
      isOver = event.run.finished_at !== null;
      since = { clock, processor };
    }
  }
  return times;
}

function now(): Times {
  return { clock: performance.now() / 1000, processor: processorSeconds() };
}

function secondsOf({ started_at, finished_at }: { readonly started_at: string; readonly finished_at: string }): number {
  return (Date.parse(finished_at) - Date.parse(started_at)) / 1000;
}

async function simulationOf(service: RunningService, person: Browser, runId: string): Promise<boolean> {
  const { body: { items: [{ mc_run_id: id }] } } = await person.send("GET", `/runs/${runId}/monte_carlo`);
  await timesOfPhases(service, person, id);
  await person.logIn(EMAIL);
  const { body } = await person.send("GET", `/mc/${id}`);
  const { config: { method }, status, summary } = body;
  say(
    `simulation of ${method}: ${status} in ${
      secondsOf(body).toFixed(1)
    } s, median wealth ${summary?.terminal.median}\n`,
  );
  return body.status === "succeeded";
}

if (import.meta.main) Deno.exit(await main(Deno.args));
