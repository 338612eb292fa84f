import type { BoxQuadraticAnswer, BoxQuadraticProgram, QuadraticSolver } from "../../../kernels/quadratic.ts";
import type { SizeLimit } from "../../problem.ts";
import type { Tried } from "./enclosure.ts";
import { triedPrices } from "./tried_prices.ts";
import { CLOSE_TO_SIZE, LOWEST_PRICE, QUADRATIC_TOLERANCE } from "../../engines/accuracy.ts";

/** Of one price, and of the search for it. */
const ROUNDS_AT_MOST = 20, PRICES_AT_MOST = 24;

type Solved = Extract<BoxQuadraticAnswer, { readonly gradient: Float64Array }>;

/** The least of a program at a price of sizes, on which side of its centre each entry stands, and the sum. */
interface Priced {
  readonly answer: Solved;
  readonly side: Int8Array;
  readonly size: number;
}

/** What was found at a price; `excess` is what the sum has beyond the limit. */
type Judged = Priced & Tried;

/**
 * A point near the least ½x'Px + q'x with sum x = budget, lower ≤ x ≤ upper and a limit Σ|x - from| ≤ max. The sizes
 * get a price λ, the multiplier of the limit; at one price the program is a box once the side of each entry is known,
 * and the sum falls as the price grows. The search begins where few entries have to be solved for: without a price
 * where none may be below 0, else at the highest. Null where nothing near was found.
 */
export function solveWithinSize(
  quadratic: QuadraticSolver,
  program: BoxQuadraticProgram,
  limit: SizeLimit,
): Float64Array | null {
  const { from, max } = limit;
  const nearest = nearestToCentre(quadratic, program, from);
  if (nearest === null || nearest.size >= max) return nearest?.answer.x ?? null;
  // Without limits a long and short least holds everything, which costs most; a long one holds little.
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

/** The least with every entry at its centre or beyond it on one side: what a price without end leaves. */
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

/** The price above which nothing crosses its centre. */
function highestPrice({ answer: { gradient, multiplier }, side }: Priced): number {
  return gradient.reduce((most, slope, i) => Math.max(most, side[i] * (slope + multiplier) / 2), 0);
}

/** The least of the program with λ Σ|x - from|; null where the sides of its entries are not found. */
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
      // What leaves its centre is free from the start.
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
