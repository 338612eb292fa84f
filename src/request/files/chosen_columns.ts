import { jsonPointer } from "../../domain/errors.ts";
import type { FaultList } from "../../faults/fault_list.ts";

/** Columns of assets and the column of the benchmark, of those that a file has. */
export interface ChosenColumns<Column> {
  readonly chosen: readonly Column[];
  readonly benchmark: Column | null;
}

/**
 * Chooses the columns that the options name as assets, or all but the benchmark's where they name none, and the
 * benchmark's. Adds a fault for each name that no column has.
 */
export function chosenColumns<Column extends { readonly name: string }>(
  columns: readonly Column[],
  { kind, assets, benchmark: benchmarkName }: {
    readonly kind: "prices" | "returns";
    readonly assets?: readonly string[];
    readonly benchmark?: string;
  },
  faults: FaultList,
): ChosenColumns<Column> {
  const known = (among: readonly Column[]) => (): readonly string[] => among.map(({ name }) => name);
  const benchmark = columns.find(({ name }) => name === benchmarkName) ?? null;
  if (benchmarkName !== undefined && benchmark === null) {
    faults.add(
      "/benchmark",
      (suggest) => `Cannot find benchmark "${benchmarkName}" in the file${suggest(benchmarkName, known(columns))}`,
    );
  }
  const others = columns.filter((column) => column !== benchmark);
  if (assets === undefined) return { chosen: others, benchmark };
  const chosen = assets.flatMap((asset) => {
    const found = others.filter(({ name }) => name === asset);
    if (found.length > 0) return found;
    const pointer = `/${kind}/series${jsonPointer(asset)}`;
    if (asset === benchmarkName) faults.add(pointer, benchmarkAsAsset(asset));
    else faults.add(pointer, (suggest) => `Cannot find asset "${asset}" in the file${suggest(asset, known(others))}`);
    return [];
  });
  return { chosen, benchmark };
}

/** Returns the sentence that refuses a column which is both the benchmark and an asset. */
export function benchmarkAsAsset(name: string): string {
  const held = JSON.stringify({ weights: { [name]: 1 } });
  return `Cannot take "${name}" as an asset: its column is the benchmark; one that may be held is "benchmark": ${held}`;
}
