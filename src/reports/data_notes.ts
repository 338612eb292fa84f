import { FREQUENCIES, type Frequency, periodsPerYear } from "../domain/frequency.ts";
import type { OptimizationResult, ResultData } from "../documents/run_result.ts";

const MOST_NAMED = 3;
const MOST_DROPPED = 10;
const MOST_JUMPS = 5;

/**
 * Returns sentences about the data behind a result: its span and sources, what was filled or dropped or never changes,
 * large price moves, and how the covariance matrix was repaired.
 */
export function dataNotes(
  { data, assets, estimates }: Pick<OptimizationResult, "data" | "assets" | "estimates">,
): readonly string[] {
  const repaired = repairNotes(estimates.covariance);
  if (data === null) {
    return [`${counted(Object.keys(assets).length, "asset")} by their expected returns and covariances`, ...repaired];
  }
  const returns = counted(data.observations, `${data.frequency} return`);
  const span = `${counted(data.assets, "asset")}, ${returns} from ${data.start_date} to ${data.end_date}`;
  return [
    span,
    ...spacingNotes(data),
    ...sourceNotes(data),
    ...droppedNotes(data),
    ...filledNotes(data),
    ...constantNotes(data),
    ...jumpNotes(data),
    ...repaired,
  ];
}

const DAYS_PER_YEAR = 365.25, DAY_MS = 86_400_000;
/**
 * Largest mean distance between the dates of a history, as a multiple of its frequency's period, without a warning.
 * Beyond it almost half of the periods are missing.
 */
const MOST_APART = 1.9;

/**
 * Returns a warning where the dates are too far apart for the stated frequency, which would make every annual figure
 * wrong.
 */
function spacingNotes({ start_date, end_date, observations, frequency, dropped }: ResultData): readonly string[] {
  if (start_date === null || end_date === null || observations < 2 || !isFrequency(frequency)) return [];
  const between = dropped.filter(({ first, last }) => first > start_date && last < end_date);
  const rows = between.reduce((sum, one) => sum + one.days, observations);
  const days = (Date.parse(end_date) - Date.parse(start_date)) / DAY_MS / (rows - 1),
    periods = periodsPerYear(frequency);
  if (days * periods <= MOST_APART * DAYS_PER_YEAR) return [];
  return [
    `the dates are ${Math.round(days)} days apart and taken as ${frequency}, ${periods} a year: check the frequency`,
  ];
}

function isFrequency(word: string): word is Frequency {
  return FREQUENCIES.some((frequency) => frequency === word);
}

function droppedNotes({ dropped }: ResultData): readonly string[] {
  const rest = dropped.slice(MOST_DROPPED);
  const days = rest.reduce((sum, one) => sum + one.days, 0);
  const more = rest.length === 0
    ? []
    : [`dropped ${counted(days, "more row")} in ${counted(rest.length, "other place")}`];
  return [...dropped.slice(0, MOST_DROPPED).map(droppedNote), ...more];
}

const REASONS: Readonly<Record<string, string>> = {
  starts_later: "starts later",
  ends_earlier: "ends earlier",
  missing: "has no value",
  unreadable: "has no readable price",
  repeated: "has the date already",
  reverted: "has a price that the next session reverts",
  unfinished: "has a session that is not over",
};
const ALL_REASONS: Readonly<Record<string, string>> = {
  holiday: "a holiday",
  row_limit: "more rows than a run may have",
};

function droppedNote({ reason, assets, days, first, last }: ResultData["dropped"][number]): string {
  if (reason === "absent") return `no row on ${first}, although the calendar has a session`;
  const why = reason in REASONS ? `${named(assets)} ${REASONS[reason]}` : ALL_REASONS[reason] ?? "no asset has a value";
  return `dropped ${counted(days, "row")} from ${first} to ${last}: ${why}`;
}

function filledNotes({ filled }: ResultData): readonly string[] {
  if (filled.length === 0) return [];
  const days = filled.reduce((sum, one) => sum + one.days, 0);
  return [`filled ${counted(days, "missing value")} of ${named(filled.map(({ asset }) => asset))}`];
}

function constantNotes({ constant }: ResultData): readonly string[] {
  return constant.length === 0 ? [] : [`never changes: ${named(constant)}`];
}

const KINDS: Readonly<Record<ResultData["jumps"][number]["kind"], string>> = {
  suspected_split: ": possibly a split for which prices are not adjusted",
  move: "",
  unit_change: ": its unit changed, and the values before are converted to the new unit",
};

function sourceNotes({ sources }: ResultData): readonly string[] {
  const byProvider = Map.groupBy(Object.entries(sources ?? {}), ([, provider]) => provider);
  return [...byProvider].map(([provider, assets]) =>
    `prices of ${named(assets.map(([asset]) => asset))} from ${provider}`
  );
}

function jumpNotes({ jumps }: ResultData): readonly string[] {
  const rest = jumps.length - MOST_JUMPS;
  const told = jumps.slice(0, MOST_JUMPS).map((jump) =>
    `${jump.asset} moves by ${Math.round(100 * jump.return)} % on ${jump.date}${KINDS[jump.kind]}`
  );
  return rest > 0 ? [...told, `${rest} more moves beyond 40 %`] : told;
}

function repairNotes({ repair }: OptimizationResult["estimates"]["covariance"]): readonly string[] {
  if (repair === null) return [];
  const [smallest, change] = [repair.smallest_eigenvalue, repair.largest_change].map((figure) => figure.toPrecision(3));
  return [
    `the covariance matrix was not positive semidefinite, with an eigenvalue of ${smallest}: its repair changed entries by ${change} at most`,
  ];
}

function named(assets: readonly string[]): string {
  const distinct = [...new Set(assets)];
  const rest = distinct.length - MOST_NAMED;
  return distinct.slice(0, MOST_NAMED).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? "" : "s"}`;
}
