import type { Batch, Column, Table } from "@uwdata/flechette";
import { shown } from "../../faults/schema_faults.ts";
import { UnreadableTable } from "../../tables/unreadable_table.ts";

/** First bytes of the file format of Arrow, and of a message of its stream format. */
const FILE_BEGIN = [...new TextEncoder().encode("ARROW1")];
const STREAM_BEGIN = [0xff, 0xff, 0xff, 0xff];

/** Whether the first bytes of a file are those of the file or the stream format of Apache Arrow. */
export function isArrow(begin: Uint8Array): boolean {
  return [FILE_BEGIN, STREAM_BEGIN].some((first) => first.every((byte, at) => begin[at] === byte));
}

/** A column of an Arrow table under its name. */
export interface NamedColumn {
  readonly name: string;
  readonly column: Column<unknown>;
}

/**
 * Reads the columns of a file or stream of Apache Arrow. Throws `UnreadableTable` for bytes that are no complete Arrow
 * file.
 */
export async function readArrowTable(
  bytes: Uint8Array<ArrayBuffer>,
): Promise<{ readonly columns: readonly NamedColumn[]; readonly rows: number }> {
  const table = await tableOf(bytes);
  return { columns: columnsOf(table), rows: table.numRows };
}

async function tableOf(bytes: Uint8Array<ArrayBuffer>): Promise<Table> {
  // Loads the reader of Arrow only where it is needed.
  const { tableFromIPC } = await import("@uwdata/flechette");
  try {
    return tableFromIPC(bytes);
  } catch (error) {
    const why = error instanceof Error ? error.message : "";
    if (/compress|codec/i.test(why)) throw new UnreadableTable("it is compressed Arrow; write it without compression");
    throw new UnreadableTable("it is no complete Arrow file or stream");
  }
}

function columnsOf(table: Table): readonly NamedColumn[] {
  return table.schema.fields.map(({ name }, at) => {
    const column = table.getChildAt(at);
    if (column.length !== table.numRows) throw new UnreadableTable("its Arrow columns have different lengths");
    return { name, column };
  });
}

/** Numbers of the types of Arrow columns that are read. */
export const TYPE = { integer: 2, float: 3, date: 8, timestamp: 10 } as const;

/** Whether a column holds days or instants. */
export function isOfDays({ type }: Column<unknown>): boolean {
  return type.typeId === TYPE.date || type.typeId === TYPE.timestamp;
}

const OTHER_TYPES: ReadonlyMap<number, string> = new Map([
  [-1, "text"],
  [5, "text"],
  [20, "text"],
  [24, "text"],
  [6, "true and false"],
  [7, "decimals"],
]);

/** Throws `UnreadableTable` for a column that holds no floating-point numbers or integers. */
export function refuseOtherTypes(name: string, { type: { typeId } }: Column<unknown>): void {
  if (typeId === TYPE.float || typeId === TYPE.integer) return;
  const held = OTHER_TYPES.get(typeId) ?? "another type";
  throw new UnreadableTable(`its Arrow column ${shown(name)} holds ${held}; write numbers as float64, or leave it out`);
}

/** Writes the numbers of a column into a table of values, NaN for null. */
export function writeNumbers(
  { name, column }: NamedColumn,
  into: Float64Array,
  { from, step }: { readonly from: number; readonly step: number },
): void {
  let at = from;
  for (const batch of column.data) {
    const { length, validity, nullCount } = batch, values = valuesOf(name, batch);
    for (let i = 0; i < length; i++, at += step) {
      into[at] = nullCount > 0 && !isValid(validity, i) ? NaN : Number(values[i]);
    }
  }
}

type Numbers = ArrayLike<number> | ArrayLike<bigint>;

/** Returns the numbers of a part of a column. Numbers of 16 bits are decoded, because no typed array holds them. */
export function valuesOf(name: string, batch: Batch<unknown>): Numbers {
  const { values, length, type } = batch;
  if (!ArrayBuffer.isView(values) || values instanceof DataView || values.length < length) {
    throw new UnreadableTable(`its Arrow column ${shown(name)} is incomplete`);
  }
  if (type.typeId !== TYPE.float || !(values instanceof Uint16Array)) return values;
  return Float64Array.from({ length }, (_, i) => Number(batch.at(i) ?? NaN));
}

/** Whether the value of a row is no null, by the bits of a part of a column. */
export function isValid(validity: Uint8Array, i: number): boolean {
  return ((validity[i >> 3] ?? 0) >> (i % 8) & 1) === 1;
}
