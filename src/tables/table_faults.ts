/** A fault of a table: where it stands, and a sentence. */
export interface TableFault {
  readonly place: FaultPlace;
  readonly detail: string;
}

/** Place of a fault: the file, all days, a row by its number from 0, a column by its name, or a cell. */
export type FaultPlace =
  | { readonly of: "file" }
  | { readonly of: "days" }
  | { readonly of: "columns" }
  | { readonly of: "row"; readonly row: number }
  | { readonly of: "column"; readonly name: string }
  | { readonly of: "cell"; readonly name: string; readonly row: number };

/** A fault before equal ones are counted together. */
export interface FoundFault {
  readonly place: FaultPlace;
  /** Kind of the fault. Faults of one kind are counted together where there are many. */
  readonly cause: string;
  /** What cannot be done, with the value: `Cannot read "x" of "A"`. */
  readonly what: string;
  /** Why not, and what is needed. */
  readonly why: string;
  /** Where in the file: `line 4, column 2`. */
  readonly where: string;
}

/** Number of faults of one cause that are told one by one. Of more, these are the examples. */
const MOST_TOLD = 3;
const MOST_LETTERS = 60;

interface Group {
  readonly first: FoundFault[];
  count: number;
}

/** Collects the faults of a table. Many faults of one cause become one, with their count and three places. */
export class TableFaults {
  readonly #whole: TableFault[] = [];
  readonly #groups = new Map<string, Group>();

  get isEmpty(): boolean {
    return this.#whole.length === 0 && this.#groups.size === 0;
  }

  /** Adds a fault that stands alone. */
  add(place: FaultPlace, detail: string): void {
    this.#whole.push({ place, detail });
  }

  /** Adds a fault that may have many equal ones. */
  found(fault: FoundFault): void {
    const group = this.#groups.get(fault.cause) ?? { first: [], count: 0 };
    this.#groups.set(fault.cause, group);
    group.count++;
    if (group.first.length < MOST_TOLD) group.first.push(fault);
  }

  get told(): readonly TableFault[] {
    return [...this.#whole, ...[...this.#groups.values()].flatMap(toldGroup)];
  }
}

function toldGroup({ first, count }: Group): readonly TableFault[] {
  const [one] = first;
  if (one === undefined) return [];
  if (count <= MOST_TOLD) {
    return first.map(({ place, what, why, where }) => ({ place, detail: `${what}: ${why} (${where})` }));
  }
  const [, second, third] = first;
  const others = [second, third].flatMap((other) => other === undefined ? [] : other.where).join("; ");
  const detail = `${one.what}: ${one.why} (${one.where}); ${count - 1} more like it, first in ${others}`;
  return [{ place: one.place, detail }];
}

/** Returns a text in quotes for a sentence, shortened where it is long. */
export function quoted(text: string): string {
  const written = JSON.stringify(text);
  return written.length <= MOST_LETTERS ? written : `${written.slice(0, MOST_LETTERS - 3)}…`;
}
