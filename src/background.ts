import type { BackgroundParts } from "./background_parts.ts";
import type { Dependencies } from "./dependencies.ts";
import type { MailTransport } from "./mail/mail_transport.ts";
import type { ClaimedMail } from "./store/mails.ts";
import { HOUR_MS, MINUTE_MS } from "./domain/instant.ts";
import { type OutboxRunnerOptions, runOutbox, sendDueMails } from "./mail/outbox_runner.ts";
import type { RefreshedList } from "./market_data/provider.ts";
import { randomFraction } from "./runtime/random.ts";
import { pause } from "./runtime/pause.ts";
import { type PeriodicOptions, runPeriodically } from "./runtime/run_periodically.ts";
import type { SweepTurn } from "./store/sweep_turn.ts";

const SWEEP_EVERY_MS = 60_000;
/** Milliseconds that an ending process waits until it has given the lease of the sweep up. */
const TURN_ENDS_WITHIN_MS = 1_000;
const OUTBOX_PAUSE_MS = 250;
const LISTS_EVERY_MS = 5 * MINUTE_MS;
const SEARCHED = ["MF", "US"] as const;

/**
 * Runs the background work of the service until the signal aborts: sends queued mails, deletes expired data from the
 * store about every minute, and refreshes market data lists. After the abort it resolves once the work in progress is
 * done. It waits at most 5 seconds for mails, and not at all for search indices.
 */
export async function runBackground(
  dependencies: Dependencies,
  { mail, signal }: MailedUntil,
): Promise<void> {
  await Promise.all([
    sendMails(dependencies, { mail, signal }),
    runSweeps(dependencies, { signal }),
    refreshLists(dependencies, { signal }),
  ]);
}

/** Transport of mails, null where this process sends none, and the signal that ends the work. */
export interface MailedUntil {
  readonly mail: MailTransport | null;
  readonly signal: AbortSignal;
}

/** Sends queued mails until the signal aborts. Without a transport it leaves them to another process. */
export async function sendMails(
  parts: BackgroundParts,
  { mail, signal }: MailedUntil,
): Promise<void> {
  if (mail === null) return;
  await runOutbox({
    ...outboxOptions(parts, mail),
    signal,
    pauseMs: () => about(OUTBOX_PAUSE_MS, parts),
  });
}

function outboxOptions(
  { mails, log, telemetry }: BackgroundParts,
  mail: MailTransport,
): Omit<OutboxRunnerOptions<ClaimedMail>, "signal" | "pauseMs"> {
  return {
    outbox: mails,
    deliver: (message) => mail.deliver(message),
    log,
    onAttempt: (outcome) => telemetry.count(`mail.${outcome}`),
  };
}

/** Sends the mails that are due, each once, and ends. */
export async function sendMailsOnce(parts: BackgroundParts, { mail, signal }: MailedUntil): Promise<void> {
  if (mail === null) return;
  await sendDueMails({ ...outboxOptions(parts, mail), signal });
}

/**
 * Deletes expired and orphaned data from the store about every minute, until the signal aborts. Every process of the
 * service and every job runner would do so, and the one that holds the lease of the sweep does: at once where nobody
 * held it, else after the holder has been silent for a minute.
 */
export async function runSweeps(
  parts: Pick<BackgroundParts, "maintenance" | "log" | "random">,
  { signal, everyMs = SWEEP_EVERY_MS }: { readonly signal: AbortSignal; readonly everyMs?: number },
): Promise<void> {
  const { maintenance, log } = parts, turn = maintenance.turn();
  const onError = (reason: string): void => log.warn("sweep failed", { reason });
  const pauseMs = (): number => about(everyMs, parts);
  await runPeriodically(async () => {
    if (!await turn.take()) return;
    const over = new AbortController();
    const renewing = keepTurn(turn, { pauseMs: () => pauseMs() / 4, signal: over.signal, onError });
    await maintenance.sweep(signal).finally(() => over.abort());
    await renewing;
  }, { pauseMs, signal, onError });
  const over = new AbortController();
  // A lease that could not be given up is free after a minute.
  await Promise.race([turn.end().catch(() => undefined), pause(TURN_ENDS_WITHIN_MS, over.signal)]);
  over.abort();
}

/** Renews the lease of the sweep during a sweep that takes long. */
async function keepTurn(turn: SweepTurn, options: PeriodicOptions): Promise<void> {
  await pause(options.pauseMs(), options.signal);
  await runPeriodically(() => turn.take(), options);
}

/**
 * Type of the service's dependencies that refreshing the market data lists needs: market data, search indices, clock,
 * log and settings.
 */
export interface ListsInUse extends Pick<Dependencies, "log" | "clock" | "random"> {
  readonly marketData: Pick<Dependencies["marketData"], "refreshLists">;
  readonly listingSearches: Pick<Dependencies["listingSearches"], "prepare">;
  readonly config: Pick<Dependencies["config"], "universeMaxAgeHours">;
}

/**
 * Downloads the lists of listed assets from the market data provider before they are too old, and prepares the search
 * indices of Indian funds and of US assets, until the signal aborts. Does nothing for a provider that keeps no lists.
 * Processes on one store share the work: one process downloads each list.
 */
export async function refreshLists(
  { marketData, listingSearches, log, clock, random, config }: ListsInUse,
  { signal }: { signal: AbortSignal },
): Promise<void> {
  if (marketData.refreshLists === undefined) return;
  const stopped = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
  // A market data source may take half a minute to answer, so a stop of the service does not wait until a search index
  // is prepared.
  const prepare = (market: typeof SEARCHED[number]): Promise<void> =>
    Promise.race([prepareSearch(market, { listingSearches, log, signal }), stopped]);
  const pauseMs = Math.min(LISTS_EVERY_MS, config.universeMaxAgeHours * HOUR_MS / 8);
  await runPeriodically(async () => {
    const lists = await refreshDueLists({ marketData, log, clock }, { signal });
    // A market is searchable as soon as one of its lists has rows.
    for (const searched of SEARCHED) {
      if (lists.some(({ market, rows }) => market === searched && rows > 0)) await prepare(searched);
    }
  }, {
    pauseMs: () => about(pauseMs, { random }),
    signal,
    onError: (reason) => log.warn("lists of market data not refreshed", { reason }),
  });
}

/**
 * Downloads once those lists of listed assets that are due, without preparing search indices. Does nothing for a
 * provider that keeps no lists.
 */
export async function refreshListsOnce(
  dependencies: Pick<ListsInUse, "marketData" | "log" | "clock">,
  { signal }: { signal: AbortSignal },
): Promise<void> {
  if (dependencies.marketData.refreshLists !== undefined) await refreshDueLists(dependencies, { signal });
}

async function refreshDueLists(
  { marketData, log, clock }: Pick<ListsInUse, "marketData" | "log" | "clock">,
  { signal }: { signal: AbortSignal },
): Promise<readonly RefreshedList[]> {
  const lists = await marketData.refreshLists?.("due", { signal, now: () => new Date(clock.now()).toISOString() }) ??
    [];
  for (const { list, outcome, fault } of lists) {
    if (outcome === "failed") log.warn("list of market data not refreshed", { list, reason: fault ?? "" });
    if (outcome === "replaced") log.info("list of market data refreshed", { list });
  }
  return lists;
}

/**
 * Prepares the index for searching the assets of one market. Logs a warning if that fails, unless the service is
 * stopping.
 */
async function prepareSearch(
  market: typeof SEARCHED[number],
  { listingSearches, log, signal }: Pick<ListsInUse, "listingSearches" | "log"> & { readonly signal: AbortSignal },
): Promise<void> {
  try {
    await listingSearches.prepare(market);
  } catch (error) {
    if (signal.aborted) return;
    log.warn("search not prepared", { market, reason: error instanceof Error ? error.message : String(error) });
  }
}

/**
 * Returns a pause in milliseconds, varied at random by up to 20 %, so that processes on one store do not all wake at
 * the same time.
 */
function about(durationMs: number, { random }: Pick<Dependencies, "random">): number {
  return durationMs * (0.8 + 0.4 * randomFraction(random));
}
