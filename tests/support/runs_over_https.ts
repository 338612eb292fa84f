import type { Browser, Reply } from "./browser.ts";
import type { AccountId } from "../../src/domain/identifier.ts";
import type { RunningService } from "./running_service.ts";
import { pricesBody } from "./submission.ts";
import { until } from "./until.ts";

/** Longest pause between two requests that ask for the state of a run, in milliseconds. */
const LONGEST_PAUSE_MS = 50;

const IN_FLIGHT = ["queued", "running", "uploading"];

/** Test helper. Submits a run over HTTPS and returns its id. */
export async function submitted(
  browser: Browser,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const reply = await browser.send("POST", "/jobs", { body, headers });
  if (reply.status !== 202) throw new Error(`Cannot submit: ${reply.status} ${JSON.stringify(reply.body)}`);
  return reply.body.run_id;
}

/** Test helper. Polls a run until a condition holds for its record, and returns the record. */
export async function runOnce(
  browser: Browser,
  runId: string,
  holds: (run: Reply["body"]) => boolean,
): Promise<Reply["body"]> {
  let run: Reply["body"];
  await until(
    async () => {
      run = (await browser.send("GET", `/jobs/${runId}`)).body;
      return holds(run);
    },
    `run "${runId}"`,
    { longestPauseMs: LONGEST_PAUSE_MS },
  );
  return run;
}

/** Test helper. Waits until a run has ended and returns its record. */
export function ended(browser: Browser, runId: string): Promise<Reply["body"]> {
  return runOnce(browser, runId, ({ status }) => !IN_FLIGHT.includes(status));
}

/** Test helper. Submits a run, waits until it has ended and returns its id. Throws unless it succeeded. */
export async function succeeded(browser: Browser, body: unknown): Promise<string> {
  const runId = await submitted(browser, body);
  const { status, error } = await ended(browser, runId);
  if (status !== "succeeded") throw new Error(`The run is ${status}: ${JSON.stringify(error)}`);
  return runId;
}

/**
 * A run that keeps a worker of the tested service busy. It is cancelled at the end of the block that declares it with
 * `await using`.
 */
export interface BusyRun extends AsyncDisposable {
  readonly id: string;
}

/** Test helper. Submits a run that computes longer than a test lasts, and waits until it runs. */
export async function keepBusy(browser: Browser): Promise<BusyRun> {
  const methods = Array.from({ length: 20 }, (_, index) => ({ method: "min_cvar", confidence: 0.9 + index * 0.004 }));
  // The body is small, and its backtest solves almost 5,000 programs.
  const rolling_backtest = { train_window: 230, rebalance_every: 1 };
  const id = await submitted(browser, { ...pricesBody(6, 480), methods, rolling_backtest });
  await runOnce(browser, id, ({ status }) => status === "running");
  return {
    id,
    // Where the test has cancelled or deleted the run itself, the service refuses this request, which changes nothing.
    [Symbol.asyncDispose]: async () => void await browser.send("POST", `/jobs/${id}/cancel`),
  };
}

/** Test helper. Returns the account id of a signed-in person. */
export async function accountIdOf({ store }: RunningService, browser: Browser): Promise<AccountId> {
  const { body: { email } } = await browser.send("GET", "/users/me");
  const member = await store.accounts.findByEmail(email);
  if (member === null) throw new Error(`Nobody has ${email}`);
  return member.account.id;
}
