import type { Matrix } from "../domain/matrix.ts";
import { type Arena, checkStatus, type CoreExports, type CoreInstance, outOfMemory } from "./core_instance.ts";
import type { BracketedValues, FanBrackets, PathBlock, PathModel, RowDraw, SimulatedPaths } from "./types.ts";

/** What is simulated, and who hears of it. */
export interface Simulation {
  readonly model: PathModel;
  readonly block: PathBlock;
  readonly onProgress?: ((fraction: number) => void) | undefined;
}

/**
 * Simulates a block of paths: w ← max(w g + flow, 0) with the growth factor g of each step. A path whose wealth is 0 or less after a flow,
 * or whose portfolio lost everything, is ruined: it stays at 0 whatever is paid in later. Where assets are moved each loses at most all of
 * itself. Throws a RangeError where lengths disagree.
 */
export function simulate(instance: CoreInstance, simulation: Simulation): SimulatedPaths {
  checkBlock(simulation.block);
  checkModel(simulation.model);
  return instance.run((core, arena) => {
    const results = openBlock(core, arena, simulation);
    chooseModel(core, arena, simulation.model);
    runSteps(core, simulation);
    return readResults(core, arena, simulation.block, results);
  });
}

/** Sorts values into the brackets of one step. Throws a RangeError where there are too many thresholds or too few marks. */
export function sortIntoBrackets(instance: CoreInstance, values: Float64Array, brackets: FanBrackets): BracketedValues {
  checkBrackets(brackets, 1);
  return instance.run((core, arena) => {
    const [limits, kept] = packBrackets(arena, brackets);
    const counts = arena.integers(new Int32Array(SEGMENT_ROW));
    const list = arena.doubles(values.length + 1);
    const length = core.sortIntoBrackets(arena.doubles(values), values.length, limits, kept, counts, list);
    needMemory(length >= 0);
    return { counts: arena.readIntegers(counts, SEGMENT_ROW), kept: arena.readDoubles(list, length) };
  });
}

/** As wasm/assembly/simulation/simulate.ts numbers them. */
const KINDS = { portfolio_normal: 0, portfolio_rows: 1, asset_normal: 2, asset_rows: 3, filtered: 4 } as const;
const LANES = 8;
const THRESHOLD_ROW = 32;
const SEGMENT_ROW = 64;

interface ResultAddresses {
  readonly terminal: number;
  readonly growth: number;
  readonly maxDrawdown: number;
  readonly lists: number;
  readonly lengths: number;
  readonly counts: number;
}

function openBlock(core: CoreExports, arena: Arena, { model, block }: Simulation): ResultAddresses {
  const { paths, flows, fanSteps, brackets } = block;
  const results = {
    terminal: arena.doubles(paths),
    growth: arena.doubles(paths),
    maxDrawdown: arena.doubles(paths),
    lists: arena.doubles(fanSteps.length * roomOf(paths) + 1),
    lengths: arena.integers(new Int32Array(fanSteps.length)),
    counts: arena.integers(new Int32Array(brackets === null ? 0 : fanSteps.length * SEGMENT_ROW)),
  };
  core.openBlock(KINDS[model.kind], block.seed, block.firstPath, paths, flows.length, block.initialValue);
  const slots = new Int32Array(flows.length).fill(-1);
  fanSteps.forEach((step, slot) => slots[step - 1] = slot);
  const { terminal, growth, maxDrawdown } = results;
  core.chooseLedger(arena.doubles(flows), arena.integers(slots), terminal, growth, maxDrawdown);
  const [limits, kept] = brackets === null ? [0, 0] : packBrackets(arena, brackets);
  const { counts, lists, lengths } = results;
  needMemory(core.openStage(fanSteps.length, roomOf(paths), limits, kept, counts, lists, lengths));
  return results;
}

/** Doubles of a list: one for each path, and a few lines more, lest all lists fall on the same lines of the cache. */
function roomOf(paths: number): number {
  return paths + 24;
}

/** Each step has its thresholds between -∞ and +∞. */
function packBrackets(arena: Arena, { thresholds, kept }: FanBrackets): [number, number] {
  const limits = new Float64Array(thresholds.length * THRESHOLD_ROW).fill(Infinity);
  thresholds.forEach((of, slot) => {
    limits[slot * THRESHOLD_ROW] = -Infinity;
    limits.set(of, slot * THRESHOLD_ROW + 1);
  });
  const marks = new Int32Array(kept.length * SEGMENT_ROW);
  kept.forEach((of, slot) => marks.set(of, slot * SEGMENT_ROW));
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

/** The kernels take an even number of assets: one without weight is added where it must be. */
function chooseAssets(core: CoreExports, arena: Arena, model: Extract<PathModel, { weights: Float64Array }>): void {
  const n = model.weights.length + model.weights.length % 2;
  const column = (values: Float64Array): number => arena.doubles(padded({ rows: 1, data: values }, n));
  const cash = 1 - model.weights.reduce((sum, weight) => sum + weight, 0);
  needMemory(core.chooseAssets(n, column(model.weights), cash, model.rebalance));
  if (model.kind === "asset_normal") {
    const { factor, means, degreesOfFreedom } = model;
    const square = new Float64Array(n * factor.columns);
    square.set(factor.data);
    const triangular = isTriangular(factor) ? 1 : 0;
    needMemory(
      core.chooseAssetNormals(column(means), arena.doubles(square), factor.columns, triangular, degreesOfFreedom ?? 0),
    );
  } else if (model.kind === "asset_rows") {
    chooseDraw(core, model.returns.rows, model.draw);
    core.chooseAssetRows(arena.doubles(padded(model.returns, n).map((value) => Math.max(0, 1 + value))));
  } else {
    const { residuals, means, omega, alpha, beta, firstVariance } = model;
    chooseDraw(core, residuals.rows, { kind: "each" });
    const rows = arena.doubles(padded(residuals, n));
    const [w, a, b, first] = [omega, alpha, beta, firstVariance].map(column);
    needMemory(core.chooseFiltered(rows, column(means), w, a, b, first));
  }
}

function chooseDraw(core: CoreExports, rows: number, draw: RowDraw): void {
  core.chooseRows(
    rows,
    draw.kind === "blocks" ? draw.length : 1,
    draw.kind === "geometric" ? Math.max(1, draw.meanLength) : 0,
  );
}

/** Rows of `n` entries, zeros after their own. */
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

/** About so many draws a call: some 50 ms. */
const DRAWS_A_CALL = 4e6;

/** Portions small enough for progress: groups of paths through the whole horizon, or, where one group takes long, steps of one group. */
function runSteps(core: CoreExports, { model, block, onProgress = () => {} }: Simulation): void {
  const [groups, horizon] = [Math.ceil(block.paths / LANES), block.flows.length];
  const perStep = LANES * drawsOf(model);
  const groupsAtOnce = Math.max(1, Math.floor(DRAWS_A_CALL / (perStep * horizon)));
  const stepsAtOnce = Math.max(1, Math.min(horizon, Math.floor(DRAWS_A_CALL / perStep)));
  for (let group = 0; group < groups; group += groupsAtOnce) {
    const end = Math.min(groups, group + groupsAtOnce);
    for (let step = 0; step < horizon; step += stepsAtOnce) {
      const last = Math.min(horizon, step + stepsAtOnce);
      checkStatus(core.advance(group, end, step, last));
      onProgress((group + (end - group) * last / horizon) / groups);
    }
  }
}

/** What a step of a path costs, in normal numbers. */
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

function readResults(core: CoreExports, arena: Arena, block: PathBlock, at: ResultAddresses): SimulatedPaths {
  const { paths, fanSteps, brackets } = block;
  const fanLengths = arena.readIntegers(at.lengths, fanSteps.length);
  const fanValues = new Float64Array(fanLengths.reduce((sum, length) => sum + length, 0));
  let filled = 0;
  fanLengths.forEach((length, slot) => {
    arena.copyDoubles(at.lists + 8 * slot * roomOf(paths), fanValues.subarray(filled, filled + length));
    filled += length;
  });
  return {
    terminal: arena.readDoubles(at.terminal, paths),
    growth: arena.readDoubles(at.growth, paths),
    maxDrawdown: arena.readDoubles(at.maxDrawdown, paths),
    ruined: core.ruinedPaths(),
    fanValues,
    fanLengths,
    fanCounts: brackets === null ? null : arena.readIntegers(at.counts, fanSteps.length * SEGMENT_ROW),
  };
}

function needMemory(hasMemory: number | boolean): void {
  if (!hasMemory) throw outOfMemory();
}

function checkBlock({ paths, flows, fanSteps, brackets, initialValue, firstPath }: PathBlock): void {
  check(Number.isInteger(paths) && paths >= 1, `A block has at least one path, got ${paths}`);
  check(Number.isInteger(firstPath) && firstPath >= 0, `Paths count from 0, got ${firstPath}`);
  check(flows.length >= 1, "A path has at least one step");
  check(Number.isFinite(initialValue), `A path starts at a finite value, got ${initialValue}`);
  check(
    fanSteps.every((step, slot) => step > (slot === 0 ? 0 : fanSteps[slot - 1]) && step <= flows.length),
    `Steps of the fan ascend from 1 to ${flows.length}`,
  );
  if (brackets !== null) checkBrackets(brackets, fanSteps.length);
}

function checkBrackets({ thresholds, kept }: FanBrackets, steps: number): void {
  check(thresholds.length === steps && kept.length === steps, "Brackets are given for every step of the fan");
  check(
    thresholds.every((of, slot) => of.length <= 30 && kept[slot].length === 2 * of.length + 1),
    "A step has at most 30 thresholds, and a mark for each segment",
  );
}

function checkModel(model: PathModel): void {
  if (model.kind === "portfolio_normal") return;
  if (model.kind === "portfolio_rows") return check(model.returns.length >= 1, "A history has at least one row");
  const n = model.weights.length;
  if (model.kind === "asset_normal") {
    check(model.means.length === n && model.factor.rows === n, `A mean and a row of the factor are needed for ${n}`);
    return;
  }
  const rows = model.kind === "asset_rows" ? model.returns : model.residuals;
  check(rows.rows >= 1 && rows.columns === n, `A history of ${n} assets is needed, got ${rows.columns}`);
  if (model.kind === "asset_rows") return;
  const { means, omega, alpha, beta, firstVariance } = model;
  check([means, omega, alpha, beta, firstVariance].every(({ length }) => length === n), `${n} variances are needed`);
}

function check(holds: boolean, otherwise: string): void {
  if (!holds) throw new RangeError(otherwise);
}
