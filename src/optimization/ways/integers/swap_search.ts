import { RandomStream } from "../../../domain/random_stream.ts";
import type { QuadraticSolver } from "../../../kernels/quadratic.ts";
import { BETTER_SUPPORT } from "../../engines/accuracy.ts";
import type { SupportedProgram } from "./decided_supports.ts";
import { type HeldAnswer, HeldPrograms } from "./held_programs.ts";
import { LONG, openSupport, OUT, SHORT, type Support, type SupportRules } from "./support.ts";

/** A decided support and its weights. */
export interface Held extends HeldAnswer {
  readonly support: Support;
}

/** Weights that are not held and are tried in the place of a held one: those of the steepest descent. */
const OUTSIDERS = 60;

/** Work of a program beside its matrix, in matrix entries. */
const OF_ITS_OWN = 1_000;

/** A restart exchanges at least and at most this many held weights at random. */
const EXCHANGED = { least: 2, most: 4 };

/**
 * Searches for a better decided support near a given one. A descent exchanges one held weight for another, drops one or
 * adds one, as long as that lowers the objective; of the weights that are not held it tries those whose slope is
 * steepest. It then starts again from the best support so far with a few weights exchanged at random (variable
 * neighbourhood search, Mladenović and Hansen 1997, Computers and Operations Research 24). The draws are the same at
 * each call. Nothing is proven.
 */
export class SwapSearch {
  readonly #programs: HeldPrograms;
  /** The values that each weight may take at all. */
  readonly #open: Support;
  readonly #rules: SupportRules;
  readonly #tried = new Set<string>();
  readonly #random = new RandomStream(1, 0);

  private constructor(programs: HeldPrograms, { program, weights, rules }: SupportedProgram) {
    this.#programs = programs;
    this.#open = openSupport(program, weights, rules.leastSize);
    this.#rules = rules;
  }

  /** Returns null if the programs of held weights cannot be solved alone (`held_programs.ts`). */
  static of(searched: SupportedProgram, quadratic: QuadraticSolver): SwapSearch | null {
    const programs = HeldPrograms.of(searched, quadratic);
    return programs && new SwapSearch(programs, searched);
  }

  /** Work so far, in matrix entries. */
  get work(): number {
    return this.#programs.entries + OF_ITS_OWN * this.#programs.solved;
  }

  /**
   * Returns the best support found near the given one with at most `workAtMost` further work. Returns null if no
   * weights of the given support meet the rules.
   */
  from(support: Support, workAtMost: number): Held | null {
    const last = this.work + workAtMost;
    const start = this.#solve(support);
    if (start === null) return null;
    let best = this.#descend(start, last);
    while (this.work < last) {
      const before = this.#programs.solved, other = this.#shaken(best);
      const next = other && this.#descend(other, last);
      if (next !== null && isLower(next, best)) best = next;
      // Where every exchange was tried before, there is nothing more to find nearby.
      if (this.#programs.solved === before) break;
    }
    return best;
  }

  #descend(from: Held, last: number): Held {
    let best = from;
    for (let better: Held | null = best; better !== null && this.work < last;) {
      best = better;
      better = this.#firstBetter(best, last);
    }
    return best;
  }

  #firstBetter(best: Held, last: number): Held | null {
    const outsiders = this.#outsidersOf(best), held = this.#heldOf(best);
    for (const added of outsiders) {
      const found = this.#tryWith(best, [], [added]);
      if (found !== null) return found;
    }
    for (const dropped of held) {
      for (const added of [null, ...outsiders]) {
        if (this.work >= last) return null;
        const found = this.#tryWith(best, [dropped], added === null ? [] : [added]);
        if (found !== null) return found;
      }
    }
    return null;
  }

  #tryWith(best: Held, dropped: readonly number[], added: readonly number[]): Held | null {
    const found = this.#solve(this.#exchanged(best, dropped, added));
    return found !== null && isLower(found, best) ? found : null;
  }

  #shaken(best: Held): Held | null {
    const outsiders = this.#outsidersOf(best), held = this.#heldOf(best);
    const { least, most } = EXCHANGED, count = least + Math.floor(this.#random.uniform(0, most - least + 1));
    const drawn = (from: readonly number[]): readonly number[] => {
      const left = [...from];
      return Array.from({ length: Math.min(count, left.length) }, () => {
        const [one] = left.splice(Math.floor(this.#random.uniform(0, left.length)), 1);
        return one;
      });
    };
    return this.#solve(this.#exchanged(best, drawn(held), drawn(outsiders)));
  }

  /** Returns the best weights of a support; null if it breaks a count, was tried before or has no weights. */
  #solve(support: Support): Held | null {
    const key = String.fromCharCode(...support);
    if (this.#tried.has(key) || !this.#areCountsMet(support)) return null;
    this.#tried.add(key);
    const answer = this.#programs.solve(support);
    return answer && { ...answer, support };
  }

  #areCountsMet(support: Support): boolean {
    return this.#rules.counts.every(({ members, min, max }) => {
      let held = 0;
      support.forEach((side, i) => {
        if (side !== OUT) held += members[i];
      });
      return held >= min && held <= max;
    });
  }

  #exchanged({ support, slopes }: Held, dropped: readonly number[], added: readonly number[]): Support {
    const other = support.slice();
    for (const i of dropped) other[i] = OUT;
    for (const i of added) other[i] = this.#sideOf(i, slopes);
    return other;
  }

  /** The held weights that may be 0, smallest first. */
  #heldOf({ support, weights }: Held): readonly number[] {
    return Array.from(support.keys()).filter((i) => support[i] !== OUT && (this.#open[i] & OUT) !== 0)
      .sort((a, b) => Math.abs(weights[a]) - Math.abs(weights[b]) || a - b);
  }

  /** The weights that are not held but may be, those first that lower the objective most. */
  #outsidersOf({ support, slopes }: Held): readonly number[] {
    const descent = (i: number): number => this.#sideOf(i, slopes) === LONG ? slopes[i] : -slopes[i];
    return Array.from(support.keys()).filter((i) => support[i] === OUT && this.#open[i] !== OUT)
      .sort((a, b) => descent(a) - descent(b) || a - b).slice(0, OUTSIDERS);
  }

  /** The side of 0 to which a weight is moved: down its slope if that is open. */
  #sideOf(i: number, slopes: Float64Array): number {
    const [near, far] = slopes[i] > 0 ? [SHORT, LONG] : [LONG, SHORT];
    return (this.#open[i] & near) !== 0 ? near : this.#open[i] & far;
  }
}

function isLower(one: Held, other: Held): boolean {
  return one.value < other.value - BETTER_SUPPORT * Math.abs(other.value);
}
