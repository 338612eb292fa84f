import { percentCell } from "../cells.ts";
import type { ReportPages } from "../report_pages.ts";
import type { ReportTable } from "../report_table.ts";

/** Compounded returns of a portfolio, by year (`2023`) and by month (`2023-01`). */
export interface PeriodReturns {
  readonly name: string;
  readonly byYear: Readonly<Record<string, number>>;
  readonly byMonth: Readonly<Record<string, number>>;
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** Adds a table of the returns of all portfolios by year, and one per portfolio by month. */
export function addReturns(pages: ReportPages, all: readonly PeriodReturns[]): void {
  if (all.length === 0) return;
  pages.table(byYear(all));
  for (const one of all) {
    pages.heading(`Returns by month, in percent: ${one.name}`, 2);
    pages.table(byMonth(one));
  }
}

function byYear(all: readonly PeriodReturns[]): ReportTable {
  const years = [...new Set(all.flatMap(({ byYear }) => Object.keys(byYear)))].sort();
  return {
    columns: [
      { title: "Year", align: "start" },
      ...all.map(({ name }) => ({ title: name, align: "end" } as const)),
    ],
    rows: years.map((year) => [year, ...all.map(({ byYear }) => percentCell(byYear[year]))]),
  };
}

function byMonth({ byYear, byMonth }: PeriodReturns): ReportTable {
  return {
    columns: [
      { title: "Year", align: "start", share: 0.07 },
      ...MONTHS.map((title) => ({ title, align: "end", share: 0.071 } as const)),
      { title: "Year", align: "end", share: 0.078 },
    ],
    rows: Object.keys(byYear).sort().map((year) => [
      year,
      ...MONTHS.map((_, month) => tenthCell(byMonth[`${year}-${String(month + 1).padStart(2, "0")}`])),
      tenthCell(byYear[year]),
    ]),
  };
}

/**
 * Formats a return for a table of monthly returns, in percent with one decimal, because thirteen of them share a row.
 */
function tenthCell(value: number | undefined): string {
  return value === undefined ? "" : (100 * value).toFixed(1);
}
