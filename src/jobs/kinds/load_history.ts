import type { AssetId } from "../../domain/asset.ts";
import { readingDoubts } from "../../doubts/reading.ts";
import { entryAt } from "../../domain/entry_at.ts";
import { DomainError } from "../../domain/errors.ts";
import { type Matrix, matrix } from "../../domain/matrix.ts";
import { daysOf, inTurns } from "../../market_data/in_turns.ts";
import { cleanHistories } from "../../market_data/cleaning/clean_histories.ts";
import type {
  DateRange,
  FetchContext,
  MarketDataProvider,
  OmittedRow,
  PriceHistory,
} from "../../market_data/provider.ts";
import { HISTORY_LIMITS } from "../../request/parts/history.ts";
import type { ResultData } from "../../documents/run_result.ts";
import type { FoundHistory, HistoryQuestion } from "../../computations/align_run.ts";
import { everyAnswer } from "../../domain/every_answer.ts";

/** Type of the loaded prices of listed assets, with the rows and days of the source that were left out. */
export type LoadedHistory = Omit<FoundHistory, "index">;

/**
 * Number of assets whose prices are read at the same time. It exceeds the limit of requests to a source, because many
 * prices come from the store.
 */
const AT_ONCE = 16;
/**
 * Id of the provider that tries several sources in order; for this provider the result names the source of each asset.
 */
const LIVE = "live";

/**
 * Loads the prices of a request's listed assets within its dates, with one row for each day on which any asset has a
 * price, but only the last `HISTORY_LIMITS.rows` rows. Throws `insufficient_history` with the name of an asset without
 * prices, and errors of the provider.
 */
export async function loadHistory(
  { assets, market, start_date: start, end_date: end, closes }: Omit<HistoryQuestion, "benchmark">,
  provider: MarketDataProvider,
  context: FetchContext,
): Promise<LoadedHistory> {
  const range = { start: start ?? null, end: end ?? null };
  const histories = await readAll(assets, (asset) => pricesOf(asset, provider, range, context), context.signal);
  const { histories: cleaned, jumps } = market === "CUSTOM"
    ? { histories, jumps: [] }
    : await cleanHistories({ market, assets, histories }, context);
  cleaned.forEach((history, i) => requirePrices(entryAt(assets, i), history, range));
  const { dates, dropped } = await commonDates(cleaned, { assets, signal: context.signal });
  const pricesBy = (kind: PriceKind): Promise<Matrix> => pricesOn(cleaned, { dates, kind, signal: context.signal });
  const table = { dates, assets, values: await pricesBy("adjustedCloses") };
  return {
    history: { kind: "prices", source: provider.id, market, table },
    dropped: [...dropped, ...omittedRows(assets, cleaned)],
    jumps: [...jumps],
    ...doubtsOf(assets, cleaned),
    ...provider.id === LIVE
      ? { sources: Object.fromEntries(assets.map((asset, i) => [asset, entryAt(cleaned, i).source])) }
      : {},
    ...closes ? { closes: await pricesBy("closes") } : {},
  };
}

/** Returns doubts about how the prices of assets were read from files; no field where there are none. */
export function doubtsOf(
  assets: readonly AssetId[],
  histories: readonly PriceHistory[],
): Pick<FoundHistory, "doubts"> {
  const all = assets.flatMap((asset, i) =>
    (histories[i]?.readings ?? []).map((reading) => ({ names: [asset], reading }))
  );
  return all.length === 0 ? {} : { doubts: readingDoubts(all) };
}

/**
 * Reads the histories of assets, several at a time. If reads fail, the error of the first failed asset in the given
 * order is thrown; no further read begins after a failure.
 */
async function readAll(
  assets: readonly AssetId[],
  read: (asset: AssetId) => Promise<PriceHistory>,
  signal: AbortSignal,
): Promise<readonly PriceHistory[]> {
  const begun: Promise<PriceHistory>[] = [];
  let hasFailed = false;
  const readOneAfterAnother = async (): Promise<void> => {
    while (begun.length < assets.length && !hasFailed) {
      signal.throwIfAborted();
      const reading = read(entryAt(assets, begun.length));
      begun.push(reading);
      await reading.catch(() => hasFailed = true);
    }
  };
  await everyAnswer(Array.from({ length: AT_ONCE }, readOneAfterAnother));
  return await everyAnswer(begun);
}

async function pricesOf(
  asset: AssetId,
  provider: MarketDataProvider,
  range: DateRange,
  context: FetchContext,
): Promise<PriceHistory> {
  if (provider.prices === undefined) {
    throw new DomainError("market_data_unavailable", `Cannot find the prices of "${asset}": "${provider.id}" has none`);
  }
  const history = await provider.prices(asset, range, context);
  requirePrices(asset, history, range);
  return history;
}

function requirePrices(asset: AssetId, { dates }: PriceHistory, range: DateRange): void {
  if (dates.length > 0) return;
  const span = `between ${range.start ?? "the first date"} and ${range.end ?? "the last date"}`;
  throw new DomainError(
    "insufficient_history",
    `The asset "${asset}" has no prices ${span}: leave it out or widen the dates`,
  );
}

/**
 * Returns the days on which any of the histories has a price, ascending, but only the last `HISTORY_LIMITS.rows`. The
 * earlier days are reported as one entry of `dropped` for all assets.
 */
async function commonDates(
  histories: readonly PriceHistory[],
  { assets, signal }: { readonly assets: readonly AssetId[]; readonly signal: AbortSignal },
): Promise<{ dates: readonly string[]; dropped: ResultData["dropped"] }> {
  const all = await daysOf(histories, signal);
  const surplus = all.slice(0, Math.max(0, all.length - HISTORY_LIMITS.rows));
  const [first] = surplus, last = surplus.at(-1);
  if (first === undefined || last === undefined) return { dates: all, dropped: [] };
  return {
    dates: all.slice(surplus.length),
    dropped: [{ reason: "row_limit", assets, days: surplus.length, first, last }],
  };
}

/** Kind of price: corrected for splits and distributions, or as traded. */
type PriceKind = "adjustedCloses" | "closes";

/** Returns prices as a matrix of dates × histories, with NaN for missing prices. */
async function pricesOn(
  histories: readonly PriceHistory[],
  { dates, kind, signal }: {
    readonly dates: readonly string[];
    readonly kind: PriceKind;
    readonly signal: AbortSignal;
  },
): Promise<Matrix> {
  const columns = histories.length, values = matrix(dates.length, columns);
  values.data.fill(NaN);
  const rowOf = new Map(dates.map((date, row) => [date, row]));
  await inTurns(histories, (history, column) => {
    history.dates.forEach((date, i) => {
      const row = rowOf.get(date);
      if (row !== undefined) values.data[row * columns + column] = history[kind][i] ?? NaN;
    });
  }, signal);
  return values;
}

/**
 * Lists the omitted rows of the histories. A holiday or an absent session is one entry with all its assets; other
 * reasons are counted per asset, or listed by day if they are rare.
 */
export function omittedRows(assets: readonly AssetId[], histories: readonly PriceHistory[]): ResultData["dropped"] {
  const days = new Map<string, { reason: string; date: string; named: AssetId[] }>();
  const others = assets.flatMap((asset, i) => {
    const omitted = histories[i]?.omitted ?? [];
    for (const { date, reason } of omitted) {
      if (reason !== "holiday" && reason !== "absent") continue;
      const day = days.get(reason + date) ?? { reason, date, named: [] };
      day.named.push(asset);
      days.set(reason + date, day);
    }
    return [
      ...omitted.filter(({ reason }) => BY_DAY.has(reason)).map((row) => rowOf(asset, row)),
      ...(["unreadable", "unreadable_day", "repeated"] as const).flatMap((reason) => omittedOf(asset, reason, omitted)),
    ];
  });
  return [
    ...[...days.values()].map(({ reason, date, named }) => ({
      reason,
      assets: named,
      days: 1,
      first: date,
      last: date,
    })),
    ...others,
  ];
}

/** Reasons for omitted rows that are listed with each day, because they are rare. */
const BY_DAY: ReadonlySet<OmittedRow["reason"]> = new Set(["reverted", "unfinished"]);

function rowOf(asset: AssetId, { date, reason }: OmittedRow): ResultData["dropped"][number] {
  return { reason, assets: [asset], days: 1, first: date, last: date };
}

function omittedOf(
  asset: AssetId,
  reason: OmittedRow["reason"],
  omitted: readonly OmittedRow[],
): ResultData["dropped"] {
  const dates = omitted.filter((row) => row.reason === reason).map(({ date }) => date);
  const [first] = dates, last = dates.at(-1);
  if (first === undefined || last === undefined) return [];
  return [{ reason, assets: [asset], days: dates.length, first, last }];
}
