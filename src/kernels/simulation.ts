import {
  AssetNormalArguments,
  FanArguments,
  FilteredArguments,
  LANES,
  PathBlockArguments,
  PathModelKind,
  SEGMENT_ROW,
  THRESHOLD_ROW,
} from "../../wasm/build/core_interface.ts";
import type { Matrix } from "../domain/matrix.ts";
import { type Arena, checkStatus, type CoreExports, type CoreInstance } from "./core_instance.ts";
import {
  type BracketedValues,
  checkBlock,
  checkBrackets,
  type FanBrackets,
  type PathBlock,
  type SimulatedPaths,
} from "./path_block.ts";
import { checkModel, type PathModel, type RowDraw } from "./path_model.ts";

/** Simulates paths of wealth. Throws a RangeError if lengths disagree. */
export class PathSimulator {
  readonly #instance: CoreInstance;

  constructor(instance: CoreInstance) {
    this.#instance = instance;
  }

  /**
   * Simulates a block of paths: at each step w ← max(w g + flow, 0), where g is the growth factor. A path is ruined if
   * its wealth is 0 or less after a flow, or its portfolio lost everything: it stays at 0, whatever is paid in later.
   * In the models of single assets an asset loses at most its whole value. The results of a path have the same bits in
   * every block. `onProgress` receives the finished share, from 0 to 1.
   */
  simulate(model: PathModel, block: PathBlock, onProgress: (fraction: number) => void = () => {}): SimulatedPaths {
    checkBlock(block);
    checkModel(model);
    return this.#instance.run((core, arena) => {
      const opened = openBlock(core, arena, { model, block });
      chooseModel(core, arena, model);
      runSteps(core, opened.address, { model, block, onProgress });
      return readResults(arena, opened, block);
    });
  }

  /**
   * Counts values by the segments of one step of `FanBrackets` (64 counts), and returns the values in marked segments,
   * in their order. Throws a RangeError for too many thresholds or too few marks.
   */
  sortIntoBrackets(values: Float64Array, thresholds: Float64Array, stored: Uint8Array): BracketedValues {
    const brackets = { thresholds: [thresholds], stored: [stored] };
    checkBrackets(brackets, 1);
    return this.#instance.run((core, arena) => {
      const fan = packFan(arena, { steps: 1, room: values.length + 1, brackets });
      checkStatus(core.sortIntoBrackets(arena.doubles(values), values.length, fan.address));
      const [length] = arena.readIntegers(fan.lengths, 1);
      return { counts: arena.readIntegers(fan.counts, SEGMENT_ROW), values: arena.readDoubles(fan.lists, length) };
    });
  }
}

const KINDS: Readonly<Record<PathModel["kind"], number>> = {
  portfolio_normal: PathModelKind.PORTFOLIO_NORMAL,
  portfolio_rows: PathModelKind.PORTFOLIO_ROWS,
  asset_normal: PathModelKind.ASSET_NORMAL,
  asset_rows: PathModelKind.ASSET_ROWS,
  filtered: PathModelKind.FILTERED,
};

interface Simulation {
  readonly model: PathModel;
  readonly block: PathBlock;
  readonly onProgress: (fraction: number) => void;
}

/** Addresses of the arguments of a block and of its outputs. */
interface OpenedBlock {
  readonly address: number;
  readonly ends: {
    readonly terminal: number;
    readonly growth: number;
    readonly maxDrawdown: number;
    /** Address of the withdrawn amounts; 0 without withdrawals. */
    readonly withdrawn: number;
  };
  readonly fan: PackedFan;
}

interface PackedFan {
  readonly address: number;
  readonly lists: number;
  readonly lengths: number;
  readonly counts: number;
}

function openBlock(core: CoreExports, arena: Arena, { model, block }: Omit<Simulation, "onProgress">): OpenedBlock {
  const { seed, firstPath, paths, initialValue, flows, withdrawals, fanSteps, brackets } = block;
  const ends = {
    terminal: arena.doubles(paths),
    growth: arena.doubles(paths),
    maxDrawdown: arena.doubles(paths),
    withdrawn: withdrawals === null ? 0 : arena.doubles(paths),
  };
  const fan = packFan(arena, { steps: fanSteps.length, room: roomOf(paths), brackets });
  const places = new Int32Array(flows.length).fill(-1);
  fanSteps.forEach((step, place) => places[step - 1] = place);
  const address = arena.struct(PathBlockArguments, {
    kind: KINDS[model.kind],
    firstPath,
    paths,
    steps: flows.length,
    seed,
    initialValue,
    flows: arena.doubles(flows),
    withdrawals: withdrawals === null ? 0 : arena.doubles(withdrawals),
    places: arena.integers(places),
    ...ends,
    ruined: 0,
  });
  checkStatus(core.openBlock(address, fan.address));
  return { address, ends, fan };
}

/**
 * Length in doubles of the list of values stored after a step: one for each path, and a few cache lines more, so that
 * the lists do not compete for the same lines of the cache.
 */
function roomOf(paths: number): number {
  return paths + 24;
}

/**
 * Writes the arguments by which the core stores wealth for the fan chart: for each step an empty list with `room` for
 * values, and its thresholds and marks. One spare double follows the lists.
 */
function packFan(
  arena: Arena,
  { steps, room, brackets }: { steps: number; room: number; brackets: FanBrackets | null },
): PackedFan {
  const lists = arena.doubles(steps * room + 1);
  const lengths = arena.integers(new Int32Array(steps));
  const counts = arena.integers(new Int32Array(brackets === null ? 0 : steps * SEGMENT_ROW));
  const [thresholds, stored] = brackets === null ? [0, 0] : packBrackets(arena, brackets);
  return {
    address: arena.struct(FanArguments, { steps, room, thresholds, stored, counts, lists, lengths }),
    lists,
    lengths,
    counts,
  };
}

/** Writes the thresholds of each step, between -∞ and +∞, and its marks. Returns both addresses. */
function packBrackets(arena: Arena, { thresholds, stored }: FanBrackets): [number, number] {
  const limits = new Float64Array(thresholds.length * THRESHOLD_ROW).fill(Infinity);
  thresholds.forEach((of, slot) => {
    limits[slot * THRESHOLD_ROW] = -Infinity;
    limits.set(of, slot * THRESHOLD_ROW + 1);
  });
  const marks = new Int32Array(stored.length * SEGMENT_ROW);
  stored.forEach((of, slot) => marks.set(of, slot * SEGMENT_ROW));
  return [arena.doubles(limits), arena.integers(marks)];
}

function chooseModel(core: CoreExports, arena: Arena, model: PathModel): void {
  switch (model.kind) {
    case "portfolio_normal":
      return core.choosePortfolioNormal(model.mean, model.deviation, model.degreesOfFreedom ?? 0);
    case "portfolio_rows":
      chooseDraw(core, model.returns.length, model.draw);
      return core.choosePortfolioRows(arena.doubles(model.returns));
    default:
      return chooseAssets(core, arena, model);
  }
}

/**
 * Passes a model of single assets to the core. The core takes an even number of assets: an asset without weight is
 * added to an odd number.
 */
function chooseAssets(core: CoreExports, arena: Arena, model: Extract<PathModel, { weights: Float64Array }>): void {
  const n = model.weights.length + model.weights.length % 2;
  const column = (values: Float64Array): number => arena.doubles(padded({ rows: 1, data: values }, n));
  const cash = 1 - model.weights.reduce((sum, weight) => sum + weight, 0);
  checkStatus(core.chooseAssets(n, column(model.weights), cash, model.rebalance));
  if (model.kind === "asset_normal") {
    const { factor, means, degreesOfFreedom } = model;
    const square = new Float64Array(n * factor.columns);
    square.set(factor.data);
    const given = arena.struct(AssetNormalArguments, {
      means: column(means),
      factor: arena.doubles(square),
      rank: factor.columns,
      isTriangular: isTriangular(factor) ? 1 : 0,
      degreesOfFreedom: degreesOfFreedom ?? 0,
    });
    checkStatus(core.chooseAssetNormals(given));
  } else if (model.kind === "asset_rows") {
    chooseDraw(core, model.returns.rows, model.draw);
    core.chooseAssetRows(arena.doubles(padded(model.returns, n).map((value) => Math.max(0, 1 + value))));
  } else {
    const { residuals, means, omega, alpha, beta, firstVariance } = model;
    chooseDraw(core, residuals.rows, { kind: "each" });
    const given = arena.struct(FilteredArguments, {
      residuals: arena.doubles(padded(residuals, n)),
      means: column(means),
      omega: column(omega),
      alpha: column(alpha),
      beta: column(beta),
      firstVariance: column(firstVariance),
    });
    checkStatus(core.chooseFiltered(given));
  }
}

function chooseDraw(core: CoreExports, rows: number, draw: RowDraw): void {
  core.chooseRows(
    rows,
    draw.kind === "blocks" ? draw.length : 1,
    draw.kind === "geometric" ? Math.max(1, draw.meanLength) : 0,
  );
}

/** Returns rows of `n` entries, filled up with zeros. */
function padded({ rows, data }: Pick<Matrix, "rows" | "data">, n: number): Float64Array {
  const [wide, columns] = [new Float64Array(rows * n), data.length / rows];
  for (let t = 0; t < rows; t++) wide.set(data.subarray(t * columns, (t + 1) * columns), t * n);
  return wide;
}

function isTriangular(factor: Matrix): boolean {
  for (let i = 0; i < factor.rows; i++) {
    for (let j = i + 1; j < factor.columns; j++) if (factor.data[i * factor.columns + j] !== 0) return false;
  }
  return true;
}

/** Approximate number of draws in a call of the core, about 50 ms. */
const DRAWS_A_CALL = 4e6;

/**
 * Simulates in portions small enough to report progress: groups of paths through the whole horizon, or some steps of
 * one group if a group takes long.
 */
function runSteps(core: CoreExports, address: number, { model, block, onProgress }: Simulation): void {
  const [groups, horizon] = [Math.ceil(block.paths / LANES), block.flows.length];
  const perStep = LANES * drawsOf(model);
  const groupsAtOnce = Math.max(1, Math.floor(DRAWS_A_CALL / (perStep * horizon)));
  const stepsAtOnce = Math.max(1, Math.min(horizon, Math.floor(DRAWS_A_CALL / perStep)));
  for (let group = 0; group < groups; group += groupsAtOnce) {
    const end = Math.min(groups, group + groupsAtOnce);
    for (let step = 0; step < horizon; step += stepsAtOnce) {
      const last = Math.min(horizon, step + stepsAtOnce);
      checkStatus(core.advance(address, group, end, step, last));
      onProgress((group + (end - group) * last / horizon) / groups);
    }
  }
}

/** Estimated work of one step of one path, in draws of a normal number. */
function drawsOf(model: PathModel): number {
  switch (model.kind) {
    case "portfolio_normal":
    case "portfolio_rows":
      return 1;
    case "asset_normal":
      return model.weights.length * (1 + model.factor.columns / 10);
    default:
      return model.weights.length;
  }
}

function readResults(arena: Arena, { address, ends, fan }: OpenedBlock, block: PathBlock): SimulatedPaths {
  const { paths, fanSteps, brackets } = block;
  const fanLengths = arena.readIntegers(fan.lengths, fanSteps.length);
  const fanValues = new Float64Array(fanLengths.reduce((sum, length) => sum + length, 0));
  let filled = 0;
  fanLengths.forEach((length, place) => {
    arena.copyDoubles(fan.lists + 8 * place * roomOf(paths), fanValues.subarray(filled, filled + length));
    filled += length;
  });
  return {
    terminal: arena.readDoubles(ends.terminal, paths),
    growth: arena.readDoubles(ends.growth, paths),
    maxDrawdown: arena.readDoubles(ends.maxDrawdown, paths),
    withdrawn: block.withdrawals && arena.readDoubles(ends.withdrawn, paths),
    ruined: arena.field(PathBlockArguments, address, "ruined"),
    fanValues,
    fanLengths,
    fanCounts: brackets === null ? null : arena.readIntegers(fan.counts, fanSteps.length * SEGMENT_ROW),
  };
}
