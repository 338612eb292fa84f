import type { Verdict } from "./column_judge.ts";
import { refusalOfMissing, refusalOfSeveral } from "./column_refusals.ts";
import { type ColumnChoice, fittingColumns } from "./fitting_columns.ts";
import { isFigure } from "./is_figure.ts";
import type { LayoutColumn, LineCells } from "./layout.ts";
import { NotKnown } from "./not_known.ts";
import { withoutHiddenPledge, withPledgeInPlace } from "./pledge_columns.ts";
import { LINES_FOR_FORMS, type SearchedTable } from "./searched_table.ts";
import { spreadRows } from "./spread_rows.ts";
import { withoutColumns } from "./without_columns.ts";

interface SearchedFrom {
  /** Columns known by their names, and those known by their names or places. */
  readonly known: ColumnChoice;
  readonly first: ColumnChoice;
  readonly isComplete: boolean;
}

interface FoundFigures {
  readonly columns: ColumnChoice;
  /** Whether the figures contradict the names of the header, so that no other name can be relied on. */
  readonly areNamesWrong: boolean;
  /** Number of checks that the figures pass. */
  readonly passed: number;
}

/** Adds the columns of figures that lines need. */
export function withFigures(search: SearchedTable, known: ColumnChoice): ColumnChoice {
  const placed = search.placed(known);
  const first = new Map([...known, ...placed]);
  const verdict = search.judge.verdictOn(first);
  const unsure = search.needed().filter((column) => isUnsure(search, column, { first, placed, verdict }));
  const isComplete = search.needed().every(({ word }) => first.has(word)) && unsure.length === 0;
  const agrees = isComplete && verdict.failed.length === 0;
  if (agrees && !search.isDamaged() && !hasIdleCheck(search, first)) return withoutHiddenPledge(search, first, placed);
  const unsureWords = unsure.map(({ word }) => word);
  const [sure, asNamed] = [withoutColumns(first, unsureWords), withoutColumns(known, unsureWords)];
  const found = searched(search, { known: asNamed, first: sure, isComplete });
  if (agrees && (found === null || found.passed <= verdict.passed.length || areEqual(search, found.columns, first))) {
    const areTrusted = search.doubtful.length === 0 && !hasIdleCheck(search, first);
    return areTrusted ? withoutHiddenPledge(search, first, placed) : withPledgeInPlace(search, first);
  }
  if (found !== null) {
    const all = withUncheckable(search, found.columns, {
      placed,
      unsure: unsureWords,
      areNamesWrong: found.areNamesWrong,
    });
    const areTrusted = !found.areNamesWrong && search.doubtful.length === 0 && !hasIdleCheck(search, all);
    return areTrusted ? withoutHiddenPledge(search, all, found.columns) : withPledgeInPlace(search, all);
  }
  const notSure = search.needed().filter(({ word }) => !sure.has(word));
  const missing = notSure.find(({ word }) => !search.told.columns.has(word)) ?? notSure[0];
  if (missing === undefined) return contradicted(search, withoutHiddenPledge(search, first, placed), verdict);
  if (hasNoFigures(search)) return new Map([...first, ...search.told.columns]);
  throw refusalOfMissing(search, missing, sure);
}

/**
 * Decides about columns whose figures contradict each other, such as a quantity and a price that do not give the
 * value. Keeps them where the header is exactly that of the brokerage. Refuses the table where it is not, because the
 * columns may then be mistaken.
 */
function contradicted(search: SearchedTable, columns: ColumnChoice, { failed }: Verdict): ColumnChoice {
  const unnamed = search.free(columns).some((column) => !search.table.headers.has(column));
  const isAllNamed = [...columns].every(([word, column]) => search.told.columns.get(word) === column);
  const [first] = failed;
  const isByMost = failed.some(({ lines, of }) => 2 * lines.length >= of);
  const isIntact = !(isByMost && search.isDamaged());
  if (
    first === undefined || (isIntact && search.isInOrder() && isAllNamed && !unnamed && search.doubtful.length === 0)
  ) {
    return columns;
  }
  throw new NotKnown(
    `its columns are not in the order of ${search.layout.product} or without names, and in ${first.lines.length} of ` +
      `${first.of} lines it is not so that ${first.check.sentence}; send the statement as it was downloaded`,
  );
}

/**
 * Whether the header names every needed column and one of these has no figures at all, so that no line can be read.
 */
function hasNoFigures(search: SearchedTable): boolean {
  const named = search.needed().map(({ word }) => search.told.columns.get(word));
  return named.every((column) => column !== undefined) &&
    named.some((column) => column !== undefined && !search.all.hasNumbers(column));
}

/**
 * Whether a needed column that no check confirms cannot be relied on: the header is damaged elsewhere, and the column
 * does not stand in its place, or another one does.
 */
function isUnsure(search: SearchedTable, { word }: LayoutColumn, { first, placed, verdict }: {
  readonly first: ColumnChoice;
  readonly placed: ColumnChoice;
  readonly verdict: Verdict;
}): boolean {
  if (!first.has(word) || placed.has(word) || verdict.confirmed.has(word)) return false;
  const inItsPlace = search.placed(withoutColumns(first, [word])).get(word);
  if (inItsPlace !== undefined) return inItsPlace !== first.get(word) || search.doubtful.length > 0;
  return search.isDamaged() || hasIdleCheck(search, first);
}

/**
 * Whether a check could be made by the names of the columns, but their cells allow it on no line, and the names are
 * in another order than the brokerage's.
 */
function hasIdleCheck(search: SearchedTable, columns: ColumnChoice): boolean {
  const { passed, failed } = search.judge.verdictOn(columns);
  const made = new Set([...passed, ...failed.map(({ check }) => check)]);
  return !search.isInOrder() && search.all.lines > 0 &&
    search.layout.checks.some((check) => !made.has(check) && check.words.every((word) => columns.has(word)));
}

function areEqual(search: SearchedTable, a: ColumnChoice, b: ColumnChoice): boolean {
  return keyOf(search, a) === keyOf(search, b);
}

/**
 * Looks for columns whose figures agree: first those that the header does not name, then all. Returns null where none
 * fit.
 */
function searched(search: SearchedTable, { known, first, isComplete }: SearchedFrom): FoundFigures | null {
  const figures = search.layout.columns.filter(({ form, meaning }) => isFigure(form) && meaning !== "pledged_quantity");
  const missing = figures.filter(({ word }) => !known.has(word));
  const asNamed = withoutColumns(first, missing.map(({ word }) => word));
  const asked = { checks: search.layout.checks, isLenient: !isComplete };
  const ofMissing = fittingColumns(search.few, {
    ...asked,
    wanted: missing,
    known: asNamed,
    free: search.free(asNamed),
  });
  const fixed = withoutColumns(asNamed, figures.map(({ word }) => word));
  const ofAll = fittingColumns(search.few, { ...asked, wanted: figures, known: fixed, free: search.free(fixed) });
  if (ofMissing === null || ofAll === null) return keptOrRefused(search, [], { isComplete, first });
  const areNamesWrong = passedBy(search, ofAll) > passedBy(search, ofMissing);
  const found = areNamesWrong ? ofAll : ofMissing;
  const fewestChanges = found.toSorted((a, b) => namesKept(search, a) - namesKept(search, b));
  const distinct = new Map(fewestChanges.map((columns) => [keyOf(search, columns), columns]));
  const [only, ...others] = distinct.values();
  if (only === undefined) return null;
  if (others.length > 0 && areNamesWrong && !isComplete) return null;
  if (others.length > 0) return keptOrRefused(search, [only, ...others], { isComplete, first });
  return { columns: only, areNamesWrong, passed: passedBy(search, found) };
}

/** Returns the number of checks that the figures of choices of columns pass; they all pass the same number. */
function passedBy(search: SearchedTable, [first]: readonly ColumnChoice[]): number {
  return first === undefined ? 0 : search.fewJudge.verdictOn(first).passed.length;
}

function namesKept(search: SearchedTable, columns: ColumnChoice): number {
  return [...columns].filter(([word, column]) => search.told.columns.get(word) === column).length;
}

/** Keeps the header's reading where it fits most lines. Else refuses, because several readings fit. */
function keptOrRefused(
  search: SearchedTable,
  found: readonly ColumnChoice[],
  { isComplete, first }: Pick<SearchedFrom, "isComplete" | "first">,
): null {
  const { failed } = search.judge.verdictOn(first);
  if (isComplete && failed.every(({ lines, of }) => 2 * lines.length < of)) return null;
  for (const column of search.needed()) {
    const columns = [...new Set(found.map((one) => one.get(column.word)))].filter((one) => one !== undefined);
    if (columns.length > 1) throw refusalOfSeveral(search, column, columns);
  }
  throw new NotKnown("its figures can be read in more than one way; send the statement as it was downloaded");
}

/**
 * Adds needed columns that no check is about: the named one where it is not another, else the one in its place, else
 * the only one that lost its name.
 */
function withUncheckable(search: SearchedTable, found: ColumnChoice, { placed, unsure, areNamesWrong }: {
  readonly placed: ColumnChoice;
  readonly unsure: readonly string[];
  readonly areNamesWrong: boolean;
}): ColumnChoice {
  const columns = new Map(found);
  for (const wanted of search.needed()) {
    if (columns.has(wanted.word)) continue;
    const taken = new Set(columns.values());
    const lost = [...search.named.values()].filter((column) =>
      !taken.has(column) && search.forms.holds(column, wanted.form) &&
      !isNamedOtherwise(search, column, { wanted, columns })
    );
    const own = search.named.get(wanted.word);
    const candidates = [
      areNamesWrong || unsure.includes(wanted.word) || search.isDamaged() ? undefined : own,
      areNamesWrong ? undefined : placed.get(wanted.word),
      search.placed(columns).get(wanted.word),
      lost.length === 1 && !search.isDamaged() ? lost[0] : undefined,
    ];
    const column = candidates.find((one) => one !== undefined && !taken.has(one));
    const isNamedElsewhere = unsure.includes(wanted.word) && own !== undefined && own !== column;
    if (column === undefined || isNamedElsewhere) throw refusalOfMissing(search, wanted, columns);
    columns.set(wanted.word, column);
  }
  return columns;
}

/** Whether a column keeps the name of another column of the layout. */
function isNamedOtherwise(
  search: SearchedTable,
  column: number,
  { wanted, columns }: { readonly wanted: LayoutColumn; readonly columns: ColumnChoice },
): boolean {
  return [...search.named].some(([word, named]) =>
    named === column && word !== wanted.word && (columns.get(word) ?? column) === column
  );
}

/** Returns a text that is equal for two choices of columns from which the same lines are read. */
function keyOf(search: SearchedTable, columns: ColumnChoice): string {
  const rows = spreadRows(search.rows, LINES_FOR_FORMS);
  return JSON.stringify(rows.map(({ cells }) => {
    const cellOf: LineCells = (word) => cells.get(columns.get(word) ?? -1);
    const { quantity, price, isin } = search.layout.lineOf(cellOf);
    return [quantity, price, isin, ...search.needed().map(({ word }) => cellOf(word) ?? null)];
  }));
}
