import { MARK, type Mark, WrittenNumber } from "./written_number.ts";

/** Mark before the decimals of a number. */
export type DecimalMark = "." | ",";

/** A cell that shows how numbers are written, and its line. */
export interface Example {
  readonly cell: string;
  readonly line: number;
}

/** What the cells of a column show about the form of its numbers, gathered while they are read. */
export class NumberColumn {
  /** Number of cells of each mark. */
  readonly counts: Uint32Array = new Uint32Array(Object.keys(MARK).length);
  /** First cell of each mark. */
  readonly examples: (Example | undefined)[] = [];
  readonly currencies: Map<string, Example> = new Map();
  percents = 0;
  percentExample: Example | null = null;
  groupsExample: Example | null = null;

  /** Number of cells with a number. */
  get numbers(): number {
    return this.#count(MARK.whole, MARK.point, MARK.comma, MARK.eitherPoint, MARK.eitherComma);
  }

  get isBlank(): boolean {
    return this.#count(MARK.none) === 0 && this.numbers === 0;
  }

  /** Notes the decorations of the last cell that was read. */
  noteDecorated(written: WrittenNumber, example: Example): void {
    if (written.currency !== "" && !this.currencies.has(written.currency)) {
      this.currencies.set(written.currency, example);
    }
    if (written.isPercent && this.percents++ === 0) this.percentExample = example;
    if (written.hasGroups) this.groupsExample ??= example;
  }

  /** The decimal mark that the cells of the column tell; null where they tell none, or contradict each other. */
  get told(): DecimalMark | null {
    const points = this.#count(MARK.point), commas = this.#count(MARK.comma);
    if (points > 0 && commas === 0) return ".";
    return commas > 0 && points === 0 ? "," : null;
  }

  /** Two cells that cannot be numbers of one form; null where all can. */
  get contradiction(): readonly [Example, Example] | null {
    const { examples } = this;
    const point = examples[MARK.point], comma = examples[MARK.comma];
    if (point !== undefined && comma !== undefined) return [point, comma];
    const eitherPoint = examples[MARK.eitherPoint], eitherComma = examples[MARK.eitherComma];
    const isOpen = point === undefined && comma === undefined;
    return isOpen && eitherPoint !== undefined && eitherComma !== undefined ? [eitherPoint, eitherComma] : null;
  }

  /** A cell whose separator may set thousands or decimals apart; undefined where there is none. */
  get either(): Example | undefined {
    return this.examples[MARK.eitherPoint] ?? this.examples[MARK.eitherComma];
  }

  #count(...marks: readonly Mark[]): number {
    return marks.reduce<number>((sum, mark) => sum + (this.counts[mark] ?? 0), 0);
  }
}

/** How the numbers of a column are taken. */
export interface NumberForm {
  readonly decimal: DecimalMark;
  /** How it is known: by cells of the column, by other columns, or by the separator of the file alone. */
  readonly by: "cells" | "columns" | "separator";
}

/**
 * Whether nothing tells if the separator of a number sets thousands or decimals apart. Files whose cells semicolons
 * divide mostly have decimal commas, those whose cells commas divide never do, and others mostly have decimal points.
 */
export function isUndecided({ by }: NumberForm, { cell }: Example, separator: string): boolean {
  if (by !== "separator" || separator === ",") return false;
  return cell.includes(",") !== (separator === ";");
}

/**
 * Decides for each column what its separators mean, by all of its cells, else by those of the other columns. Returns
 * have no thousands.
 */
export function formsOf(
  columns: readonly NumberColumn[],
  { separator, kind }: { readonly separator: string; readonly kind: "prices" | "returns" },
): readonly NumberForm[] {
  const all = new Set(columns.flatMap(({ told }) => told ?? []));
  const [common = null] = all.size === 1 ? all : [];
  return columns.map((column) => {
    if (column.told !== null) return { decimal: column.told, by: "cells" };
    if (common !== null) return { decimal: common, by: "columns" };
    const hasCommas = column.examples[MARK.eitherComma] !== undefined;
    if (kind === "returns") return { decimal: hasCommas ? "," : ".", by: "cells" };
    // Whole numbers without a separator beside `1,234` say that those have thousands: else they would have decimals.
    const areThousands = hasCommas && column.examples[MARK.whole] !== undefined;
    if (areThousands && separator === ",") return { decimal: ".", by: "cells" };
    return { decimal: hasCommas && separator === ";" ? "," : ".", by: "separator" };
  });
}

/** Whether a number of a mark was read with decimals although its separator sets thousands apart. */
export function isThousands(mark: number, { decimal }: NumberForm): boolean {
  return decimal === "." ? mark === MARK.eitherComma : mark === MARK.eitherPoint;
}

/** Returns a value that was read with decimals, as `1.234`, with thousands instead: 1234. */
export function asThousands(value: number): number {
  return Math.round(value * 1e5) / 100;
}

/** Returns the value of a cell in a form of numbers. */
export function valueIn(cell: string, form: NumberForm): number {
  const written = new WrittenNumber();
  const value = written.read(cell);
  return isThousands(written.mark, form) ? asThousands(value) : value;
}
