import type { z } from "zod";
import type { Documentation } from "../../domain/documentation.ts";
import type { Registry } from "../../domain/registry.ts";
import { LEAST_OBSERVATIONS } from "../../estimation/least_observations.ts";
import type { Kernels } from "../../kernels/mod.ts";
import type { Fault } from "../../domain/errors.ts";
import type { Problem, RuleCheckContext } from "../problem.ts";
import type { WeightProgram } from "../weights/weight_program.ts";
import type { Solution } from "../solution.ts";

/** The requirements of a method on a run. */
export interface MethodNeeds {
  readonly assets: number;
  /** Smallest number of rows of the history. It does not apply to a run without a history. */
  readonly observations: number;
  readonly history: boolean;
  /** Whether the returns must be in the order of their dates, as for drawdowns. Scenarios then do not suffice. */
  readonly dates: boolean;
  /** Whether all rows of the returns must have equal weights, because the method does not support probabilities. */
  readonly equalRows: boolean;
  /** Whether the weights depend on estimates. Equal weights and the starting portfolio do not. */
  readonly estimates: boolean;
  readonly expectedReturns: boolean;
  /** Whether the method uses the history itself, so that the expected returns must be the means of its columns. */
  readonly historyAsItIs: boolean;
  readonly benchmark: boolean;
  readonly startingPortfolio: boolean;
}

/** A method whose weights another method uses. */
export interface AskedMethod {
  readonly id: string;
  /** The parameter of the other method that names this one. */
  readonly parameter: string;
  readonly needs: MethodNeeds;
}

/** A method: it computes weights from a problem. Each has one file and one line in `methods/mod.ts`. */
export interface Method<Parameters = unknown> {
  readonly id: string;
  /** The heading of the method in the catalogue. */
  readonly group: string;
  readonly documentation: Documentation;
  /** Strict schema of the fields of a request beside `method`, `key` and `constraints`, with defaults. */
  readonly parameters: z.ZodType<Parameters>;
  needs(parameters: Parameters): MethodNeeds;
  /** The methods whose weights this one uses. Its own needs include theirs. Absent if it uses none. */
  asks?(parameters: Parameters): readonly AskedMethod[];
  /** The ids of the constraint families whose rules the weights keep. */
  enforces(parameters: Parameters): ReadonlySet<string>;
  /** Checks the parameters against the run, beyond their schema. Pointers are relative to the method's object. */
  check?(parameters: Parameters, run: Pick<RuleCheckContext, "assets">): readonly Fault[];
  /** Adds the row of the method's target to a program over weights; absent if the method has no target. */
  holdTarget?(lowered: WeightProgram, problem: Problem, parameters: Parameters, kernels: Kernels): void;
  solve(problem: Problem, parameters: Parameters, kernels: Kernels): Solution;
  /**
   * The contributions of the weights to the method's own measure of risk, as shares that sum to 1. Null if there are
   * none. Volatility is used if absent.
   */
  riskContributions?(
    problem: Problem,
    weights: Float64Array,
    parameters: Parameters,
    kernels: Kernels,
  ): Float64Array | null;
}

/** A method that uses the weights of other methods. The list of methods passes these to it. */
export interface ComposedMethod {
  /** Builds the method. `others` are the methods of the list that use no other method. */
  compose(others: Registry<Method>): Method;
}

/**
 * Returns a `needs` function that ignores the parameters: the defaults, among them one asset, overridden by `needs`.
 */
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
