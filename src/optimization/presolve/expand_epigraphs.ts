import type { Cone } from "../cones/cone.ts";
import { isEpigraphCone } from "../cones/epigraph_cone.ts";
import { nonnegative } from "../cones/nonnegative.ts";
import { Affine, type Block, type Program } from "../program/program.ts";
import { narrowing } from "../program/settler.ts";
import { withoutBlocks } from "../program/without_blocks.ts";

/**
 * A program whose epigraph cones are expressed by cones of the conic solver. Its added variables follow the original
 * ones.
 */
export interface ExpandedProgram {
  readonly program: Program;
  /** For each row of each epigraph, the rows of the expanded program whose multipliers add up to its multiplier. */
  readonly sources: readonly (readonly (readonly number[])[])[];
}

/** Expresses each epigraph of a program by cones of the conic solver. */
export function expandEpigraphs(program: Program): ExpandedProgram {
  const places = Array.from(program.blocks.keys()).filter((k) => isEpigraphCone(program.blocks[k].cone));
  const base = withoutBlocks(program, places);
  const rows: Affine[] = [base.rows], blocks: Block[] = base.blocks.slice(), sources: number[][][] = [];
  let size = base.size, count = base.rows.length;
  const inCone = (cone: Cone, added: Affine): number => {
    blocks.push({ cone, firstRow: count, rows: added.length, label: null, unit: 1, isDefinition: true });
    rows.push(added);
    count += added.length;
    return count - added.length;
  };
  const variables = (many: number): Affine => {
    const added = Affine.identity(size, many);
    size += many;
    return added;
  };
  for (const k of places) {
    const { cone, firstRow, rows: length } = program.blocks[k];
    if (!isEpigraphCone(cone)) continue;
    const entries = Array.from({ length: length - 1 }, (_, i) => program.rows.entry(firstRow + 1 + i));
    const { value, rows: ofArguments } = cone.express(entries, { variables, inCone });
    const ofValue = inCone(nonnegative, program.rows.entry(firstRow).minus(value));
    sources.push([[ofValue], ...ofArguments.map((own) => own.slice())]);
  }
  const extended = (values: Float64Array, value: number): Float64Array => {
    const all = new Float64Array(size).fill(value);
    all.set(values);
    return all;
  };
  return {
    sources,
    program: {
      ...base,
      size,
      linear: extended(base.linear, 0),
      lower: extended(base.lower, -Infinity),
      upper: extended(base.upper, Infinity),
      rows: Affine.stack(rows),
      blocks,
      settlers: program.settlers.map(narrowing),
    },
  };
}
