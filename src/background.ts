import type { Dependencies } from "./dependencies.ts";
import type { MailTransport } from "./mail/mail_transport.ts";
import { HOUR_MS, MINUTE_MS } from "./domain/instant.ts";
import { runOutbox } from "./mail/outbox_runner.ts";
import { runPeriodically } from "./runtime/run_periodically.ts";

const SWEEP_EVERY_MS = 60_000;
const OUTBOX_PAUSE_MS = 250;
const LISTS_EVERY_MS = 5 * MINUTE_MS;
const SEARCHED = ["MF", "US"] as const;

/** Sends mails, sweeps and refreshes lists until the signal aborts; resolves when what was in hand is done. */
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
    refreshLists(dependencies, { signal }),
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

/**
 * Fetches the lists of market data before they are too old, where any are kept, of all processes one each, and has them
 * searched at once by whoever comes next.
 */
async function refreshLists(
  { marketData, listingSearches, log, clock, random, config }: Dependencies,
  { signal }: { signal: AbortSignal },
): Promise<void> {
  const { refreshLists } = marketData;
  if (refreshLists === undefined) return;
  const context = { signal, now: () => new Date(clock.now()).toISOString() };
  const pauseMs = Math.min(LISTS_EVERY_MS, config.universeMaxAgeHours * HOUR_MS / 8);
  await runPeriodically(async () => {
    const lists = await refreshLists.call(marketData, "due", context);
    for (const { list, outcome, fault } of lists) {
      if (outcome === "failed") log.warn("list of market data not refreshed", { list, reason: fault ?? "" });
      if (outcome === "replaced") log.info("list of market data refreshed", { list });
    }
    for (const searched of SEARCHED) {
      const isThere = lists.every(({ market, rows }) => market !== searched || rows > 0);
      if (isThere) await listingSearches.prepare(searched);
    }
  }, {
    pauseMs: () => about(pauseMs, { random }),
    signal,
    onError: (reason) => log.warn("lists of market data not refreshed", { reason }),
  });
}

/** Processes on one store that pause alike would fall into step. */
function about(durationMs: number, { random }: Pick<Dependencies, "random">): number {
  return durationMs * (0.8 + 0.4 * (random.bytes(1)[0] / 255));
}
