import type { Figure, Promised, ServiceAnswer } from "./row.ts";

/** A row of the service, as the JSON of the bench has it. */
export interface ServiceResult extends ServiceAnswer {
  readonly row: string;
}

/** Whether a fraction keeps its bound. */
export function isKept({ fraction, at_least = -Infinity, at_most = Infinity }: Promised): boolean {
  return fraction >= at_least && fraction <= at_most;
}

/** A row of the service as text: its name, a line for each figure, and what they must come to. */
export function serviceLines({ row, figures, promise }: ServiceResult): string {
  const cells = [...figures.map(figureCells), promiseCells(promise)];
  const nameWidth = Math.max(...cells.map(([name]) => name.length));
  const valueWidth = Math.max(...cells.map(([, value]) => value.length));
  const lines = cells.map(([name, value, rest]) =>
    `  ${name.padEnd(nameWidth)}  ${value.padStart(valueWidth)} ${rest}\n`
  );
  return `${row}\n${lines.join("")}`;
}

type Cells = readonly [name: string, value: string, rest: string];

function figureCells({ name, value, unit }: Figure): Cells {
  return [name, value.toFixed(unit === "ms" ? 2 : 0), unit];
}

function promiseCells(promise: Promised): Cells {
  const { name, fraction, at_least, at_most } = promise;
  const bounds = [
    ...at_least === undefined ? [] : [`at least ${percent(at_least)} %`],
    ...at_most === undefined ? [] : [`at most ${percent(at_most)} %`],
  ];
  return [name, percent(fraction, 1), `%, ${bounds.join(" and ")}: ${isKept(promise) ? "yes" : "NO"}`];
}

function percent(fraction: number, digits = 0): string {
  return (fraction * 100).toFixed(digits);
}
