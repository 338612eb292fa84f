import type { ColumnMeaning, WayToKnow } from "../statement.ts";
import type { SheetRow } from "../workbook/sheet.ts";
import { ColumnJudge, type FailedCheck, type Verdict } from "./column_judge.ts";
import { columnLetters } from "./column_letters.ts";
import { type ColumnChoice, fittingColumns } from "./fitting_columns.ts";
import type { FoundTable } from "./found_table.ts";
import type { Layout, LayoutColumn, LineCells } from "./layout.ts";
import { type NamedColumns, namedColumns } from "./named_columns.ts";
import { placedColumns } from "./placed_columns.ts";
import { isSumRow } from "./sum_row.ts";
import { TableCells } from "./table_cells.ts";

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

/** Largest numbers of lines by which a column is looked for: to see what its cells hold, and to try choices. */
const LINES_FOR_FORMS = 1_000;
const LINES_FOR_CHOICES = 60;
/** Fewest cells of a row that counts as a line when columns are looked for. */
const FEWEST_CELLS = 3;

/**
 * Finds the columns of a table that a layout needs: by the header where it names them and the cells do not contradict
 * it, else by the form of the cells, by figures of a line that agree, or by the place between the brokerage's other
 * columns. Refuses the table where a needed column is not known or several readings fit.
 */
export function tableColumns(table: FoundTable, layout: Layout): TableColumns {
  return new ColumnSearch(table, layout).result();
}

/** Error inside a search: why the columns of a table are not known. */
class NotKnown extends Error {
  override readonly name = "NotKnown";
}

class ColumnSearch {
  readonly #table: FoundTable;
  readonly #layout: Layout;
  readonly #rows: readonly SheetRow[];
  /** All lines; a part of them to see what columns hold; fewer to try choices of columns. */
  readonly #all: TableCells;
  readonly #forms: TableCells;
  readonly #few: TableCells;
  readonly #judge: ColumnJudge;
  readonly #fewJudge: ColumnJudge;
  readonly #told: NamedColumns;
  /** Columns that the header names and whose cells do not contradict it. */
  readonly #named: ColumnChoice;
  /** Words that the header gives to cells that they cannot describe, or to several columns. */
  readonly #doubtful: readonly string[];

  constructor(table: FoundTable, layout: Layout) {
    this.#table = table;
    this.#layout = layout;
    this.#rows = table.rows.filter((row) => row.cells.size >= FEWEST_CELLS && !isSumRow(row));
    this.#all = new TableCells(this.#rows);
    this.#forms = new TableCells(spread(this.#rows, LINES_FOR_FORMS));
    this.#few = new TableCells(spread(this.#rows, LINES_FOR_CHOICES));
    this.#judge = new ColumnJudge(this.#all, layout.checks);
    this.#fewJudge = new ColumnJudge(this.#few, layout.checks);
    this.#told = namedColumns(table, layout);
    const isAsWritten = this.#isInOrder() && this.#free(this.#told.columns).length === 0;
    const contradicted = isAsWritten
      ? []
      : layout.columns.filter((column) => this.#isContradicted(column, this.#told.columns));
    this.#doubtful = [...this.#told.repeated, ...contradicted.map(({ word }) => word)];
    this.#named = without(this.#told.columns, contradicted.map(({ word }) => word));
  }

  result(): TableColumns {
    try {
      return this.#known(this.#withTexts(this.#withFigures(this.#withIsin(this.#named))));
    } catch (error) {
      if (error instanceof NotKnown) return { refusal: error.message };
      throw error;
    }
  }

  /** Whether the cells of a named column cannot be what its header says. */
  #isContradicted(described: LayoutColumn, named: ColumnChoice): boolean {
    const { word, form } = described, column = named.get(word);
    if (column === undefined) return false;
    if (form !== "isin") return !this.#forms.mayHold(column, described);
    return !this.#forms.holds(column, "isin") &&
      this.#forms.filled().some((other) => other !== column && this.#forms.holds(other, "isin"));
  }

  /** Adds the column of ISINs by the form of its cells where the header does not name it. */
  #withIsin(known: ColumnChoice): ColumnChoice {
    const isin = this.#layout.columns.find(({ form }) => form === "isin");
    if (isin === undefined || known.has(isin.word)) return known;
    const candidates = this.#free(known).filter((column) => this.#forms.holds(column, "isin"));
    const [only, ...others] = candidates;
    if (only === undefined) return known;
    if (others.length > 0) throw this.#several(isin, candidates);
    return new Map([...known, [isin.word, only]]);
  }

  /** Adds the columns of figures that lines need. */
  #withFigures(known: ColumnChoice): ColumnChoice {
    const placed = this.#placed(known);
    const first = new Map([...known, ...placed]);
    const verdict = this.#judge.verdictOn(first);
    const unsure = this.#needed().filter((column) => this.#isUnsure(column, { first, placed, verdict }));
    const isComplete = this.#needed().every(({ word }) => first.has(word)) && unsure.length === 0;
    const agrees = isComplete && verdict.failed.length === 0;
    if (agrees && !this.#isDamaged() && !this.#hasIdleCheck(first)) return this.#withoutHiddenPledge(first, placed);
    const unsureWords = unsure.map(({ word }) => word);
    const [sure, asNamed] = [without(first, unsureWords), without(known, unsureWords)];
    const found = this.#searched({ known: asNamed, first: sure, isComplete });
    if (agrees && (found === null || found.passed <= verdict.passed.length || this.#areEqual(found.columns, first))) {
      const areTrusted = this.#doubtful.length === 0 && !this.#hasIdleCheck(first);
      return areTrusted ? this.#withoutHiddenPledge(first, placed) : this.#withPledgeInPlace(first);
    }
    if (found !== null) {
      const all = this.#withUncheckable(found.columns, {
        placed,
        unsure: unsureWords,
        areNamesWrong: found.areNamesWrong,
      });
      const areTrusted = !found.areNamesWrong && this.#doubtful.length === 0 && !this.#hasIdleCheck(all);
      return areTrusted ? this.#withoutHiddenPledge(all, found.columns) : this.#withPledgeInPlace(all);
    }
    const notSure = this.#needed().filter(({ word }) => !sure.has(word));
    const missing = notSure.find(({ word }) => !this.#told.columns.has(word)) ?? notSure[0];
    if (missing === undefined) return this.#contradicted(this.#withoutHiddenPledge(first, placed), verdict);
    if (this.#hasNoFigures()) return new Map([...first, ...this.#told.columns]);
    throw this.#missing(missing, sure);
  }

  /**
   * Keeps columns whose figures do not agree where the header is as the brokerage writes it, so that only the figures
   * can be wrong. Refuses them where the header is damaged or in another order.
   */
  #contradicted(columns: ColumnChoice, { failed }: Verdict): ColumnChoice {
    const unnamed = this.#free(columns).some((column) => !this.#table.headers.has(column));
    const isAllNamed = [...columns].every(([word, column]) => this.#told.columns.get(word) === column);
    const [first] = failed;
    const isByMost = failed.some(({ lines, of }) => 2 * lines.length >= of);
    const isIntact = !(isByMost && this.#isDamaged());
    if (
      first === undefined || (isIntact && this.#isInOrder() && isAllNamed && !unnamed && this.#doubtful.length === 0)
    ) {
      return columns;
    }
    throw new NotKnown(
      `its columns are not in the order of ${this.#layout.product} or without names, and in ${first.lines.length} of ` +
        `${first.of} lines it is not so that ${first.check.sentence}; send the statement as it was downloaded`,
    );
  }

  /**
   * Whether the header names every needed column and one of these has no figures at all, so that no line can be read.
   */
  #hasNoFigures(): boolean {
    const named = this.#needed().map(({ word }) => this.#told.columns.get(word));
    return named.every((column) => column !== undefined) &&
      named.some((column) => column !== undefined && !this.#all.hasNumbers(column));
  }

  /**
   * Whether a needed column that no check confirms cannot be relied on: the header is damaged elsewhere, and the column
   * does not stand in its place, or another one does.
   */
  #isUnsure(
    { word }: LayoutColumn,
    { first, placed, verdict }: {
      readonly first: ColumnChoice;
      readonly placed: ColumnChoice;
      readonly verdict: Verdict;
    },
  ): boolean {
    if (!first.has(word) || placed.has(word) || verdict.confirmed.has(word)) return false;
    const inItsPlace = this.#placed(without(first, [word])).get(word);
    if (inItsPlace !== undefined) return inItsPlace !== first.get(word) || this.#doubtful.length > 0;
    return this.#isDamaged() || this.#hasIdleCheck(first);
  }

  /**
   * Whether a check could be made by the names of the columns, but their cells allow it on no line, and the names are
   * in another order than the brokerage's.
   */
  #hasIdleCheck(columns: ColumnChoice): boolean {
    const { passed, failed } = this.#judge.verdictOn(columns);
    const made = new Set([...passed, ...failed.map(({ check }) => check)]);
    return !this.#isInOrder() && this.#all.lines > 0 &&
      this.#layout.checks.some((check) => !made.has(check) && check.words.every((word) => columns.has(word)));
  }

  #areEqual(a: ColumnChoice, b: ColumnChoice): boolean {
    return this.#keyOf(a) === this.#keyOf(b);
  }

  /** Whether the names of the header are in the order of the brokerage. */
  #isInOrder(): boolean {
    const order = this.#layout.columns.map(({ word }) => this.#told.columns.get(word)).filter((at) => at !== undefined);
    return order.every((at, i) => i === 0 || at > (order[i - 1] ?? at));
  }

  /** Whether the header names half of the brokerage's columns, so that it is not one that somebody wrote with fewer. */
  #isNearlyWhole(): boolean {
    return 2 * this.#told.columns.size >= this.#layout.columns.length;
  }

  /**
   * Whether the header gives cells no name, or names that the brokerage does not use while one of its own is missing.
   */
  #isDamaged(): boolean {
    if (this.#doubtful.length > 0) return true;
    const named = this.#told.columns;
    const lacksName = this.#layout.columns.some(({ word, isFormer = false }) => !isFormer && !named.has(word));
    return this.#free(named).some((column) =>
      this.#table.headers.has(column) ? lacksName : !this.#table.covered.has(column) || this.#isNearlyWhole()
    );
  }

  /**
   * Looks for columns whose figures agree: first those that the header does not name, then all. Returns null where none
   * fit.
   */
  #searched({ known, first, isComplete }: SearchedFrom): FoundFigures | null {
    const figures = this.#layout.columns.filter(({ form, meaning }) =>
      isFigure(form) && meaning !== "pledged_quantity"
    );
    const missing = figures.filter(({ word }) => !known.has(word));
    const asNamed = without(first, missing.map(({ word }) => word));
    const asked = { checks: this.#layout.checks, isLenient: !isComplete };
    const ofMissing = fittingColumns(this.#few, {
      ...asked,
      wanted: missing,
      known: asNamed,
      free: this.#free(asNamed),
    });
    const fixed = without(asNamed, figures.map(({ word }) => word));
    const ofAll = fittingColumns(this.#few, { ...asked, wanted: figures, known: fixed, free: this.#free(fixed) });
    if (ofMissing === null || ofAll === null) return this.#keptOrRefused(isComplete, [], first);
    const areNamesWrong = this.#passedBy(ofAll) > this.#passedBy(ofMissing);
    const found = areNamesWrong ? ofAll : ofMissing;
    const fewestChanges = found.toSorted((a, b) => this.#namesKept(a) - this.#namesKept(b));
    const distinct = new Map(fewestChanges.map((columns) => [this.#keyOf(columns), columns]));
    const [only, ...others] = distinct.values();
    if (only === undefined) return null;
    if (others.length > 0 && areNamesWrong && !isComplete) return null;
    if (others.length > 0) return this.#keptOrRefused(isComplete, [only, ...others], first);
    return { columns: only, areNamesWrong, passed: this.#passedBy(found) };
  }

  /** Returns the number of checks that the figures of choices of columns pass; they all pass the same number. */
  #passedBy([first]: readonly ColumnChoice[]): number {
    return first === undefined ? 0 : this.#fewJudge.verdictOn(first).passed.length;
  }

  #namesKept(columns: ColumnChoice): number {
    return [...columns].filter(([word, column]) => this.#told.columns.get(word) === column).length;
  }

  /** Keeps the header's reading where it fits most lines. Else refuses, because several readings fit. */
  #keptOrRefused(isComplete: boolean, found: readonly ColumnChoice[], first: ColumnChoice): null {
    const { failed } = this.#judge.verdictOn(first);
    if (isComplete && failed.every(({ lines, of }) => 2 * lines.length < of)) return null;
    for (const column of this.#needed()) {
      const columns = [...new Set(found.map((one) => one.get(column.word)))].filter((one) => one !== undefined);
      if (columns.length > 1) throw this.#several(column, columns);
    }
    throw new NotKnown("its figures can be read in more than one way; send the statement as it was downloaded");
  }

  /**
   * Adds needed columns that no check is about: the named one where it is not another, else the one in its place, else
   * the only one that lost its name.
   */
  #withUncheckable(
    found: ColumnChoice,
    { placed, unsure, areNamesWrong }: {
      readonly placed: ColumnChoice;
      readonly unsure: readonly string[];
      readonly areNamesWrong: boolean;
    },
  ): ColumnChoice {
    const columns = new Map(found);
    for (const wanted of this.#needed()) {
      if (columns.has(wanted.word)) continue;
      const taken = new Set(columns.values());
      const lost = [...this.#named.values()].filter((column) =>
        !taken.has(column) && this.#forms.holds(column, wanted.form) && !this.#isNamedOtherwise(column, wanted, columns)
      );
      const own = this.#named.get(wanted.word);
      const candidates = [
        areNamesWrong || unsure.includes(wanted.word) || this.#isDamaged() ? undefined : own,
        areNamesWrong ? undefined : placed.get(wanted.word),
        this.#placed(columns).get(wanted.word),
        lost.length === 1 && !this.#isDamaged() ? lost[0] : undefined,
      ];
      const column = candidates.find((one) => one !== undefined && !taken.has(one));
      const isNamedElsewhere = unsure.includes(wanted.word) && own !== undefined && own !== column;
      if (column === undefined || isNamedElsewhere) throw this.#missing(wanted, columns);
      columns.set(wanted.word, column);
    }
    return columns;
  }

  /** Whether a column keeps the name of another column of the layout. */
  #isNamedOtherwise(column: number, wanted: LayoutColumn, columns: ColumnChoice): boolean {
    return [...this.#named].some(([word, named]) =>
      named === column && word !== wanted.word && (columns.get(word) ?? column) === column
    );
  }

  /**
   * Refuses a table with a column of figures without a known name that may be a missing column of pledged quantities.
   * `found` are the columns that are known otherwise than by their names.
   */
  #withoutHiddenPledge(columns: ColumnChoice, found: ColumnChoice): ColumnChoice {
    const pledged = this.#layout.columns.filter(({ meaning }) => meaning === "pledged_quantity");
    this.#refusePledgeOutOfOrder(columns);
    const [missing] = pledged.filter(({ word, isFormer = false }) => !isFormer && !columns.has(word));
    if (missing === undefined || pledged.some(({ word, isFormer }) => isFormer && columns.has(word))) return columns;
    const isDamaged = pledged.some(({ word }) => columns.has(word)) || found.size > 0 || this.#doubtful.length > 0 ||
      (this.#isNearlyWhole() && this.#isDamaged());
    const figures = this.#layout.columns.filter(({ form }) => form !== "text").map(({ word }) => word);
    const suspects = this.#free(new Map([...columns].filter(([word]) => figures.includes(word)))).filter((column) =>
      this.#forms.holds(column, "number") && this.#all.hasFigures(column) &&
      (isDamaged || !(this.#table.headers.has(column) || this.#table.covered.has(column)))
    );
    if (suspects.length > 0) throw this.#missing(missing, columns);
    return columns;
  }

  /**
   * Refuses a table whose columns of long-term and pledged quantities are in another order than the brokerage's, if
   * some are pledged: their names may be exchanged, and no figure of a line tells them apart.
   */
  #refusePledgeOutOfOrder(columns: ColumnChoice): void {
    const group = this.#layout.columns.filter(({ word, meaning }) =>
      meaning === "pledged_quantity" || BESIDE_PLEDGED.includes(word)
    );
    const places = group.flatMap(({ word }) => columns.get(word) ?? []);
    const isInOrder = places.every((at, i) => i === 0 || at > (places[i - 1] ?? at));
    const [pledged] = group.filter(({ meaning }) => meaning === "pledged_quantity");
    if (pledged === undefined) return;
    const isMisplaced = group.some(({ word, meaning }) =>
      meaning === "pledged_quantity" && this.#isMisplaced(word, columns)
    );
    if (isInOrder && !(isMisplaced && this.#isDamaged())) return;
    if (places.some((at) => this.#all.hasFigures(at))) throw this.#several(pledged, places);
  }

  /** Whether a named column does not stand where the brokerage has it, in a header of another order. */
  #isMisplaced(word: string, columns: ColumnChoice): boolean {
    const column = columns.get(word);
    if (column === undefined || this.#isInOrder()) return false;
    return this.#placed(without(columns, [word])).get(word) !== column;
  }

  /**
   * Takes the columns of pledged quantities from their place, because names of the header are wrong elsewhere. Refuses
   * a table with further columns of figures where they have no place.
   */
  #withPledgeInPlace(columns: ColumnChoice): ColumnChoice {
    const pledged = this.#layout.columns.filter(({ meaning }) => meaning === "pledged_quantity");
    if (pledged.length === 0) return columns;
    const { confirmed } = this.#judge.verdictOn(columns);
    const unneeded = this.#layout.columns.filter(({ word, form, isNeeded = false }) =>
      isFigure(form) && !isNeeded && !confirmed.has(word)
    );
    const sure = without(columns, unneeded.map(({ word }) => word));
    const placed = [...this.#placed(sure)].filter(([word, column]) => (this.#nameAt(column) ?? word) === word);
    return this.#withoutHiddenPledge(new Map([...sure, ...placed]), sure);
  }

  /** Returns the name that the header gives to a column, where it is one of the brokerage. */
  #nameAt(column: number): string | undefined {
    return [...this.#told.columns].find(([, named]) => named === column)?.[0];
  }

  /** Adds the columns of texts: names, fund houses and kinds of instruments. */
  #withTexts(known: ColumnChoice): ColumnChoice {
    const columns = new Map(known);
    for (const [word, column] of this.#placed(columns)) {
      const form = this.#layout.columns.find((one) => one.word === word)?.form;
      if (form !== undefined && !isFigure(form)) columns.set(word, column);
    }
    const missing = this.#layout.columns.filter(({ word, form }) => form === "text" && !columns.has(word));
    const free = this.#free(columns).filter((column) => this.#forms.holds(column, "text"));
    const [one, ...otherWords] = missing, [only, ...otherColumns] = free;
    if (
      one !== undefined && only !== undefined && otherWords.length + otherColumns.length === 0 &&
      this.#doubtful.length === 0 &&
      (one.meaning === null || !isNameMeaning(one.meaning) || this.#forms.areDistinct(only))
    ) {
      columns.set(one.word, only);
    }
    const isin = this.#layout.columns.find(({ form }) => form === "isin")?.word;
    const isinColumn = isin === undefined ? undefined : columns.get(isin);
    const lacksIsin = isinColumn === undefined || this.#all.lacksIsin(isinColumn);
    for (const column of this.#layout.columns.filter(({ form }) => form === "text")) {
      const isName = column.meaning !== null && isNameMeaning(column.meaning);
      const isNeeded = column.isNeeded === true || (isName && lacksIsin && this.#all.lines > 0);
      if (isNeeded && !this.#isSureText(column, columns)) throw this.#missing(column, columns);
    }
    return columns;
  }

  /**
   * Whether the column of a text is known well enough that lines without an ISIN can go by it: the header is whole or
   * in the order of the brokerage, or it stands in its place.
   */
  #isSureText({ word, meaning }: LayoutColumn, columns: ColumnChoice): boolean {
    const column = columns.get(word);
    if (column === undefined) return false;
    if (this.#told.columns.get(word) !== column) return true;
    if (meaning === "name" && !this.#forms.holds(column, "text")) return false;
    const areNamesWrong = [...columns].some(([one, at]) => (this.#nameAt(at) ?? one) !== one);
    if (areNamesWrong || this.#doubtful.length > 0) return this.#placed(without(columns, [word])).get(word) === column;
    const place = this.#placed(without(this.#named, [word])).get(word);
    if (place !== undefined && place !== column) return false;
    return meaning === "instrument_type" || this.#isInOrder() || !this.#isDamaged() || place === column;
  }

  #known(columns: ColumnChoice): KnownTable {
    const verdict = this.#judge.verdictOn(columns);
    const knownBy = new Map([...columns].map(([word, column]): [string, WayToKnow] => {
      const form = this.#layout.columns.find((one) => one.word === word)?.form;
      if (this.#told.columns.get(word) === column) return [word, "header"];
      if (form === "isin") return [word, "form"];
      if (verdict.confirmed.has(word)) return [word, "figures"];
      return [word, this.#placed(without(columns, [word])).get(word) === column ? "place" : "form"];
    }));
    return {
      columns,
      knownBy,
      verdict,
      unused: this.#free(columns),
      disagreeing: verdict.failed.map((failed) => ({
        failed,
        rows: failed.lines.flatMap((line) => this.#rows[line]?.row ?? []),
      })),
    };
  }

  #needed(): readonly LayoutColumn[] {
    return this.#layout.columns.filter(({ isNeeded = false, form }) => isNeeded && isFigure(form));
  }

  #placed(known: ColumnChoice): ColumnChoice {
    return placedColumns(this.#layout.columns, known, { table: this.#table, cells: this.#forms });
  }

  /** Returns the columns with values that have no known name. */
  #free(known: ColumnChoice): readonly number[] {
    const taken = new Set(known.values());
    return this.#all.filled().filter((column) => !taken.has(column));
  }

  /** Returns a text that is equal for two choices of columns from which the same lines are read. */
  #keyOf(columns: ColumnChoice): string {
    const rows = spread(this.#rows, LINES_FOR_FORMS);
    return JSON.stringify(rows.map(({ cells }) => {
      const cellOf: LineCells = (word) => cells.get(columns.get(word) ?? -1);
      const { quantity, price, isin } = this.#layout.lineOf(cellOf);
      return [quantity, price, isin, ...this.#needed().map(({ word }) => cellOf(word) ?? null)];
    }));
  }

  #missing(column: LayoutColumn, known: ColumnChoice): NotKnown {
    const named = this.#named.get(column.word);
    if (named !== undefined) return this.#notSure(column, named);
    const considered = this.#free(known).filter((one) =>
      isFigure(column.form) ? this.#forms.holds(one, "percentage") : this.#forms.holds(one, "text")
    );
    const which = considered.length === 0
      ? "every other column with such cells has another name"
      : `considered: ${this.#listed(considered)}`;
    return new NotKnown(
      `no column of it is known to be the ${nameOf(column)} (${which}); ${this.#advice(column.word)}`,
    );
  }

  /** Refuses a named column that cannot be relied on, because the header is damaged elsewhere. */
  #notSure(column: LayoutColumn, named: number): NotKnown {
    const others = this.#free(this.#told.columns);
    const why = others.length === 0
      ? "the header is in another order"
      : `others have no known name: ${this.#listed(others)}`;
    return new NotKnown(
      `its column ${this.#listed([named])} may not be the ${nameOf(column)}, because no figures confirm it (${why}); ` +
        this.#advice(column.word),
    );
  }

  #several(column: LayoutColumn, columns: readonly number[]): NotKnown {
    return new NotKnown(
      `several columns of it may be the ${nameOf(column)} (${this.#listed(columns)}); ${this.#advice(column.word)}`,
    );
  }

  #advice(word: string): string {
    const { product } = this.#layout;
    return `name the column "${word}" as ${product} does, or send the statement as it was downloaded`;
  }

  #listed(columns: readonly number[]): string {
    const shown = columns.slice(0, MOST_LISTED).map((column) => {
      const header = this.#table.headers.get(column);
      const name = header === undefined ? "without a name" : JSON.stringify(header.trim().slice(0, MOST_OF_HEADER));
      return `${columnLetters(column)} ${name}`;
    });
    const rest = columns.length - shown.length;
    return shown.join(", ") + (rest > 0 ? ` and ${rest} more` : "");
  }
}

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

/** Names of the columns of quantities that may be mistaken for pledged ones. */
const BESIDE_PLEDGED: readonly string[] = ["quantity discrepant", "quantity long term"];
const MOST_LISTED = 4;
const MOST_OF_HEADER = 40;

const NAMES: Readonly<Record<ColumnMeaning, string>> = {
  isin: "ISIN",
  symbol: "symbol",
  name: "name",
  fund_house: "fund house",
  instrument_type: "instrument type",
  quantity: "quantity",
  pledged_quantity: "pledged quantity",
  price: "price",
  value: "value",
};

function nameOf({ meaning, word }: LayoutColumn): string {
  return meaning === null ? word : NAMES[meaning];
}

function isNameMeaning(meaning: ColumnMeaning): boolean {
  return meaning === "name" || meaning === "symbol";
}

function isFigure(form: LayoutColumn["form"]): boolean {
  return form === "number" || form === "percentage";
}

function without(columns: ColumnChoice, words: readonly string[]): ColumnChoice {
  return new Map([...columns].filter(([word]) => !words.includes(word)));
}

/** Returns at most `most` of the rows, spread evenly over them. */
function spread(rows: readonly SheetRow[], most: number): readonly SheetRow[] {
  if (rows.length <= most) return rows;
  return Array.from({ length: most }, (_, i) => rows[Math.floor(i * rows.length / most)])
    .filter((row) => row !== undefined);
}
