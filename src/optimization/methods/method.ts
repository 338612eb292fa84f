import type { z } from "zod";
import type { Documentation } from "../../domain/documentation.ts";
import type { Registry } from "../../domain/registry.ts";
import { LEAST_OBSERVATIONS } from "../../estimation/least_observations.ts";
import type { Kernels } from "../../kernels/mod.ts";
import type { Fault } from "../../domain/errors.ts";
import type { Problem, RuleCheckContext } from "../problem.ts";
import type { WeightProgram } from "../weights/weight_program.ts";
import type { Solution } from "../solution.ts";

/** What a method asks of a run before it can answer. */
export interface MethodNeeds {
  readonly assets: number;
  /** Of a history; what has none is not asked. */
  readonly observations: number;
  readonly history: boolean;
  /** Whether the returns must stand in the order of their dates, as for drawdowns, so that scenarios are not enough. */
  readonly dates: boolean;
  /** Whether every row of the returns must count alike, because the method cannot weigh them by probabilities. */
  readonly equalRows: boolean;
  /** Whether weights follow from estimates; equal weights and the starting portfolio need none. */
  readonly estimates: boolean;
  readonly expectedReturns: boolean;
  /** Whether the history stands for itself, so that expected returns are its means and nobody's estimate. */
  readonly historyAsItIs: boolean;
  readonly benchmark: boolean;
  readonly startingPortfolio: boolean;
}

/** A method that another asks for weights. */
export interface AskedMethod {
  readonly id: string;
  /** The parameter that names it. */
  readonly parameter: string;
  readonly needs: MethodNeeds;
}

/** A way to choose weights: one file, one line in `methods/mod.ts`. */
export interface Method<Parameters = unknown> {
  readonly id: string;
  /** The heading under which the catalogue shows it. */
  readonly group: string;
  readonly documentation: Documentation;
  /** The fields beside `method`, `key` and `constraints` in a request, strict, with their defaults. */
  readonly parameters: z.ZodType<Parameters>;
  needs(parameters: Parameters): MethodNeeds;
  /** The methods that it asks in turn, whose needs are among its own; absent where it asks none. */
  asks?(parameters: Parameters): readonly AskedMethod[];
  /** The ids of the constraint families whose rules its weights keep. */
  enforces(parameters: Parameters): ReadonlySet<string>;
  /** What the shape of the parameters cannot see: pointers are relative to the method's object. */
  check?(parameters: Parameters, run: Pick<RuleCheckContext, "assets">): readonly Fault[];
  /** Adds the limit that the method's target is to a program over weights; absent where it has no target. */
  holdTarget?(lowered: WeightProgram, problem: Problem, parameters: Parameters, kernels: Kernels): void;
  solve(problem: Problem, parameters: Parameters, kernels: Kernels): Solution;
  /** Shares, summing to 1, of the method's own measure of risk; of volatility where absent. */
  riskContributions?(
    problem: Problem,
    weights: Float64Array,
    parameters: Parameters,
    kernels: Kernels,
  ): Float64Array | null;
}

/** A method that asks other methods for weights. The list of methods hands these to it. */
export interface ComposedMethod {
  /** Builds the method. `others` are the methods of the list that ask no other method. */
  compose(others: Registry<Method>): Method;
}

/** Needs that are the same whatever the parameters: one asset and what is given. */
export function needing(needs: Partial<MethodNeeds>): () => MethodNeeds {
  const all = {
    assets: 1,
    observations: LEAST_OBSERVATIONS,
    history: false,
    dates: false,
    equalRows: needs.history ?? false,
    estimates: true,
    expectedReturns: false,
    historyAsItIs: false,
    benchmark: false,
    startingPortfolio: false,
    ...needs,
  };
  return () => all;
}
