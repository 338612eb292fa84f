import { useSignal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { Button } from "./button.tsx";

export interface FirstRowsProps<Row> {
  readonly rows: readonly Row[];
  /** Rows that are shown before all are wanted. */
  readonly first: number;
  /** What the rows are, for the button, for example "measures". */
  readonly of: string;
  readonly children: (shown: readonly Row[]) => ComponentChildren;
}

/** The first rows of a table that are the most wanted, and a button that shows all. */
export function FirstRows<Row>({ rows, first, of, children }: FirstRowsProps<Row>): JSX.Element {
  const isWhole = useSignal(false);
  const shown = isWhole.value ? rows : rows.slice(0, first);
  return (
    <>
      {children(shown)}
      {shown.length === rows.length
        ? null
        : <Button kind="quiet" onClick={() => isWhole.value = true}>Show all {rows.length} {of}</Button>}
    </>
  );
}
