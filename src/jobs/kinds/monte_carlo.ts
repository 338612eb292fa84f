import type { SimulationDetail } from "../../documents/simulation_detail.ts";
import type { SimulationSummary } from "../../documents/simulation_summary.ts";
import { entryAt } from "../../domain/entry_at.ts";
import type { Matrix } from "../../domain/matrix.ts";
import type { FanBrackets, PathBlock, SimulatedPaths } from "../../kernels/path_block.ts";
import type { PathModel } from "../../kernels/path_model.ts";
import { cashFlowsOf } from "../../simulation/monte_carlo/cash_flows.ts";
import { drawnModel } from "../../simulation/monte_carlo/drawn_model.ts";
import type { FanPart, FanRow } from "../../simulation/monte_carlo/fan.ts";
import { fanStepsOf } from "../../simulation/monte_carlo/fan_steps.ts";
import { named } from "../../simulation/monte_carlo/percentiles.ts";
import type { SimulationPlan } from "../../simulation/monte_carlo/simulation_plan.ts";
import type { SimulationSource } from "../../simulation/monte_carlo/simulation_source.ts";
import type { PathEnds } from "../../simulation/monte_carlo/summarise_paths.ts";
import type { ProgressListener } from "../../computations/computation.ts";
import type { WorkerPool } from "../worker_pool.ts";
import type { Computations } from "../../computations/mod.ts";

/** Result of a Monte Carlo simulation: a summary, and the detail with the fan chart, the histogram and sample paths. */
export interface SimulationResult {
  readonly summary: SimulationSummary;
  readonly detail: SimulationDetail;
}

export interface SimulationOptions {
  /** Signal that ends the simulation; the simulation then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  readonly onProgress?: ProgressListener;
  /**
   * Half the width of the brackets, in standard errors of a rank; 5 if absent. A bracket is the range of values around
   * a percentile in which simulated values are stored. If a bracket misses its percentile, the simulation is repeated
   * with twice the width.
   */
  readonly bracketWidth?: number;
}

/**
 * Simulates a portfolio on the workers of a pool and summarises it. The size of a block of paths does not depend on the
 * number of workers, and a path depends only on the seed and its number, so the result is identical on any number of
 * workers. Leaves `source` unchanged. Rejects with the error of a step, or with the signal's reason.
 */
export async function runSimulation(
  pool: WorkerPool<Computations>,
  source: SimulationSource,
  plan: SimulationPlan,
  { signal, onProgress = () => {}, bracketWidth = 5 }: SimulationOptions = {},
): Promise<SimulationResult> {
  const ended = new AbortController();
  const either = signal === undefined ? ended.signal : AbortSignal.any([signal, ended.signal]);
  const tell = ascending(onProgress);
  try {
    const fitting: ProgressListener = ({ phase, fraction }) => tell({ phase, fraction: FITTED_SHARE * fraction });
    const copy = structuredClone({ source, plan });
    const fitted = await pool.run("monte_carlo_model", copy, { signal: either, onProgress: fitting });
    tell({ phase: "simulating", fraction: FITTED_SHARE });
    const run = { source, plan, model: shared(fitted), signal: either, onProgress: tell };
    const simulation = new Simulation(pool, run);
    for (let width = bracketWidth;; width *= 2) {
      const result = await simulation.run(width);
      if (result !== null) return result;
    }
  } catch (error) {
    ended.abort(error);
    throw error;
  }
}

/**
 * Least number of first simulated paths whose values are all kept: enough to estimate where the percentiles of all
 * paths lie.
 */
const PILOT_PATHS = 32_768;
const LARGEST_BLOCK = 16_384;
const SMALLEST_BLOCK = 8;
/** Number of blocks of a large simulation, so that each block is less than 2 % of it. */
const BLOCKS = 64;
const SAMPLES = 50;
/**
 * Fraction of a simulation's progress that is reported when the model has been fitted. No step of the progress exceeds
 * 2 %.
 */
const FITTED_SHARE = 0.02;
const SIMULATED_SHARE = 0.98;

interface Run {
  readonly source: SimulationSource;
  readonly plan: SimulationPlan;
  readonly model: PathModel;
  readonly signal: AbortSignal;
  readonly onProgress: ProgressListener;
}

class Simulation {
  readonly #pool: WorkerPool<Computations>;
  readonly #run: Run;
  readonly #blocks: readonly { readonly firstPath: number; readonly paths: number }[];
  readonly #fanSteps: Int32Array;
  readonly #done: Float64Array;

  constructor(pool: WorkerPool<Computations>, run: Run) {
    this.#pool = pool;
    this.#run = run;
    this.#blocks = blocksOf(run.plan.paths);
    this.#fanSteps = fanStepsOf(run.plan.horizon);
    this.#done = new Float64Array(this.#blocks.length);
  }

  /**
   * Simulates all paths with brackets (ranges of stored values) of the given half-width around percentiles; null if a
   * bracket missed its percentile.
   */
  async run(width: number): Promise<SimulationResult | null> {
    const { plan, source, model, signal, onProgress } = this.#run;
    this.#done.fill(0);
    const pilotBlocks = this.#blocks.findIndex(({ firstPath, paths }) => firstPath + paths >= PILOT_PATHS) + 1;
    const pilot = await this.#simulate(0, pilotBlocks || this.#blocks.length, null);
    const sample_paths = samplesOf(pilot, plan.initialValue);
    const ends = pilot.map(endsOf);
    let [parts, brackets]: [FanPart[], FanBrackets | null] = [pilot.map(fanPartOf), null];
    if (pilot.length < this.#blocks.length) {
      const found = await this.#pool.run("monte_carlo_brackets", { parts, width }, { signal });
      brackets = found.brackets;
      const rest = await this.#simulate(pilot.length, this.#blocks.length, brackets);
      parts = [found.part, ...rest.map(fanPartOf)];
      ends.push(...rest.map(endsOf));
    }
    onProgress({ phase: "summarising", fraction: SIMULATED_SHARE });
    const { paidIn } = cashFlowsOf(plan, source.periodsPerYear);
    const [rows, { figures, histogram }] = await Promise.all([
      this.#pool.run("monte_carlo_fan", { parts, brackets }, { signal }),
      this.#pool.run("monte_carlo_ends", { ends, plan, paidIn, periodsPerYear: source.periodsPerYear }, { signal }),
    ]);
    if (rows === null) return null;
    onProgress({ phase: "summarising", fraction: 1 });
    const fan = fanJson(this.#fanSteps, rows, plan.initialValue);
    const summary = { ...figures, model: drawnModel(model) };
    return { summary, detail: { ...summary, fan, histogram, sample_paths } };
  }

  /**
   * Simulates the blocks `from` up to but without `to`, and returns the results in order. Only a few blocks are queued
   * in the pool at a time, so that other work gets a turn.
   */
  async #simulate(from: number, to: number, brackets: FanBrackets | null): Promise<SimulatedPaths[]> {
    const results = new Array<SimulatedPaths>(to - from);
    let next = from;
    const work = async (): Promise<void> => {
      while (next < to) {
        const at = next++;
        results[at - from] = await this.#simulateBlock(at, brackets);
      }
    };
    await Promise.all(Array.from({ length: this.#pool.workers + 1 }, work));
    return results;
  }

  async #simulateBlock(at: number, brackets: FanBrackets | null): Promise<SimulatedPaths> {
    const { plan, source, model, signal } = this.#run;
    const { flows, withdrawals } = cashFlowsOf(plan, source.periodsPerYear);
    const block: PathBlock = {
      ...entryAt(this.#blocks, at),
      seed: plan.seed,
      initialValue: plan.initialValue,
      flows,
      withdrawals,
      fanSteps: this.#fanSteps.slice(),
      brackets: structuredClone(brackets),
    };
    const onProgress: ProgressListener = ({ fraction }) => this.#tell(at, fraction);
    const result = await this.#pool.run("monte_carlo_paths", { model, block }, { signal, onProgress });
    this.#tell(at, 1);
    return result;
  }

  #tell(block: number, done: number): void {
    const { plan, onProgress } = this.#run;
    this.#done[block] = done;
    const paths = this.#done.reduce((sum, share, at) => sum + share * entryAt(this.#blocks, at).paths, 0);
    const fraction = FITTED_SHARE + (SIMULATED_SHARE - FITTED_SHARE) * paths / plan.paths;
    onProgress({ phase: "simulating", fraction });
  }
}

/** Wraps a progress listener so that progress never goes back, for example when paths are simulated again. */
function ascending(listener: ProgressListener): ProgressListener {
  let highest = -1;
  return (progress) => {
    if (progress.fraction <= highest) return;
    highest = progress.fraction;
    listener(progress);
  };
}

/** Divides the paths into blocks. The block size depends only on the number of paths and is a multiple of eight. */
function blocksOf(paths: number): { firstPath: number; paths: number }[] {
  const even = Math.ceil(paths / BLOCKS / 8) * 8;
  const size = Math.max(SMALLEST_BLOCK, Math.min(LARGEST_BLOCK, even));
  return Array.from({ length: Math.ceil(paths / size) }, (_, k) => {
    return { firstPath: k * size, paths: Math.min(size, paths - k * size) };
  });
}

/** Copies the arrays of a model into shared memory, so that every worker reads them without a copy per block. */
function shared(model: PathModel): PathModel {
  switch (model.kind) {
    case "portfolio_normal":
      return model;
    case "portfolio_rows":
      return { ...model, returns: sharedArray(model.returns) };
    case "asset_normal": {
      const { weights, means, factor } = model;
      return { ...model, weights: sharedArray(weights), means: sharedArray(means), factor: sharedMatrix(factor) };
    }
    case "asset_rows":
      return { ...model, weights: sharedArray(model.weights), returns: sharedMatrix(model.returns) };
    case "filtered":
      return {
        ...model,
        weights: sharedArray(model.weights),
        means: sharedArray(model.means),
        residuals: sharedMatrix(model.residuals),
        omega: sharedArray(model.omega),
        alpha: sharedArray(model.alpha),
        beta: sharedArray(model.beta),
        firstVariance: sharedArray(model.firstVariance),
      };
  }
}

function sharedArray(values: Float64Array): Float64Array {
  const copy = new Float64Array(new SharedArrayBuffer(values.byteLength));
  copy.set(values);
  return copy;
}

function sharedMatrix(of: Matrix): Matrix {
  return { ...of, data: sharedArray(of.data) };
}

function fanPartOf({ fanValues, fanLengths, fanCounts }: SimulatedPaths): FanPart {
  return { fanValues, fanLengths, fanCounts };
}

function endsOf({ terminal, growth, maxDrawdown, withdrawn, ruined }: SimulatedPaths): PathEnds {
  return { terminal, growth, maxDrawdown, withdrawn, ruined };
}

/** Returns the values of the first simulated paths at the steps of the fan chart, from blocks that kept every value. */
function samplesOf(blocks: readonly SimulatedPaths[], initialValue: number): number[][] {
  return blocks.flatMap(({ terminal, fanValues, fanLengths }) =>
    Array.from(
      { length: Math.min(SAMPLES, terminal.length) },
      (
        _,
        path,
      ) => [initialValue, ...Array.from(fanLengths, (length, step) => entryAt(fanValues, step * length + path))],
    )
  ).slice(0, SAMPLES);
}

function fanJson(steps: Int32Array, rows: readonly FanRow[], initialValue: number): SimulationDetail["fan"] {
  const first = entryAt(rows, 0).map(() => initialValue);
  const curves = first.map((value, k) => [value, ...rows.map((row) => entryAt(row, k))]);
  return { steps: [0, ...steps], percentiles: named(curves) };
}
