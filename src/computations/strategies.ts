import { periodsOf } from "../domain/frequency.ts";
import type { AlignedHistory } from "../documents/aligned_history.ts";
import type { Kernels } from "../kernels/mod.ts";
import type { MeasureContext } from "../measures/measure.ts";
import { MEASURES } from "../measures/mod.ts";
import type { Method } from "../optimization/methods/method.ts";
import { METHODS } from "../optimization/methods/mod.ts";
import type { Problem } from "../optimization/problem.ts";
import type { Solution } from "../optimization/solution.ts";
import type { BacktestRequest } from "../request/parts/backtest.ts";
import type { MethodChoice } from "../request/parts/methods.ts";
import type { Strategy, StrategyState, TrainWindow } from "../simulation/backtest/walk_forward.ts";
import { CONFIDENCE, failureOf } from "./method_result.ts";
import type { OptimizationInputs } from "./optimization_inputs.ts";
import { boundRules, estimate, type Estimates, problemOf } from "./problem_of.ts";
import { whyNotTakingPart } from "./taking_part.ts";
import type { WalkedHistory } from "./walked_history.ts";

/** Inputs of the strategies of a backtest: the request of its run, the history it walks over, and its own request. */
export interface StrategyInputs {
  readonly request: OptimizationInputs["request"];
  readonly history: WalkedHistory;
  readonly backtest: BacktestRequest;
}

/** Measures that need only the weights and moments of a portfolio and no return series. */
const PORTFOLIO_MEASURES = [...MEASURES].filter(({ needs }) => needs === "portfolio");

/**
 * The strategies that a backtest compares. Each strategy is a method that chooses weights from the returns of a train
 * window. All strategies share the estimates of each window.
 */
export class Strategies {
  readonly #inputs: StrategyInputs;
  readonly #kernels: Kernels;
  readonly #inside = new Map<string, string>();
  #estimated: { readonly window: TrainWindow; readonly estimates: Estimates } | null = null;

  constructor(inputs: StrategyInputs, kernels: Kernels) {
    this.#inputs = inputs;
    this.#kernels = kernels;
  }

  /** Unexpected errors of methods and measures by the part of the backtest they are in, only the first of each. */
  get inside(): ReadonlyMap<string, string> {
    return this.#inside;
  }

  of(choice: MethodChoice): Strategy {
    const method = METHODS.get(choice.method);
    if (method === undefined) throw new Error(`Cannot find method "${choice.method}"`);
    return {
      key: choice.key,
      rebalance: (window, state) => this.#rebalance({ method, choice }, window, state),
      ...this.#carryOf(choice),
      measure: (window, weights) => this.#measure(window, weights),
    };
  }

  /** Returns what holding weights costs under the rules of a method; nothing where no rule has such costs. */
  #carryOf({ constraints }: MethodChoice): Pick<Strategy, "carry"> {
    const { request } = this.#inputs;
    const rules = boundRules(constraints ?? request.constraints).filter(({ hasCosts }) => hasCosts);
    const run = { assets: request.assets, periodsPerYear: periodsOf(request) };
    if (rules.length === 0) return {};
    return { carry: (weights) => rules.reduce((sum, one) => sum + one.carryOf(weights, run), 0) };
  }

  /**
   * Solves one rebalance of a method. An error of the method fails this rebalance only, except `Stopped`. If a warm
   * start leads to an unproven solution or to none, the rebalance is solved again without it.
   */
  #rebalance(
    { method, choice }: { method: Method; choice: MethodChoice },
    window: TrainWindow,
    state: StrategyState,
  ): ReturnType<Strategy["rebalance"]> {
    const { observations } = method.needs(choice.parameters);
    if (window.returns.rows < observations) {
      const detail = `The method needs ${observations} returns, the window has ${window.returns.rows}`;
      return { status: "failed", detail, weights: null };
    }
    try {
      if (window.members !== undefined) {
        const { request, backtest } = this.#knownIn(window);
        const why = whyNotTakingPart(request, { method, choice, trainWindow: backtest.train_window });
        if (why !== null) return { status: "failed", detail: why, weights: null };
      }
      const solution = this.#solve({ method, choice }, window, state), { weights } = solution;
      return weights === null ? solution : { ...solution, weights: this.#ofAll(weights, window) };
    } catch (error) {
      return { status: "failed", detail: this.#failed(error, choice.key), weights: null };
    }
  }

  #solve(
    { method, choice }: { method: Method; choice: MethodChoice },
    window: TrainWindow,
    state: StrategyState,
  ): Solution {
    const problem = this.#problem(choice, window, state);
    const solution = method.solve(problem, choice.parameters, this.#kernels);
    const isDoubtful = solution.status === "not_proven" || solution.status === "failed";
    if (!isDoubtful || problem.warmStart === null) return solution;
    return method.solve({ ...problem, warmStart: null }, choice.parameters, this.#kernels);
  }

  /** Returns weights of the assets in a window as weights of all assets: those that do not take part have 0. */
  #ofAll(weights: Float64Array, { members }: TrainWindow): Float64Array {
    if (members === undefined) return weights;
    const all = new Float64Array(this.#inputs.request.assets.length);
    members.forEach((asset, i) => all[asset] = weights[i]);
    return all;
  }

  /**
   * Turns an error of a method or a measure in a backtest into a sentence. Keeps the stack trace of the first
   * unexpected error of each.
   */
  #failed(error: unknown, part: string): string {
    const { detail, inside } = failureOf(error, part);
    if (inside !== null && !this.#inside.has(part)) this.#inside.set(part, inside);
    return detail;
  }

  /** Builds the optimisation problem of one rebalance from its train window and the current holdings. */
  #problem(choice: MethodChoice, window: TrainWindow, state: StrategyState): Problem {
    const { request } = this.#inputs, { holdings, warmStart } = stateIn(window, state);
    const use = { constraints: choice.constraints ?? request.constraints, kernels: this.#kernels };
    return {
      ...problemOf(this.#knownIn(window), this.#estimatesOf(window), use),
      startingWeights: holdings && holdings.weights,
      startingWeightOutside: holdings === null ? 0 : holdings.outside,
      warmStart,
    };
  }

  /**
   * Computes the measures that need only the weights and moments of a portfolio. Returns none if the window allows no
   * estimates or a measure throws an unexpected error, so that measures never fail a rebalance.
   */
  #measure(window: TrainWindow, weights: Float64Array): ReturnType<Strategy["measure"]> {
    const { request } = this.#inputs;
    try {
      const held = weightsIn(window, weights);
      if (held.length === 0) return {};
      const { expectedReturns, covariance } = this.#estimatesOf(window);
      const context: MeasureContext = {
        riskFreeRate: request.risk_free_rate,
        periodsPerYear: periodsOf(request),
        confidence: CONFIDENCE,
        benchmark: null,
        portfolio: {
          weights: held,
          expectedReturns,
          covariance: covariance.matrix,
          startingWeights: held,
          startingWeightOutside: 0,
        },
      };
      return Object.fromEntries(PORTFOLIO_MEASURES.map((one) => [one.id, one.compute(null, context)]));
    } catch (error) {
      this.#failed(error, "measures of a rebalance");
      return {};
    }
  }

  /** Returns the inputs of a rebalance: those of the run, with the returns and the assets of its train window. */
  #knownIn(window: TrainWindow): StrategyInputs & { readonly history: AlignedHistory } {
    const { request, history } = this.#inputs, { hasGaps: _hasGaps, ...aligned } = history;
    const { members, ...returns } = window;
    const assets = members === undefined ? request.assets : members.map((asset) => request.assets[asset]);
    return { ...this.#inputs, request: { ...request, assets }, history: { ...aligned, ...returns } };
  }

  #estimatesOf(window: TrainWindow): Estimates {
    if (this.#estimated?.window !== window) {
      this.#estimated = { window, estimates: estimate(this.#knownIn(window), this.#kernels) };
    }
    return this.#estimated.estimates;
  }
}

/** Returns the weights of the assets that a train window has, from weights of all assets. */
function weightsIn({ members }: TrainWindow, weights: Float64Array): Float64Array {
  return members === undefined ? weights : Float64Array.from(members, (asset) => weights[asset]);
}

/**
 * Returns the state of a strategy as its train window sees it: what is held of assets that do not take part is outside.
 * Earlier weights are no start where assets have come or gone.
 */
function stateIn(window: TrainWindow, state: StrategyState): StrategyState {
  const { members } = window, { holdings, warmStart } = state;
  if (members === undefined) return state;
  const isIn = new Set(members);
  const outside = holdings?.weights.reduce((sum, weight, i) => isIn.has(i) ? sum : sum + Math.abs(weight), 0) ?? 0;
  return {
    holdings: holdings &&
      { weights: weightsIn(window, holdings.weights), outside: holdings.outside + outside },
    warmStart: warmStart !== null && warmStart.length === members.length ? warmStart : null,
  };
}
