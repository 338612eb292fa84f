import type { Block, Program } from "../../program/program.ts";

/** A limit ‖y‖ ≤ largest, the only curved block of a program. */
export interface NormLimit {
  /** Index of the block, and indices of all blocks to leave out with it. */
  readonly block: number;
  readonly leftOut: readonly number[];
  readonly largest: number;
  /**
   * Multipliers of other rows for each unit of the multiplier of t in ‖y‖ ≤ t, if t is no constant. They cancel what
   * that multiplier adds to the reduced costs of the variables in t.
   */
  readonly shifts: readonly { readonly row: number; readonly by: number }[];
}

/**
 * Finds the limit ‖y‖ ≤ t of a rule that is the only curved block of a program without a scaling variable. t is a
 * constant, an expression that an equality makes constant, or a variable that only one other row limits. Returns null
 * for any other program.
 */
export function normLimitOf(program: Program): NormLimit | null {
  const curved = program.blocks.flatMap(({ cone }, k) => cone.isLinear ? [] : [k]);
  if (curved.length !== 1 || !program.scale.isConstant()) return null;
  const [block] = curved, { cone, firstRow } = program.blocks[block];
  if (cone.isLinear || cone.isNorm !== true) return null;
  const terms = termsOf(program, firstRow), constant = program.rows.constant[firstRow];
  const found = terms.size === 0
    ? { largest: constant, leftOut: [], shifts: [] }
    : onEquality(program, terms, constant) ?? asVariable(program, terms, { block, constant });
  if (found === null || !(found.largest > 0)) return null;
  const leftOut = [block, ...found.leftOut];
  return leftOut.some((k) => program.blocks[k].label !== null) ? { block, ...found, leftOut } : null;
}

type Terms = ReadonlyMap<number, number>;
type Found = Omit<NormLimit, "block">;

function termsOf({ rows }: Program, row: number): Terms {
  const terms = new Map<number, number>();
  rows.forEachTerm(row, (column, value) => terms.set(column, (terms.get(column) ?? 0) + value));
  return terms;
}

/** Finds the constant value of t, if the terms of t are a multiple of those of a row that an equality sets to 0. */
function onEquality(program: Program, terms: Terms, constant: number): Found | null {
  for (const row of rowsOf(program, ({ cone }) => cone.isLinear && cone.isEquality)) {
    const own = termsOf(program, row);
    if (own.size !== terms.size) continue;
    const [[column, value]] = terms, by = value / (own.get(column) ?? NaN);
    if (![...terms].every(([j, one]) => one === by * (own.get(j) ?? NaN))) continue;
    return { largest: constant - by * program.rows.constant[row], leftOut: [], shifts: [{ row, by: -by }] };
  }
  return null;
}

/**
 * Finds the largest value of t = share · ν for a variable ν without a cost, if ν stands in one other row alone,
 * constant + slope · ν ≥ 0 with slope < 0.
 */
function asVariable(
  program: Program,
  terms: Terms,
  { block, constant }: { readonly block: number; readonly constant: number },
): Found | null {
  const [[variable, share]] = terms;
  if (terms.size !== 1 || constant !== 0 || !(share > 0) || program.linear[variable] !== 0) return null;
  if (program.quadratic.some(({ offset, size }) => offset <= variable && variable < offset + size)) return null;
  const { firstRow } = program.blocks[block], limits: number[] = [];
  for (const row of rowsOf(program, () => true)) {
    if (row !== firstRow && termsOf(program, row).has(variable)) limits.push(row);
  }
  if (limits.length !== 1) return null;
  const [row] = limits, own = termsOf(program, row), slope = own.get(variable) ?? 0;
  const place = program.blocks.findIndex((one) => one.firstRow === row && one.rows === 1);
  const { cone } = program.blocks[place] ?? { cone: null };
  if (own.size !== 1 || !(slope < 0) || cone === null || !cone.isLinear || cone.isEquality) return null;
  const largest = share * program.rows.constant[row] / -slope;
  return { largest, leftOut: [place], shifts: [{ row, by: share / -slope }] };
}

function* rowsOf({ blocks }: Program, isWanted: (block: Block) => boolean): Generator<number> {
  for (const block of blocks) {
    if (!isWanted(block)) continue;
    for (let row = block.firstRow; row < block.firstRow + block.rows; row++) yield row;
  }
}
