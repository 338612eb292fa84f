import type { Layout } from "./layout.ts";
import { asThousands, isUndecided, type NumberForm } from "./number_column.ts";
import { quoted, type TableFaults } from "./table_faults.ts";
import type { TableRows } from "./table_rows.ts";

/** Adds the faults of columns whose cells contradict each other. */
export function tellNumbers(
  rows: TableRows,
  { layout, kind, faults }: {
    readonly layout: Layout;
    readonly kind: "prices" | "returns";
    readonly faults: TableFaults;
  },
): void {
  rows.numbers.forEach(({ contradiction, percents, numbers, percentExample }, at) => {
    const name = layout.form === "long" ? layout.columns[0]?.name ?? "" : rows.names[at] ?? "";
    const place = { of: "column", name } as const;
    if (contradiction !== null) {
      const [one, other] = contradiction.map(({ cell, line }) => `${quoted(cell)} (line ${line})`);
      faults.add(place, `Cannot read the numbers of "${name}": ${one} and ${other} have different decimal marks`);
    }
    if (percentExample === null) return;
    const { cell, line } = percentExample;
    if (kind === "prices") {
      faults.add(place, `Cannot take ${quoted(cell)} of "${name}" as a price: it is in percent (line ${line})`);
    } else if (percents < numbers) {
      const rest = `${numbers - percents} of its ${numbers} numbers have no sign of percent`;
      faults.add(place, `Cannot take ${quoted(cell)} of "${name}" as percent: ${rest} (line ${line})`);
    }
  });
}

/** Adds the fault of numbers whose separators may mean thousands or decimals, where nothing in the file tells. */
export function tellUndecided(
  rows: TableRows,
  { forms, separator, faults }: {
    readonly forms: readonly NumberForm[];
    readonly separator: string;
    readonly faults: TableFaults;
  },
): void {
  const undecided = rows.numbers.flatMap(({ either }, at) =>
    either !== undefined && isUndecided(forms[at], either, separator) ? [{ either, name: rows.names[at] ?? "" }] : []
  );
  const [first] = undecided;
  if (first === undefined) return;
  const { either: { cell, line }, name } = first;
  const asDecimal = Number(cell.replace(/[^\d.,]/g, "").replace(",", "."));
  const found = `${quoted(cell)} of "${name}" is ${asThousands(asDecimal)} or ${asDecimal}`;
  const why = "no number of the file decides it; write numbers without thousands set apart";
  const others = undecided.length === 1 ? "" : `; ${undecided.length - 1} more columns like it`;
  faults.add({ of: "column", name }, `Cannot tell whether ${found}: ${why} (line ${line})${others}`);
}
