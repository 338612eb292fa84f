import type { Figure, Promised, ServiceAnswer } from "./row.ts";

/** Result of a benchmark row of the service, in the form of the JSON output. */
export interface ServiceResult extends Omit<ServiceAnswer, "curves"> {
  readonly row: string;
}

/** Whether a measured number of the service is within its bounds. */
export function isMet({ value, at_least = -Infinity, at_most = Infinity }: Promised): boolean {
  return value >= at_least && value <= at_most;
}

/** Returns a benchmark row of the service as text: its name, and a line for each figure and each bound. */
export function serviceLines({ row, figures, promises }: ServiceResult): string {
  const cells = [...figures.map(figureCells), ...promises.map(promiseCells)];
  const nameWidth = Math.max(...cells.map(([name]) => name.length));
  const valueWidth = Math.max(...cells.map(([, value]) => value.length));
  const lines = cells.map(([name, value, rest]) =>
    `  ${name.padEnd(nameWidth)}  ${value.padStart(valueWidth)} ${rest}\n`
  );
  return `${row}\n${lines.join("")}`;
}

type Cells = readonly [name: string, value: string, rest: string];

function figureCells({ name, value, unit }: Figure): Cells {
  return [name, value.toFixed(DIGITS[unit]), unit];
}

const DIGITS: Readonly<Record<Figure["unit"], number>> = { "requests/s": 0, ms: 2, runs: 0, MiB: 1 };

function promiseCells(promise: Promised): Cells {
  const { name, value, unit, at_least, at_most } = promise;
  const bounds = [
    ...at_least === undefined ? [] : [`at least ${shown(at_least, unit)}`],
    ...at_most === undefined ? [] : [`at most ${shown(at_most, unit)}`],
  ];
  const [text, sign] = shown(value, unit, 1).split(" ");
  return [name, text, `${sign}, ${bounds.join(" and ")}: ${isMet(promise) ? "yes" : "NO"}`];
}

function shown(value: number, unit: Promised["unit"], digits = 0): string {
  if (unit === "fraction") return `${(value * 100).toFixed(digits)} %`;
  return unit === "ms" || unit === "MiB" ? `${value.toFixed(digits)} ${unit}` : `${value.toFixed(digits + 1)} times`;
}
