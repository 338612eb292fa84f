import type { Kernels } from "../../kernels/mod.ts";
import { largestBreach } from "../program/constrain_by_rules.ts";
import type { Program } from "../program/program.ts";
import { weightProgram } from "../program/weight_program.ts";
import type { Problem } from "../problem.ts";
import { certify } from "../solve/certify.ts";
import { PROOF } from "../solve/proof.ts";
import { solveProgram } from "../solve/solve_program.ts";
import { EXACT, type Range, type RangeEnd } from "./range.ts";

/** Finds between what sums of weights times coefficients may be under the rules of a problem. */
export class RangeSearch {
  readonly #problem: Problem;
  readonly #program: Program;
  readonly #kernels: Kernels;

  constructor(problem: Problem, kernels: Kernels) {
    this.#problem = problem;
    this.#program = weightProgram(problem).program.build();
    this.#kernels = kernels;
  }

  /** The range of a sum, its coefficients by asset. */
  rangeOf(coefficients: Float64Array): Range {
    const { value, isExact } = this.#least(coefficients.map((one) => -one));
    return { min: this.#least(coefficients), max: { value: -value, isExact } };
  }

  #least(coefficients: Float64Array): RangeEnd {
    const linear = new Float64Array(this.#program.size);
    linear.set(coefficients);
    const program = { ...this.#program, linear };
    const { status, point } = solveProgram(program, this.#kernels);
    if (status === "unbounded") return { value: -Infinity, isExact: true };
    if (point === null) return { value: -Infinity, isExact: false };
    const { value, bound } = certify(program, point);
    const weights = point.x.subarray(0, coefficients.length);
    const isMet = largestBreach(weights, this.#problem) <= PROOF.primal;
    const unit = coefficients.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
    const isExact = isMet && value - bound <= EXACT * Math.max(Math.abs(value), unit);
    return { value: isExact ? value : bound, isExact };
  }
}
