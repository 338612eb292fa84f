import { nonnegative } from "../cones/nonnegative.ts";
import { Affine, type Program } from "./program.ts";

/** The program with additional rows at its end, each required to be at least 0. */
export function withRows(program: Program, added: readonly Affine[]): Program {
  if (added.length === 0) return program;
  const firstRow = program.rows.length;
  const common = { cone: nonnegative, rows: 1, label: null, unit: 1, isDefinition: false };
  return {
    ...program,
    rows: Affine.stack([program.rows, ...added]),
    blocks: [...program.blocks, ...added.map((_, k) => ({ ...common, firstRow: firstRow + k }))],
  };
}
