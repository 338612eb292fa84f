import { traceOf } from "../../src/domain/trace_of.ts";
import { ConfigError, environmentOfProcess } from "../../src/config.ts";
import { StoreError } from "../../src/store/store_error.ts";
import { RunFailed, showDemo } from "./show_demo.ts";
import { waiting } from "./waiting.ts";
import { complain, complainLines, print } from "../print.ts";

const DONE = 0;
const FAILED = 1;
const WRONG_USE = 2;

const USAGE = `Usage: deno task demo [--once]

Starts the service on a sample market in a fresh folder, signs an account up, submits a run over HTTPS and shows what comes out.
Then it serves until Ctrl-C; with --once it ends, with exit code 0 only if the run succeeded.
HTTPS_PORT chooses its port: 8443, or a free one where that is taken, if it is not set.
`;

const SIGNALS = ["SIGINT", "SIGTERM"] as const;
/**
 * Signal that never aborts. The start of the service is not interrupted, because a half-started service could not be
 * stopped.
 */
const NEVER = new AbortController().signal;

/** Runs the demo of the service. Returns the exit code: 0 done, 1 failed, 2 wrong arguments or settings. */
export async function main(args: readonly string[]): Promise<number> {
  if (args.length === 1 && args[0] === "--help") return print(USAGE, DONE);
  const stray = args.find((arg) => arg !== "--once");
  if (stray !== undefined) {
    complain(`Cannot use "${stray}"`, WRONG_USE);
    return complainLines(`\n${USAGE}`, WRONG_USE);
  }
  const interruption = new AbortController();
  const interrupt = (): void => interruption.abort(new DOMException("The demo was interrupted", "AbortError"));
  for (const signal of SIGNALS) Deno.addSignalListener(signal, interrupt);
  try {
    await demonstrate({ once: args.includes("--once"), signal: interruption.signal });
    return DONE;
  } catch (error) {
    if (interruption.signal.aborted) return complain("Interrupted: the run is not shown to its end", FAILED);
    if (error instanceof ConfigError || error instanceof StoreError) return complainLines(error.message, WRONG_USE);
    if (error instanceof RunFailed) return complain(error.message, FAILED);
    return complainLines(traceOf(error), FAILED);
  } finally {
    for (const signal of SIGNALS) Deno.removeSignalListener(signal, interrupt);
  }
}

async function demonstrate(options: { readonly once: boolean; readonly signal: AbortSignal }): Promise<void> {
  // Loads the service here, so that help and wrong use do not load it.
  const { startDemoService } = await import("./demo_service.ts");
  const starting = startDemoService(environmentOfProcess());
  const service = await waiting("starting the service", { value: starting, signal: NEVER });
  try {
    await showDemo(service, { ...options, print: (text) => print(text, DONE) });
  } finally {
    await service.stop();
  }
}
