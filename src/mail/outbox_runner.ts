import type { Mail } from "../domain/mail.ts";
import type { Log } from "../runtime/log.ts";
import { pause } from "../runtime/pause.ts";
import type { OutgoingMail } from "./mail_transport.ts";

/** Type of the operations of the outbox (the stored queue of mails) that the mail runner needs. */
export interface Outbox<Claimed extends { readonly mail: Mail }> {
  claim(options: { limit: number; leaseMs: number }): Promise<readonly Claimed[]>;
  succeed(claimed: Claimed): Promise<void>;
  fail(claimed: Claimed, reason: string): Promise<"later" | "undeliverable" | "lost">;
}

export interface OutboxRunnerOptions<Claimed extends { readonly mail: Mail }> {
  readonly outbox: Outbox<Claimed>;
  readonly deliver: (mail: OutgoingMail) => Promise<void>;
  /** Log of the mail runner. It never receives the text of a mail, which may contain a token. */
  readonly log: Pick<Log, "info" | "warn">;
  /** Callback that receives the outcome of each attempt to send a mail, so that attempts can be counted. */
  readonly onAttempt?: (outcome: "sent" | "failed") => void;
  /**
   * Signal that stops the mail runner. It then takes no more mails and waits up to five seconds for the mails that it
   * is sending.
   */
  readonly signal: AbortSignal;
  /**
   * Returns the pause, in milliseconds, before the outbox is read again after it had fewer than four mails to send. The
   * pause varies from call to call, so that processes do not read at the same moments.
   */
  readonly pauseMs: () => number;
}

const BATCH = 4;
/**
 * Milliseconds for which a claimed mail belongs to one process. A mail server may be silent for 30 seconds before an
 * attempt fails, so the claim rarely ends, and the mail is rarely sent again, while an attempt may still succeed.
 */
const LEASE_MS = 120_000;
const GRACE_MS = 5_000;

/**
 * Sends the mails of the outbox until the signal aborts. A mail that cannot be delivered stays in the outbox for a
 * later attempt, until the outbox gives it up after the last one. If the process dies, another one takes the mail when
 * its claim has expired. A mail may therefore be sent twice.
 */
export async function runOutbox<Claimed extends { readonly mail: Mail }>(
  options: OutboxRunnerOptions<Claimed>,
): Promise<void> {
  const { signal, log, pauseMs } = options;
  while (!signal.aborted) {
    let sent = 0;
    try {
      sent = await sendBatch(options);
    } catch (error) {
      log.warn("outbox unreachable", { reason: reasonOf(error) });
    }
    if (sent < BATCH) await pause(pauseMs(), signal);
  }
}

/** Sends the mails that are due, each once, and resolves when none is left. Rejects where the outbox cannot be read. */
export async function sendDueMails<Claimed extends { readonly mail: Mail }>(
  options: Omit<OutboxRunnerOptions<Claimed>, "pauseMs">,
): Promise<void> {
  while (!options.signal.aborted && await sendBatch(options) === BATCH);
}

/** Claims the next mails and tries to send each. Returns their number. */
async function sendBatch<Claimed extends { readonly mail: Mail }>(
  options: Omit<OutboxRunnerOptions<Claimed>, "pauseMs">,
): Promise<number> {
  const claimed = await options.outbox.claim({ limit: BATCH, leaseMs: LEASE_MS });
  if (claimed.length > 0) await settledOrGivenUp(claimed.map((one) => sendOne(one, options)), options.signal);
  return claimed.length;
}

/** Sends one mail and records the outcome in the outbox or the log. The promise never rejects. */
async function sendOne<Claimed extends { readonly mail: Mail }>(
  claimed: Claimed,
  { outbox, deliver, log, onAttempt }: Omit<OutboxRunnerOptions<Claimed>, "pauseMs">,
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

/** Removes mail addresses from an error message. Mail servers name the recipient, and the log must not. */
function withoutAddresses(reason: string): string {
  return reason.replace(/[^\s<>"'(),:;]+@[^\s<>"'(),:;]+/g, "(address)");
}

/** Runs an attempt to send a mail. Returns the reason of its failure; null if it succeeded. */
async function failureOf(attempt: () => Promise<void>): Promise<string | null> {
  try {
    await attempt();
    return null;
  } catch (error) {
    return reasonOf(error);
  }
}

/**
 * Waits until each mail in progress is sent or has failed, but for at most five seconds after the signal has aborted.
 */
async function settledOrGivenUp(sending: readonly Promise<void>[], signal: AbortSignal): Promise<void> {
  const over = new AbortController();
  const givenUp = aborted(signal, over.signal).then(() => pause(GRACE_MS, over.signal));
  await Promise.race([Promise.all(sending), givenUp]);
  over.abort();
}

/** Returns a promise that resolves when the first of several signals aborts. */
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
