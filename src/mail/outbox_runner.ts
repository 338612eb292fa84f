import type { Mail } from "../domain/mail.ts";
import type { OutgoingMail } from "./mail_transport.ts";

/** The outbox as the runner needs it: the repository of mails. */
export interface Outbox<Claimed extends { readonly mail: Mail }> {
  claim(options: { limit: number; leaseMs: number }): Promise<readonly Claimed[]>;
  sent(claimed: Claimed): Promise<void>;
  failed(claimed: Claimed, reason: string): Promise<"later" | "undeliverable" | "lost">;
}

export interface OutboxRunnerOptions<Claimed extends { readonly mail: Mail }> {
  readonly outbox: Outbox<Claimed>;
  readonly deliver: (mail: OutgoingMail) => Promise<void>;
  readonly log: {
    info(event: string, fields: MailFields): void;
    warn(event: string, fields: MailFields): void;
  };
  /** Ends the runner: it finishes the mails in its hands. */
  readonly signal: AbortSignal;
  /** How long to wait after the outbox was found empty; differs from call to call, so that processes do not fall into step. */
  readonly pauseMs: () => number;
}

/** What is logged of a mail: never its content, which holds a token. */
type MailFields = Readonly<Record<string, string | number>>;

const BATCH = 4;
/** Longer than a server may keep silent, so that no mail is sent twice while its first sending may still succeed. */
const LEASE_MS = 120_000;

/**
 * Sends what lies in the outbox until the signal aborts. A mail that cannot be delivered stays in the outbox for a later attempt; a
 * process that ends in between leaves it to the next one, when its lease has run out. A mail may thus be sent twice, never not at all.
 */
export async function runOutbox<Claimed extends { readonly mail: Mail }>(
  options: OutboxRunnerOptions<Claimed>,
): Promise<void> {
  const { outbox, signal, log, pauseMs } = options;
  while (!signal.aborted) {
    try {
      const claimed = await outbox.claim({ limit: BATCH, leaseMs: LEASE_MS });
      await Promise.all(claimed.map((one) => sendOne(one, options)));
      if (claimed.length === BATCH) continue;
    } catch (error) {
      log.warn("outbox unreachable", { reason: reasonOf(error) });
    }
    await pause(pauseMs(), signal);
  }
}

async function sendOne<Claimed extends { readonly mail: Mail }>(
  claimed: Claimed,
  { outbox, deliver, log }: OutboxRunnerOptions<Claimed>,
): Promise<void> {
  const { id, attempts } = claimed.mail;
  try {
    await deliver(claimed.mail);
  } catch (error) {
    const reason = reasonOf(error);
    const next = await outbox.failed(claimed, reason);
    log.warn("mail not sent", { mail: id, attempts, reason, next });
    return;
  }
  await outbox.sent(claimed);
  log.info("mail sent", { mail: id, attempts });
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function pause(durationMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, durationMs);
    signal.addEventListener("abort", done);
    if (signal.aborted) done();
  });
}
