import type { Mail } from "../domain/mail.ts";
import type { Log } from "../runtime/log.ts";
import { pause } from "../runtime/pause.ts";
import type { OutgoingMail } from "./mail_transport.ts";

/** The outbox as the runner needs it: the repository of mails. */
export interface Outbox<Claimed extends { readonly mail: Mail }> {
  claim(options: { limit: number; leaseMs: number }): Promise<readonly Claimed[]>;
  succeed(claimed: Claimed): Promise<void>;
  fail(claimed: Claimed, reason: string): Promise<"later" | "undeliverable" | "lost">;
}

export interface OutboxRunnerOptions<Claimed extends { readonly mail: Mail }> {
  readonly outbox: Outbox<Claimed>;
  readonly deliver: (mail: OutgoingMail) => Promise<void>;
  /** Never told the content of a mail, which holds a token. */
  readonly log: Pick<Log, "info" | "warn">;
  /** Told of each attempt, to be counted. */
  readonly onAttempt?: (outcome: "sent" | "failed") => void;
  /** Ends the runner: it takes no more mails, and waits for those in its hands for five seconds. */
  readonly signal: AbortSignal;
  /**
   * How long to wait after the outbox was found empty; differs from call to call, so that processes do not fall into
   * step.
   */
  readonly pauseMs: () => number;
}

const BATCH = 4;
/** Longer than a server may keep silent, so that no mail is sent twice while its first sending may still succeed. */
const LEASE_MS = 120_000;
const GRACE_MS = 5_000;

/**
 * Sends what lies in the outbox until the signal aborts. A mail that cannot be delivered stays in the outbox for a
 * later attempt; a process that ends in between leaves it to the next one, when its lease has run out. A mail may thus
 * be sent twice, never not at all.
 */
export async function runOutbox<Claimed extends { readonly mail: Mail }>(
  options: OutboxRunnerOptions<Claimed>,
): Promise<void> {
  const { outbox, signal, log, pauseMs } = options;
  while (!signal.aborted) {
    let claimed: readonly Claimed[] = [];
    try {
      claimed = await outbox.claim({ limit: BATCH, leaseMs: LEASE_MS });
    } catch (error) {
      log.warn("outbox unreachable", { reason: reasonOf(error) });
    }
    if (claimed.length > 0) await settledOrGivenUp(claimed.map((one) => sendOne(one, options)), signal);
    if (claimed.length < BATCH) await pause(pauseMs(), signal);
  }
}

/** Never rejects: what became of the mail is written down, or told. */
async function sendOne<Claimed extends { readonly mail: Mail }>(
  claimed: Claimed,
  { outbox, deliver, log, onAttempt }: OutboxRunnerOptions<Claimed>,
): Promise<void> {
  const { id, attempts } = claimed.mail;
  const failure = await failureOf(() => deliver(claimed.mail));
  onAttempt?.(failure === null ? "sent" : "failed");
  try {
    if (failure === null) {
      await outbox.succeed(claimed);
      log.info("mail sent", { mail: id, attempts });
    } else {
      const next = await outbox.fail(claimed, failure);
      log.warn("mail not sent", { mail: id, attempts, reason: withoutAddresses(failure), next });
    }
  } catch (error) {
    log.warn("outbox unreachable", { mail: id, reason: reasonOf(error) });
  }
}

/** Mail servers name whom they refuse; a log names no one. */
function withoutAddresses(reason: string): string {
  return reason.replace(/[^\s<>"'(),:;]+@[^\s<>"'(),:;]+/g, "(address)");
}

/** Why an attempt failed; null where it did not. */
async function failureOf(attempt: () => Promise<void>): Promise<string | null> {
  try {
    await attempt();
    return null;
  } catch (error) {
    return reasonOf(error);
  }
}

/** Waits for all, but no longer than the grace once the signal has aborted. */
async function settledOrGivenUp(sending: readonly Promise<void>[], signal: AbortSignal): Promise<void> {
  const over = new AbortController();
  const givenUp = aborted(signal, over.signal).then(() => pause(GRACE_MS, over.signal));
  await Promise.race([Promise.all(sending), givenUp]);
  over.abort();
}

/** Resolves when the first of the signals aborts. */
function aborted(...signals: readonly AbortSignal[]): Promise<void> {
  const any = AbortSignal.any([...signals]);
  return new Promise((resolve) => {
    if (any.aborted) resolve();
    else any.addEventListener("abort", () => resolve(), { once: true });
  });
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
