import type { JSX } from "preact";

/** The rows of a table that a person has chosen, to do something with all of them. */
export interface Choice<Row> {
  /** Keys of the chosen rows. */
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
  /** Returns what a screen reader calls a row. */
  readonly nameOf: (row: Row) => string;
}

interface ChooseAllProps<Row> {
  readonly choice: Choice<Row>;
  /** Keys of all rows of the table. */
  readonly keys: readonly string[];
}

/** The heading of the boxes: a box that chooses all rows of the table, or none. */
export function ChooseAll<Row>({ choice: { chosen, onChoose }, keys }: ChooseAllProps<Row>): JSX.Element {
  const isAll = keys.length > 0 && keys.every((key) => chosen.has(key));
  const isSome = !isAll && keys.some((key) => chosen.has(key));
  return (
    <td class="choose">
      <input
        type="checkbox"
        aria-label="Choose all rows"
        checked={isAll}
        indeterminate={isSome}
        onChange={() => onChoose(isAll ? chosen.difference(new Set(keys)) : chosen.union(new Set(keys)))}
      />
    </td>
  );
}

interface ChooseRowProps<Row> {
  readonly choice: Choice<Row>;
  readonly row: Row;
  /** Key of the row. */
  readonly id: string;
}

/** The box that chooses a row. */
export function ChooseRow<Row>({ choice: { chosen, onChoose, nameOf }, row, id }: ChooseRowProps<Row>): JSX.Element {
  return (
    <td class="choose">
      <input
        type="checkbox"
        aria-label={`Choose ${nameOf(row)}`}
        checked={chosen.has(id)}
        onChange={({ currentTarget }) =>
          onChoose(currentTarget.checked ? new Set([...chosen, id]) : new Set([...chosen].filter((one) => one !== id)))}
      />
    </td>
  );
}
