// Simulates a block of paths, eight at a time, each through the whole horizon. The caller opens a block, chooses one
// model, and advances groups and steps in portions as small as it wants to hear of progress.
import { shouldStop } from "../host";
import { growAssetsByRows, growAssetsNormally, growFiltered } from "./asset_model";
import { book, CHUNK, finishGroup, startGroup } from "./group";
import { growByRows, growNormally } from "./portfolio_model";
import { clearStage, STAGE, stage, STRIDE } from "./stage";
import { at } from "../memory";
import { LANES } from "../random/lanes";
import { buildZiggurat } from "../random/normal";
import { DONE, STOPPED } from "../status";

const PORTFOLIO_NORMAL: i32 = 0;
const PORTFOLIO_ROWS: i32 = 1;
const ASSET_NORMAL: i32 = 2;
const ASSET_ROWS: i32 = 3;

let model: i32 = 0;
let seed: f64 = 0;
let firstPath: i32 = 0;
let paths: i32 = 0;
let horizon: i32 = 0;
let initialValue: f64 = 0;
let flows: usize = 0;
let slots: usize = 0;
let terminal: usize = 0;
let index: usize = 0;
let drawdown: usize = 0;
let ruined: i32 = 0;

/** Opens the block of `count` paths from `first` on. */
export function openBlock(kind: i32, key: f64, first: i32, count: i32, steps: i32, value: f64): void {
  buildZiggurat();
  model = kind;
  seed = key;
  firstPath = first;
  paths = count;
  horizon = steps;
  initialValue = value;
  ruined = 0;
}

/** money: at the end of each step; places: i32 of each step, its row of the fan or -1; the rest one double a path. */
export function chooseLedger(
  money: usize,
  places: usize,
  outTerminal: usize,
  outIndex: usize,
  outDrawdown: usize,
): void {
  flows = money;
  slots = places;
  terminal = outTerminal;
  index = outIndex;
  drawdown = outDrawdown;
}

/** Paths of the block that are ruined, once all are simulated. */
export function ruinedPaths(): i32 {
  return ruined;
}

/**
 * Simulates the groups `from` to `to` through the steps `fromStep` to `toStep`: one group by portions of steps, or many
 * through all. A status.
 */
export function advance(from: i32, to: i32, fromStep: i32, toStep: i32): i32 {
  for (let group = from; group < to; group++) {
    const path = group * LANES, place = path % STAGE;
    if (fromStep == 0) startGroup(seed, firstPath + path, initialValue);
    for (let t = fromStep; t < toStep; t += CHUNK) {
      const end = min(t + CHUNK, toStep);
      if (shouldStop() || !grow(t, end)) return STOPPED;
      book(t, end, flows, slots, stage + (<usize> place << 3), STRIDE);
    }
    if (toStep == horizon) finish(path, place);
  }
  return DONE;
}

function finish(path: i32, place: i32): void {
  ruined += finishGroup(min(LANES, paths - path), at(terminal, path), at(index, path), at(drawdown, path));
  if (place + LANES == STAGE || path + LANES >= paths) clearStage(min(place + LANES, place + paths - path));
}

function grow(from: i32, to: i32): bool {
  switch (model) {
    case PORTFOLIO_NORMAL:
      growNormally(from, to);
      return true;
    case PORTFOLIO_ROWS:
      growByRows(from, to);
      return true;
    case ASSET_NORMAL:
      return growAssetsNormally(from, to);
    case ASSET_ROWS:
      return growAssetsByRows(from, to);
    default:
      return growFiltered(from, to);
  }
}
