import type { WayToKnow } from "../statement.ts";
import type { FailedCheck, Verdict } from "./column_judge.ts";
import { refusalOfSeveral } from "./column_refusals.ts";
import { withFigures } from "./figure_columns.ts";
import type { ColumnChoice } from "./fitting_columns.ts";
import type { FoundTable } from "./found_table.ts";
import type { Layout } from "./layout.ts";
import { NotKnown } from "./not_known.ts";
import { SearchedTable } from "./searched_table.ts";
import { withTexts } from "./text_columns.ts";
import { withoutColumns } from "./without_columns.ts";

/** Columns of a table, how each is known, and the figures that disagree with the reading; or why they are not known. */
export type TableColumns = KnownTable | { readonly refusal: string };

export interface KnownTable {
  readonly columns: ColumnChoice;
  readonly knownBy: ReadonlyMap<string, WayToKnow>;
  readonly verdict: Verdict;
  /** Columns with values that have no known name and were not used. */
  readonly unused: readonly number[];
  /** Rows whose figures do not agree, by the check. */
  readonly disagreeing: readonly { readonly failed: FailedCheck; readonly rows: readonly number[] }[];
}

/**
 * Finds the columns of a table that a layout needs: by the header where it names them and the cells do not contradict
 * it, else by the form of the cells, by figures of a line that agree, or by the place between the brokerage's other
 * columns. Refuses the table where a needed column is not known or several readings fit.
 */
export function tableColumns(table: FoundTable, layout: Layout): TableColumns {
  const search = new SearchedTable(table, layout);
  try {
    return knownTable(search, withTexts(search, withFigures(search, withIsin(search, search.named))));
  } catch (error) {
    if (error instanceof NotKnown) return { refusal: error.message };
    throw error;
  }
}

/** Adds the column of ISINs by the form of its cells where the header does not name it. */
function withIsin(search: SearchedTable, known: ColumnChoice): ColumnChoice {
  const isin = search.layout.columns.find(({ form }) => form === "isin");
  if (isin === undefined || known.has(isin.word)) return known;
  const candidates = search.free(known).filter((column) => search.forms.holds(column, "isin"));
  const [only, ...others] = candidates;
  if (only === undefined) return known;
  if (others.length > 0) throw refusalOfSeveral(search, isin, candidates);
  return new Map([...known, [isin.word, only]]);
}

function knownTable(search: SearchedTable, columns: ColumnChoice): KnownTable {
  const verdict = search.judge.verdictOn(columns);
  const knownBy = new Map([...columns].map(([word, column]): [string, WayToKnow] => {
    const form = search.layout.columns.find((one) => one.word === word)?.form;
    if (search.told.columns.get(word) === column) return [word, "header"];
    if (form === "isin") return [word, "form"];
    if (verdict.confirmed.has(word)) return [word, "figures"];
    return [word, search.placed(withoutColumns(columns, [word])).get(word) === column ? "place" : "form"];
  }));
  return {
    columns,
    knownBy,
    verdict,
    unused: search.free(columns),
    disagreeing: verdict.failed.map((failed) => ({
      failed,
      rows: failed.lines.flatMap((line) => search.rows[line]?.row ?? []),
    })),
  };
}
