import { isList, isObject, type JsonObject } from "../json.ts";
import type { ReadHistory, SeriesFacts } from "./reading.ts";

/** Values of a history up to which it stands in the request itself, as a person may have typed it. */
const MOST_TYPED = 500;

/**
 * Returns a request without the long history that stands in it, and the history as of a file; null where there is none.
 * So the form of a run with its own prices is as quick as any other.
 */
export function historyOfRequest(
  request: JsonObject,
): { readonly request: JsonObject; readonly history: ReadHistory } | null {
  for (const kind of ["prices", "returns"] as const) {
    const { [kind]: value, ...rest } = request;
    if (!isObject(value) || !isList(value.dates) || !isObject(value.series)) continue;
    const days = value.dates.map(String), names = Object.keys(value.series);
    if (days.length * names.length <= MOST_TYPED) continue;
    const series = Object.entries(value.series).map(([name, values]) =>
      factsOf(name, isList(values) ? values : [], days)
    );
    return {
      request: rest,
      history: {
        kind,
        name: `the ${kind} of the request`,
        days: days.length,
        firstDay: days[0] ?? "",
        lastDay: days.at(-1) ?? "",
        series,
        doubts: [],
        rows: [],
        sent: { as: "json", json: new Blob([JSON.stringify(value)]) },
      },
    };
  }
  return null;
}

function factsOf(name: string, values: readonly unknown[], days: readonly string[]): SeriesFacts {
  const known = values.flatMap((value, row) => typeof value === "number" ? [{ value, row }] : []);
  const first = known[0]?.row ?? 0, last = known.at(-1);
  const missing = days.length - known.length;
  return {
    name,
    first: days[first] ?? "",
    last: days[last?.row ?? 0] ?? "",
    missing,
    gaps: known.length === 0 ? 0 : missing - first - (days.length - 1 - (last?.row ?? 0)),
    lastValue: last?.value ?? NaN,
    largestMove: null,
  };
}
