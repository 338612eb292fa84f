import { LARGEST_NUMBER } from "../domain/bounded_number.ts";
import { type Fault, jsonPointer } from "../domain/errors.ts";
import type { AlignedReturns } from "../estimation/alignment.ts";
import { FaultList } from "../faults/fault_list.ts";
import type { DatedKind, HistoryTable } from "../request/parts/history.ts";

/**
 * Returns a fault for each aligned return of a history that cannot be used: one above the largest accepted number, or a
 * price return that rounds to a loss of everything. Where returns may lack, NaN is no fault. Each pointer names the row
 * in which the return ends.
 */
export function largeReturnFaults(
  { dates, assets, returns, benchmark }: AlignedReturns,
  { kind, table }: { readonly kind: DatedKind; readonly table: HistoryTable },
  { mayLack = false }: { readonly mayLack?: boolean } = {},
): readonly Fault[] {
  const faults = new FaultList();
  const refuse = (t: number, value: number, { name, base, first }: Place): void => {
    const why = value > 0 ? `it is above ${LARGEST_NUMBER}` : "the price falls to almost 0";
    const detail = `Cannot use the return of ${name} that ends on ${dates[t]}: ${why}`;
    faults.add(`${base}/${table.dates.indexOf(dates[t]) + first}`, detail);
  };
  for (let k = 0; k < returns.data.length; k++) {
    if (isUsable(returns.data[k], kind) || (mayLack && Number.isNaN(returns.data[k]))) continue;
    const asset = assets[k % assets.length];
    const place = { name: `"${asset}"`, base: `/${kind}/series${jsonPointer(asset)}`, first: 0 };
    refuse(Math.floor(k / assets.length), returns.data[k], place);
  }
  const beside = { name: "the benchmark", base: "/benchmark/prices", first: kind === "returns" ? 1 : 0 };
  benchmark?.forEach((value, t) => {
    if (!isUsable(value, "prices")) refuse(t, value, beside);
  });
  return faults.told;
}

interface Place {
  readonly name: string;
  readonly base: string;
  /** Row of the request's array (named by the fault's pointer) that belongs to the first date of the history. */
  readonly first: number;
}

function isUsable(value: number, kind: DatedKind): boolean {
  return value <= LARGEST_NUMBER && (value > -1 || (kind === "returns" && value === -1));
}
