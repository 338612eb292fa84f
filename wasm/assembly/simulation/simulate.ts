// Simulates a block of paths over the whole horizon, eight paths at a time. The caller opens a block, chooses one
// model, and advances groups and steps in portions. The portions may be as small as its progress reports need.
import { shouldStop } from "../host";
import { growAssetsByRows, growAssetsNormally, growFiltered } from "./asset_model";
import { FanArguments, PathBlockArguments, PathModelKind } from "./block_arguments";
import { book, CHUNK, finishGroup, startGroup } from "./group";
import { growByRows, growNormally } from "./portfolio_model";
import { clearStage, openStage, STAGE, stage, STRIDE } from "./stage";
import { at } from "../memory";
import { LANES } from "../random/lanes";
import { buildZiggurat } from "../random/normal";
import { Status } from "../status";

let model: i32 = 0;

/** Prepares the simulation of a block of consecutive paths and its fan chart. The caller then chooses the model. */
export function openBlock(block: PathBlockArguments, fan: FanArguments): Status {
  buildZiggurat();
  model = block.kind;
  block.ruined = 0;
  return openStage(fan);
}

/**
 * Simulates the groups (of eight paths) `from` to `to` through the steps `fromStep` to `toStep`: either one group in
 * portions of steps, or many groups through all steps.
 */
export function advance(block: PathBlockArguments, from: i32, to: i32, fromStep: i32, toStep: i32): Status {
  for (let group = from; group < to; group++) {
    const path = group * LANES, place = path % STAGE;
    if (fromStep == 0) startGroup(block.seed, block.firstPath + path, block.initialValue);
    for (let t = fromStep; t < toStep; t += CHUNK) {
      const end = min(t + CHUNK, toStep);
      if (shouldStop() || !grow(t, end)) return Status.STOPPED;
      book(t, end, block.flows, block.withdrawals, block.places, stage + (<usize> place << 3), STRIDE);
    }
    if (toStep == block.steps) finish(block, path, place);
  }
  return Status.DONE;
}

function finish(block: PathBlockArguments, path: i32, place: i32): void {
  const paths = block.paths;
  block.ruined += finishGroup(
    min(LANES, paths - path),
    at(block.terminal, path),
    at(block.growth, path),
    at(block.maxDrawdown, path),
    block.withdrawn == 0 ? 0 : at(block.withdrawn, path),
  );
  if (place + LANES == STAGE || path + LANES >= paths) clearStage(min(place + LANES, place + paths - path));
}

function grow(from: i32, to: i32): bool {
  switch (model) {
    case PathModelKind.PORTFOLIO_NORMAL:
      growNormally(from, to);
      return true;
    case PathModelKind.PORTFOLIO_ROWS:
      growByRows(from, to);
      return true;
    case PathModelKind.ASSET_NORMAL:
      return growAssetsNormally(from, to);
    case PathModelKind.ASSET_ROWS:
      return growAssetsByRows(from, to);
    default:
      return growFiltered(from, to);
  }
}
