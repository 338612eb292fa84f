import type { BoxQuadraticAnswer, BoxQuadraticProgram, QuadraticSolver } from "../../../kernels/quadratic.ts";
import type { SizeLimit } from "../../problem.ts";
import type { Tried } from "./enclosure.ts";
import { triedPrices } from "./tried_prices.ts";
import { CLOSE_TO_SIZE, LOWEST_PRICE, QUADRATIC_TOLERANCE } from "../../engines/accuracy.ts";

/** Most rounds for one price, and most prices of a search. */
const ROUNDS_AT_MOST = 20, PRICES_AT_MOST = 24;

type Solved = Extract<BoxQuadraticAnswer, { readonly gradient: Float64Array }>;

/**
 * The answer of the program with a price times Σ|x - from| in its objective in place of the limit on that sum. `size`
 * is Σ|x - from| at the answer. `side` is 1 or -1 for the side of its `from` on which each entry lies.
 */
interface Priced {
  readonly answer: Solved;
  readonly side: Int8Array;
  readonly size: number;
}

/** An answer at a price. `excess` is the sum less its limit. */
type Judged = Priced & Tried;

/**
 * Computes a point near the minimum of ½ x'Px + q'x subject to sum x = budget, lower ≤ x ≤ upper and Σ|x - from| ≤ max.
 * The sum gets a price λ, the multiplier of its limit, and falls as λ grows. At one price the program has bounds and a
 * budget alone, once the side of each entry is known. The search starts where few entries are free: at a price of 0 if
 * no entry may be negative, else at the highest price. Returns null if it finds no point near the limit.
 */
export function solveWithinSize(
  quadratic: QuadraticSolver,
  program: BoxQuadraticProgram,
  limit: SizeLimit,
): Float64Array | null {
  const { from, max } = limit;
  const nearest = nearestToCentre(quadratic, program, from);
  if (nearest === null || nearest.size >= max) return nearest?.answer.x ?? null;
  // Without the limit a long and short optimum holds all assets, which is slow to solve. A long one holds few.
  const free = program.lower.every((low) => low >= 0) ? leastAtNoPrice(quadratic, program, from) : null;
  if (free !== null && free.size <= max) return free.answer.x;
  const highest = highestPrice(nearest);
  const judged = (at: number, found: Priced): Judged => ({ ...found, at, excess: found.size - max });
  const high = judged(highest, nearest);
  const prices = triedPrices<Judged>({
    ...free === null ? { near: high } : { near: judged(0, free), far: high },
    at(price, near) {
      const next = priced(quadratic, program, { from, price, near });
      return next && judged(price, next);
    },
    further: ({ at }) => at < LOWEST_PRICE * highest ? 0 : at / 4,
    most: PRICES_AT_MOST,
  });
  for (const { near: { answer, at, excess } } of prices) {
    if (Math.abs(excess) <= CLOSE_TO_SIZE * max || (at === 0 && excess < 0)) return answer.x;
  }
  return null;
}

function leastAtNoPrice(quadratic: QuadraticSolver, program: BoxQuadraticProgram, from: Float64Array): Priced | null {
  const answer = solved(quadratic, program);
  if (answer === null) return null;
  const side = Int8Array.from(answer.x, (entry, i) => Math.sign(entry - from[i]) || 1);
  return { answer, side, size: sizeOf(answer.x, { from }) };
}

/**
 * Returns the answer at an infinite price: the minimum with all entries at their centre `from` or on one side of it,
 * above or below as the budget asks, where Σ|x - from| is least.
 */
function nearestToCentre(quadratic: QuadraticSolver, program: BoxQuadraticProgram, from: Float64Array): Priced | null {
  const { lower, upper, budget } = program;
  const isBelow = from.reduce((sum, entry) => sum + entry, 0) > (budget ?? Infinity);
  const answer = solved(quadratic, {
    ...program,
    lower: isBelow ? lower : lower.map((low, i) => Math.max(low, Math.min(from[i], upper[i]))),
    upper: isBelow ? upper.map((high, i) => Math.min(high, Math.max(from[i], lower[i]))) : upper,
  });
  if (answer === null) return null;
  return { answer, side: new Int8Array(from.length).fill(isBelow ? -1 : 1), size: sizeOf(answer.x, { from }) };
}

/** The price above which no entry crosses its centre, so that the answer is that at an infinite price. */
function highestPrice({ answer: { gradient, multiplier }, side }: Priced): number {
  return gradient.reduce((most, slope, i) => Math.max(most, side[i] * (slope + multiplier) / 2), 0);
}

/** Returns the minimum with λ Σ|x - from| in the objective. Returns null if the sides of the entries do not settle. */
function priced(
  quadratic: QuadraticSolver,
  program: BoxQuadraticProgram,
  { from, price, near }: { from: Float64Array; price: number; near: Priced },
): Priced | null {
  const side = near.side.slice(), warmStart = Int8Array.from(near.answer.sides);
  near.answer.x.forEach((entry, i) => {
    if (entry === from[i]) warmStart[i] = -side[i];
  });
  for (let round = 0; round < ROUNDS_AT_MOST; round++) {
    const answer = solved(quadratic, {
      ...program,
      q: program.q.map((slope, i) => slope + price * side[i]),
      lower: program.lower.map((low, i) => side[i] > 0 ? Math.max(low, from[i]) : low),
      upper: program.upper.map((high, i) => side[i] < 0 ? Math.min(high, from[i]) : high),
    }, warmStart);
    if (answer === null) return null;
    const { x, gradient, multiplier, sides } = answer;
    let crossing = 0;
    for (let i = 0; i < x.length; i++) {
      warmStart[i] = sides[i];
      if (x[i] !== from[i] || side[i] * (gradient[i] + multiplier) <= 2 * price) continue;
      side[i] = -side[i];
      // An entry that leaves its centre starts as free.
      warmStart[i] = 0;
      crossing++;
    }
    if (crossing === 0) return { answer, side, size: sizeOf(x, { from }) };
  }
  return null;
}

function solved(quadratic: QuadraticSolver, program: BoxQuadraticProgram, warmStart?: Int8Array): Solved | null {
  const answer = quadratic.solveBox(program, { tolerance: QUADRATIC_TOLERANCE, ...(warmStart && { warmStart }) });
  return answer.status === "optimal" ? answer : null;
}

function sizeOf(x: Float64Array, { from }: Pick<SizeLimit, "from">): number {
  return x.reduce((sum, entry, i) => sum + Math.abs(entry - from[i]), 0);
}
