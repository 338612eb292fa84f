import type { Dependencies } from "./dependencies.ts";
import type { MailTransport } from "./mail/mail_transport.ts";
import { runOutbox } from "./mail/outbox_runner.ts";
import { runPeriodically } from "./runtime/run_periodically.ts";

const SWEEP_EVERY_MS = 60_000;
const OUTBOX_PAUSE_MS = 250;

/** Sends mails and sweeps until the signal aborts; resolves when what was in hand is done. */
export async function runBackground(
  dependencies: Dependencies,
  { mail, signal }: { mail: MailTransport; signal: AbortSignal },
): Promise<void> {
  const { mails, log, telemetry } = dependencies;
  await Promise.all([
    runOutbox({
      outbox: mails,
      deliver: (message) => mail.deliver(message),
      log,
      onAttempt: (outcome) => telemetry.count(`mail.${outcome}`),
      signal,
      pauseMs: () => about(OUTBOX_PAUSE_MS, dependencies),
    }),
    runSweeps(dependencies, { signal }),
  ]);
}

/** Sweeps at once and every minute until the signal aborts: in every process on the store, whatever else it does. */
export async function runSweeps(dependencies: Dependencies, { signal }: { signal: AbortSignal }): Promise<void> {
  const { maintenance, log } = dependencies;
  await runPeriodically(() => maintenance.sweep(signal), {
    pauseMs: () => about(SWEEP_EVERY_MS, dependencies),
    signal,
    onError: (reason) => log.warn("sweep failed", { reason }),
  });
}

/** Processes on one store that pause alike would fall into step. */
function about(durationMs: number, { random }: Dependencies): number {
  return durationMs * (0.8 + 0.4 * (random.bytes(1)[0] / 255));
}
