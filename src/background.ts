import type { Dependencies } from "./dependencies.ts";
import type { MailTransport } from "./mail/mail_transport.ts";
import { runOutbox } from "./mail/outbox_runner.ts";
import { runPeriodically } from "./run_periodically.ts";

const SWEEP_EVERY_MS = 60_000;
const OUTBOX_PAUSE_MS = 250;

/** Sends mails and sweeps until the signal aborts; resolves when what was in hand is done. */
export async function runBackground(
  { mails, maintenance, log, random, telemetry }: Dependencies,
  { mail, signal }: { mail: MailTransport; signal: AbortSignal },
): Promise<void> {
  // Processes on one store that pause alike would fall into step.
  const about = (durationMs: number): number => durationMs * (0.8 + 0.4 * (random.bytes(1)[0] / 255));
  await Promise.all([
    runOutbox({
      outbox: mails,
      deliver: (message) => mail.deliver(message),
      log,
      onAttempt: (outcome) => telemetry.count(`mail.${outcome}`),
      signal,
      pauseMs: () => about(OUTBOX_PAUSE_MS),
    }),
    runPeriodically(() => maintenance.sweep(signal), {
      pauseMs: () => about(SWEEP_EVERY_MS),
      signal,
      onError: (reason) => log.warn("sweep failed", { reason }),
    }),
  ]);
}
