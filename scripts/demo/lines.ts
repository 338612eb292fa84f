import { entryAt } from "../../src/domain/entry_at.ts";
import type { OptimizationResult } from "../../src/documents/run_result.ts";
import type { RunFile } from "./demo_run.ts";
import type { DemoReport } from "./demo_report.ts";
import type { DemoService } from "./demo_service.ts";
import type { FirstAccount } from "./first_account.ts";
import type { Job } from "./job.ts";

/** Returns the line of the demo's output that names the address and folder of the service. */
export function serviceLines({ url, folder }: Pick<DemoService, "url" | "folder">): string {
  return step("service", `${url}, a market of fictional names, everything it writes in ${folder}`);
}

/** Returns the lines of the demo's output about signing up, the verification mail and signing in. */
export function accountLines({ email, subject, token }: Pick<FirstAccount, "email" | "subject" | "token">): string {
  return step("account", `${email} signed up`) +
    step("mail", `printed instead of sent: "${subject}", Token: ${token.slice(0, 6)}…; it confirmed the address`) +
    step("sign in", "an access token for 15 minutes, and by it an API key");
}

/** Returns the line of the demo's output about the submitted run. */
export function submissionLines(): string {
  return step(
    "run",
    "12 stocks by 5 methods against NIFTY50: at most 25 % a stock, 5 to 35 % a sector, 20 points of frontier, a backtest",
  );
}

/** Returns the line of the demo's output about the submitted simulation. */
export function simulationLines(method: string): string {
  return step("simulate", `100,000 paths of ${method} over a year, Student t`);
}

/** Returns the line of the demo's output about the full report: its file name, or the reason why it failed. */
export function reportLines({ status, reason }: Pick<DemoReport, "status" | "reason">): string {
  return step("report", status === "ready" ? "report_full.pdf among the files of the run" : `${status}: ${reason}`);
}

/**
 * Returns the line of the demo's output that says how long a successful run or simulation was queued, running and
 * uploading.
 */
export function lifeLines({ created_at, started_at, uploading_at, finished_at }: Job): string {
  const times = [created_at, started_at, uploading_at, finished_at].map((time) => Date.parse(time ?? ""));
  const [queued, running, uploading] = times.slice(1).map((time, index) =>
    `${((time - entryAt(times, index)) / 1_000).toFixed(2)} s`
  );
  return step("", `queued ${queued}, running ${running}, uploading ${uploading}: succeeded`);
}

/** Returns the line of the demo's output that describes the first and last point of the efficient frontier. */
export function frontierLines({ efficient_frontier }: Pick<OptimizationResult, "efficient_frontier">): string {
  const points = efficient_frontier?.points ?? [];
  const [first] = points, last = points.at(-1);
  if (first === undefined || last === undefined) return "";
  const at = (point: { return: number; volatility: number }): string =>
    `${percent(point.return)} expected at ${percent(point.volatility)} volatility`;
  return `efficient frontier: ${points.length} points, from ${at(first)} to ${at(last)}\n`;
}

function sizeOf(bytes: number): string {
  return `${Math.max(1, Math.round(bytes / 1_000))} kB`;
}

/** Text with which the names of a backtest's charts begin. */
const BACKTEST = "backtest_";

/** Returns the lines of the demo's output that list the files of a run by name and size, and its charts. */
export function fileLines(files: readonly RunFile[]): string {
  const charts = files.filter(({ name }) => name.startsWith("charts/"));
  const documents = files.filter((file) => !charts.includes(file));
  const sizes = documents.map(({ name, bytes }) => `${name} (${bytes === null ? "made when opened" : sizeOf(bytes)})`);
  const names = charts.map(({ name }) => name.replace(/^charts\/|\.svg$/g, ""));
  const ofBacktest = names.filter((name) => name.startsWith(BACKTEST));
  const ofRun = names.filter((name) => !ofBacktest.includes(name));
  const walked = ofBacktest.map((name) => name.slice(BACKTEST.length)).join(", ");
  return `files: ${sizes.join(", ")}\ncharts: ${ofRun.join(", ")}\ncharts of the backtest: ${walked}\n`;
}

/** Returns commands that the reader of the demo's output can try while the service runs. */
export function invitation(
  { url, certificateFile }: Pick<DemoService, "url" | "certificateFile">,
  { key, runId, files, report, link, account }: {
    readonly key: string;
    readonly runId: string;
    readonly files: readonly RunFile[];
    readonly report: Pick<DemoReport, "url">;
    /** Link that signs a browser in to the console, once. */
    readonly link: string;
    readonly account: Pick<FirstAccount, "email" | "password">;
  },
): string {
  const curl = `curl --cacert ${certificateFile}`;
  const chart = files.find(({ name }) => name === "charts/weights.svg");
  return `
The console in a browser of this machine, signed in, by a link that opens once:
  ${link}
Later sign in at ${url}/app as ${account.email} with the password "${account.password}".
A chart, by its link, which opens for 15 minutes without a credential:
  ${curl} -o weights.svg '${chart?.url}'
The full report:
  ${curl} -o report.pdf '${report.url}'
The links of every file, by the key of this account:
  ${curl} -H 'X-API-Key: ${key}' ${url}/jobs/${runId}/artifacts
Every route: ${url}/docs (a browser warns of the self-signed certificate)

Serving until Ctrl-C, which removes the folder.
`;
}

function percent(fraction: number): string {
  return `${(100 * fraction).toFixed(2)} %`;
}

/** Returns one line of the demo's output: a short label and a text. */
function step(word: string, text: string): string {
  return `${word.padEnd(9)}${text}\n`;
}
