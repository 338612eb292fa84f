import { type BoundRules, missedBy, type Problem, type RuleValue } from "../problem.ts";
import { ruleKey } from "../solution.ts";
import { type Cut, cutBy } from "../ways/integers/cut.ts";
import { PROOF } from "../certify/proof.ts";
import type { RulesBeside } from "../ways/integers/rules_beside.ts";
import type { Program } from "../program/program.ts";
import { variablesAt } from "./starting_guess.ts";
import type { WeightProgram } from "./weight_program.ts";

/**
 * The keys of the rules that make a program much slower to solve. In a search over held weights more rules count as
 * costly.
 */
export function costlyRules(problem: Problem): ReadonlySet<string> {
  const weights = new Float64Array(problem.assets.length);
  return new Set(valuesOf(costlyFamilies(problem), problem, weights).map(keyOf));
}

/** The values of the costly rules at given weights. */
export function costlyValues(problem: Problem, weights: Float64Array): readonly RuleValue[] {
  return valuesOf(costlyFamilies(problem), problem, weights);
}

function costlyFamilies(problem: Problem): readonly BoundRules[] {
  const isSearched = problem.rules.some((rules) => rules.integers(problem) !== null);
  return problem.rules.filter((rules) => isSearched ? rules.isCostlyInSearch : rules.isCostly);
}

function valuesOf(families: readonly BoundRules[], problem: Problem, weights: Float64Array): readonly RuleValue[] {
  return families.flatMap((rules) => rules.evaluate(weights, problem));
}

function keyOf({ family, rule }: RuleValue): string {
  return ruleKey(family, rule);
}

/** The costly rules of a problem, which its program leaves out at first. A search adds those that its weights break. */
export class CostlyRules implements RulesBeside {
  readonly #problem: Problem;
  readonly #families: readonly BoundRules[];
  readonly #lower: (problem: Problem) => WeightProgram;
  readonly #all: ReadonlySet<string>;
  readonly #taken = new Set<string>();
  readonly #takenFamilies = new Set<string>();
  #lowered: { readonly by: WeightProgram; readonly program: Program; readonly taken: number } | null = null;

  constructor(problem: Problem, lower: (problem: Problem) => WeightProgram) {
    this.#problem = problem;
    this.#families = costlyFamilies(problem);
    this.#lower = lower;
    this.#all = costlyRules(problem);
  }

  get taken(): number {
    return this.#taken.size;
  }

  /** The keys of the costly rules that the program does not include. */
  get leftOut(): ReadonlySet<string> {
    return new Set([...this.#all].filter((key) => !this.#taken.has(key)));
  }

  take(weights: Float64Array): boolean {
    const before = this.#taken.size;
    for (const { key, rules } of this.#missed(weights, this.#families)) this.#takeIn(key, rules);
    return this.#taken.size > before;
  }

  takeAll(): boolean {
    const before = this.#taken.size;
    const weights = new Float64Array(this.#problem.assets.length);
    for (const rules of this.#families) {
      for (const value of rules.evaluate(weights, this.#problem)) this.#takeIn(keyOf(value), rules);
    }
    return this.#taken.size > before;
  }

  areKept(weights: Float64Array): boolean {
    return this.#missed(weights, this.#families).length === 0;
  }

  cutsAt(weights: Float64Array): readonly Cut[] {
    const families = this.#families.filter(({ id }) => this.#takenFamilies.has(id));
    return this.#missed(weights, families).filter(({ key }) => this.#taken.has(key)).flatMap(({ value, rules }) => {
      const slopes = rules.slopes(weights, value.rule, this.#problem);
      const cut = slopes && cutBy(slopes, { at: weights, missed: missedBy(value) });
      return cut === null ? [] : [cut];
    });
  }

  #takeIn(key: string, { id }: BoundRules): void {
    this.#taken.add(key);
    this.#takenFamilies.add(id);
  }

  program(): Program {
    return this.#current().program;
  }

  startAt(weights: Float64Array): Float64Array {
    return variablesAt(this.#current().by, weights);
  }

  #current(): { readonly by: WeightProgram; readonly program: Program } {
    if (this.#lowered?.taken === this.#taken.size) return this.#lowered;
    const by = this.#lower({ ...this.#problem, leftOut: this.leftOut });
    this.#lowered = { by, program: by.program.build(), taken: this.#taken.size };
    return this.#lowered;
  }

  /** The rules of some families that weights break. */
  #missed(weights: Float64Array, families: readonly BoundRules[]): readonly MissedRule[] {
    return families.flatMap((rules) =>
      rules.evaluate(weights, this.#problem)
        .filter((value) => !(missedBy(value) <= PROOF.primal))
        .map((value) => ({ key: keyOf(value), value, rules }))
    );
  }
}

interface MissedRule {
  readonly key: string;
  readonly value: RuleValue;
  readonly rules: BoundRules;
}
