import { Affine, type Block, type Program } from "./program.ts";

/** Extends multipliers of `withoutBlocks` to the whole program, with 0 for the rows of the dropped blocks. */
export function withBlocks({ blocks, rows }: Program, dropped: readonly number[], z: Float64Array): Float64Array {
  const isDropped = new Set(dropped), multipliers = new Float64Array(rows.length);
  let at = 0;
  blocks.forEach(({ firstRow, rows: count }, k) => {
    if (isDropped.has(k)) return;
    multipliers.set(z.subarray(at, at + count), firstRow);
    at += count;
  });
  return multipliers;
}

/** The program without the blocks at the given places. */
export function withoutBlocks(program: Program, dropped: readonly number[]): Program {
  if (dropped.length === 0) return program;
  const isDropped = new Set(dropped), kept = program.blocks.findIndex((_, k) => isDropped.has(k));
  const isOfLast = program.blocks.every((_, k) => k < kept || isDropped.has(k));
  if (isOfLast && haveFirstRows(program.blocks.slice(0, kept))) return withFirstBlocks(program, kept);
  const remaining = program.blocks.filter((_, k) => !isDropped.has(k));
  const placeOf = new Map<number, number>();
  const blocks = remaining.map((block) => {
    const firstRow = placeOf.size;
    for (let i = 0; i < block.rows; i++) placeOf.set(block.firstRow + i, firstRow + i);
    return { ...block, firstRow };
  });
  const rows = remaining.map(({ firstRow, rows: count }) => program.rows.slice(firstRow, count));
  const { variable, row, limits } = program.hinges;
  const hinges = Array.from(row.keys()).filter((h) => placeOf.has(row[h]));
  return {
    ...program,
    blocks,
    rows: rows.length === 0 ? Affine.constants(new Float64Array(0)) : Affine.stack(rows),
    maxima: moved(program.maxima, placeOf),
    drawdowns: moved(program.drawdowns, placeOf),
    hinges: {
      variable: Uint32Array.from(hinges, (h) => variable[h]),
      row: Uint32Array.from(hinges, (h) => placeOf.get(row[h]) ?? 0),
      limits: limits.filter((i) => placeOf.has(i)).map((i) => placeOf.get(i) ?? 0),
    },
  };
}

/** Moves running maxima or drawdowns to the new places of their rows. Those whose rows were dropped are left out. */
function moved<One extends { readonly firstRow: number }>(
  all: readonly One[],
  placeOf: ReadonlyMap<number, number>,
): readonly One[] {
  return all.flatMap((one) => {
    const firstRow = placeOf.get(one.firstRow);
    return firstRow === undefined ? [] : [{ ...one, firstRow }];
  });
}

/** Whether the rows of the blocks are the first of their program, in any order of the blocks. */
function haveFirstRows(blocks: readonly Block[]): boolean {
  const count = blocks.reduce((sum, { rows }) => sum + rows, 0);
  return blocks.every(({ firstRow, rows }) => firstRow + rows <= count);
}

/** Keeps only the first `count` blocks, whose rows are the first of the program, so all places stay the same. */
function withFirstBlocks(program: Program, count: number): Program {
  const blocks = program.blocks.slice(0, count);
  const rows = blocks.reduce((sum, block) => sum + block.rows, 0);
  const { variable, row, limits } = program.hinges;
  const hinges = Array.from(row.keys()).filter((h) => row[h] < rows);
  return {
    ...program,
    blocks,
    rows: program.rows.slice(0, rows),
    hinges: {
      variable: Uint32Array.from(hinges, (h) => variable[h]),
      row: Uint32Array.from(hinges, (h) => row[h]),
      limits: limits.filter((i) => i < rows),
    },
    maxima: program.maxima.filter(({ firstRow }) => firstRow < rows),
    drawdowns: program.drawdowns.filter(({ firstRow }) => firstRow < rows),
  };
}
