import { useSignal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { counted } from "../format/counted.ts";
import { told } from "../format/told.ts";
import { CopyButton } from "./copy_button.tsx";
import { type Choice, ChooseAll, ChooseRow } from "./table_choice.tsx";
import { Term } from "./term.tsx";
import { type Column, type Order, sortedRows, tableText } from "./table_rows.ts";
import { isPrinting } from "./is_printing.ts";

export type { Column } from "./table_rows.ts";

export interface TableProps<Row> {
  /** What the table shows, for a screen reader and above the table. */
  readonly caption: string;
  readonly columns: readonly Column<Row, ComponentChildren>[];
  readonly rows: readonly Row[];
  /** Returns what tells a row apart from all others. */
  readonly keyOf: (row: Row) => string;
  /** Order at first; that of `rows` if absent. */
  readonly order?: Order;
  /** Whether the caption is only for a screen reader, because a heading says it already. */
  readonly isCaptionHidden?: boolean;
  /** Which rows are chosen, where rows can be. A box to tick stands before each of them. */
  readonly choice?: Choice<Row>;
}

/** Rows above which only those in view are in the page. */
const MOST_ROWS = 150;
/** Height of a row in pixels, as in the style sheet. */
const ROW_PX = 32;
/** Rows outside of the view that are in the page, so that scrolling shows no gap. */
const SPARE_ROWS = 20;
/** Rows after which others come into the page, fewer than those to spare, so that not every scroll draws anew. */
const STEP_ROWS = 10;
/** Rows in the page of a long table: those in view and those to spare. */
const WINDOW_ROWS = 20 + 2 * SPARE_ROWS;

/**
 * A table that sorts by its headings and can be copied into a spreadsheet, numbers with all digits. Of a long table
 * only the rows in view are in the page, and all of them in print.
 */
export function Table<Row>(
  { caption, columns, rows, keyOf, order: first = null, isCaptionHidden = false, choice }: TableProps<Row>,
): JSX.Element {
  const order = useSignal<Order>(first);
  const top = useSignal(0);
  const sorted = sortedRows(rows, columns, order.value);
  const isLong = sorted.length > MOST_ROWS && !isPrinting.value;
  const start = isLong ? Math.max(0, Math.min(top.value - SPARE_ROWS, sorted.length - WINDOW_ROWS)) : 0;
  const shown = isLong ? sorted.slice(start, start + WINDOW_ROWS) : sorted;
  const after = sorted.length - start - shown.length;
  const across = columns.length + (choice === undefined ? 0 : 1);
  return (
    <div class="table-frame">
      <div class="table-tools">
        <span class={isCaptionHidden ? "unseen" : "table-caption"}>{told(caption)}</span>
        <CopyButton
          text={() => tableText(sorted, columns)}
          label="Copy table"
          said={`Copied ${counted(sorted.length, "row")}`}
        />
      </div>
      <div
        class={isLong ? "table-scroll table-long" : "table-scroll"}
        // A part of the page that scrolls must be reachable by keyboard.
        tabIndex={0}
        role="group"
        aria-label={caption}
        onScroll={({ currentTarget }) =>
          top.value = STEP_ROWS * Math.floor(currentTarget.scrollTop / ROW_PX / STEP_ROWS)}
      >
        <table aria-rowcount={isLong ? sorted.length + 1 : undefined}>
          <caption class="unseen">{caption}</caption>
          <thead>
            <tr>
              {choice === undefined ? null : <ChooseAll choice={choice} keys={sorted.map(keyOf)} />}
              {columns.map((column) => <Heading key={column.key} column={column} order={order} />)}
            </tr>
          </thead>
          <tbody>
            <Space rows={start} columns={across} />
            {shown.map((row, index) => (
              <tr key={keyOf(row)} aria-rowindex={isLong ? start + index + 2 : undefined}>
                {choice === undefined ? null : <ChooseRow choice={choice} row={row} id={keyOf(row)} />}
                {columns.map((column, at) => <Cell key={column.key} column={column} row={row} isHead={at === 0} />)}
              </tr>
            ))}
            <Space rows={after} columns={across} />
          </tbody>
        </table>
      </div>
    </div>
  );
}

function Heading<Row>(
  { column, order }: {
    readonly column: Column<Row, ComponentChildren>;
    readonly order: { value: Order };
  },
): JSX.Element {
  const { key, title, about, isNumber = false, value } = column;
  const sorts = order.value?.key === key ? order.value.direction : null;
  const next = sorts === null ? (isNumber ? "descending" : "ascending") : OPPOSITE[sorts];
  return (
    <th scope="col" class={isNumber ? "number" : undefined} aria-sort={sorts ?? undefined}>
      {value === undefined
        ? <span class="unseen">{title}</span>
        : (
          <button type="button" class="sort" onClick={() => order.value = { key, direction: next }}>
            <bdi>{title}</bdi>
            <span aria-hidden="true">{sorts === null ? "" : sorts === "ascending" ? " ▲" : " ▼"}</span>
          </button>
        )}
      {about === undefined ? null : <Term label={`What ${title} is`} definition={about}>?</Term>}
    </th>
  );
}

const OPPOSITE = { ascending: "descending", descending: "ascending" } as const;

function Cell<Row>(
  { column, row, isHead }: {
    readonly column: Column<Row, ComponentChildren>;
    readonly row: Row;
    readonly isHead: boolean;
  },
): JSX.Element {
  const content = column.show === undefined ? column.value?.(row) : column.show(row);
  const look = column.isNumber ? "number" : undefined;
  return isHead ? <th scope="row" class={look}>{content}</th> : <td class={look}>{content}</td>;
}

/** Room for the rows of a long table that are not in the page. */
function Space({ rows, columns }: { readonly rows: number; readonly columns: number }): JSX.Element | null {
  if (rows === 0) return null;
  return (
    <tr aria-hidden="true" class="space">
      <td colSpan={columns} style={{ height: `${rows * ROW_PX}px` }} />
    </tr>
  );
}
