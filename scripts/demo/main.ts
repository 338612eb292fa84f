import { ConfigError } from "../../src/config.ts";
import { StoreError } from "../../src/store/store_error.ts";
import { dataNotes } from "../optimize/notes.ts";
import { ProgressBar } from "../optimize/progress_bar.ts";
import { resultTable } from "../optimize/result_table.ts";
import { type DemoRun, demoRun } from "./demo_run.ts";
import { type DemoService, startDemoService } from "./demo_service.ts";
import { firstAccount } from "./first_account.ts";
import {
  accountLines,
  fileLines,
  frontierLines,
  invitation,
  lifeLines,
  serviceLines,
  submissionLines,
} from "./lines.ts";
import { waiting } from "./waiting.ts";

const DONE = 0;
const FAILED = 1;
const WRONG_USE = 2;
const TABLE_WIDTH = 100;

const USAGE = `Usage: deno task demo [--once]

Starts the service on a sample market in a fresh folder, signs an account up, submits a run over HTTPS and shows what comes out.
Then it serves until Ctrl-C; with --once it ends, with exit code 0 only if the run succeeded.
HTTPS_PORT chooses its port: 8443, or a free one where that is taken, if it is not set.
`;

/** The first minute with the service; the exit code: 0 done, 1 failed, 2 wrong use or settings. */
export async function main(args: readonly string[]): Promise<number> {
  if (args.length === 1 && args[0] === "--help") return print(USAGE, DONE);
  const stray = args.find((arg) => arg !== "--once");
  if (stray !== undefined) return complain(`Cannot use "${stray}"\n\n${USAGE}`, WRONG_USE);
  const interruption = new AbortController();
  const interrupt = (): void => interruption.abort(new DOMException("The demo was interrupted", "AbortError"));
  for (const signal of SIGNALS) Deno.addSignalListener(signal, interrupt);
  try {
    return await demonstrate({ once: args.includes("--once"), signal: interruption.signal });
  } catch (error) {
    if (interruption.signal.aborted) return complain("Interrupted: the run is not shown to its end", FAILED);
    if (error instanceof ConfigError || error instanceof StoreError) return complain(error.message, WRONG_USE);
    return complain(error instanceof Error ? error.stack ?? error.message : String(error), FAILED);
  } finally {
    for (const signal of SIGNALS) Deno.removeSignalListener(signal, interrupt);
  }
}

/** A service that half started could not be ended. */
const NEVER = new AbortController().signal;
const SIGNALS = ["SIGINT", "SIGTERM"] as const;

interface DemoOptions {
  /** Ends after the run. */
  readonly once: boolean;
  readonly signal: AbortSignal;
}

async function demonstrate({ once, signal }: DemoOptions): Promise<number> {
  const starting = startDemoService();
  const service = await waiting("starting the service", { value: starting, signal: NEVER });
  try {
    print(serviceLines(service), DONE);
    const account = await waiting("waiting for the mail", { value: firstAccount(service), signal });
    print(accountLines(account), DONE);
    const run = await shownRun(service, account.key, signal);
    if (run.job.status !== "succeeded") {
      return complain(`The run ${run.job.status}: ${run.job.error?.code}: ${run.job.error?.detail}`, FAILED);
    }
    if (once) return DONE;
    print(invitation(service, { key: account.key, runId: run.job.run_id, files: run.files }), DONE);
    await aborted(signal);
    return DONE;
  } finally {
    await service.stop();
  }
}

/** Computes a run and prints how it goes and what comes out. */
async function shownRun(service: DemoService, key: string, signal: AbortSignal): Promise<DemoRun> {
  print(submissionLines(), DONE);
  const bar = new ProgressBar({ shownAfterMs: 0 });
  const options = { key, signal, onProgress: bar.show.bind(bar) };
  const run = await demoRun(service, options).finally(() => bar.end());
  const { job, result, files } = run;
  if (result !== null) {
    const notes = dataNotes(result).map((note) => `${note}\n`).join("");
    print(`${lifeLines(job)}\n${resultTable(result, TABLE_WIDTH)}\n${notes}`, DONE);
    print(frontierLines(result) + fileLines(files), DONE);
  }
  return run;
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
}

function print(text: string, code: number): number {
  const bytes = new TextEncoder().encode(text);
  for (let written = 0; written < bytes.length;) written += Deno.stdout.writeSync(bytes.subarray(written));
  return code;
}

function complain(sentence: string, code: number): number {
  Deno.stderr.writeSync(new TextEncoder().encode(sentence + "\n"));
  return code;
}
