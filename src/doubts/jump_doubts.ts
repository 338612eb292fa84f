import type { Doubt } from "../domain/doubt.ts";
import { largeMove } from "./kinds/large_move.ts";
import { manyPriceJumps } from "./kinds/many_price_jumps.ts";
import { priceInHundredths } from "./kinds/price_in_hundredths.ts";
import { priceJump } from "./kinds/price_jump.ts";
import { suspectedSplit } from "./kinds/suspected_split.ts";

/** Type of a large move of an asset's price from one row to the next, as `data.jumps` of a result lists it. */
export interface AssetMove {
  readonly asset: string;
  readonly date: string;
  readonly return: number;
  readonly kind: "suspected_split" | "move" | "unit_change";
}

/** Largest number of moves of an asset that are told one by one. */
const MOST_TOLD = 3;

/**
 * Returns doubts about large moves of prices, asset by asset: splits, changes to hundredths, and other moves. Changes
 * of a unit that were converted are no doubt. `countOf` gives the number of an asset's moves where not all are listed.
 */
export function jumpDoubts(
  moves: readonly AssetMove[],
  countOf: (asset: string) => number | undefined = () => undefined,
): readonly Doubt[] {
  const taken = moves.filter(({ kind }) => kind !== "unit_change");
  return [...Map.groupBy(taken, ({ asset }) => asset)].flatMap(([asset, own]) => {
    const hundredths = own.filter(isOfHundredths), others = own.filter((move) => !isOfHundredths(move));
    const unlisted = (countOf(asset) ?? own.length) - own.length;
    const inHundredths = hundredths.slice(0, 1).map(({ date, return: move }) =>
      priceInHundredths.about([asset], { date, ratio: 1 + move, factor: 100, jumps: hundredths.length })
    );
    const isLong = others.length > MOST_TOLD;
    return [...inHundredths, ...isLong ? [together(asset, others, unlisted)] : others.map(alone)];
  });
}

/** Ratio of two prices from which a move is doubted, or from whose inverse. Shares do move by half now and then. */
const DOUBTED = 3;

function alone({ asset, date, return: move, kind }: AssetMove): Doubt {
  const evidence = { date, return: move };
  if (kind === "suspected_split") return suspectedSplit.about([asset], evidence);
  const isDoubted = 1 + move >= DOUBTED || 1 + move <= 1 / DOUBTED;
  return (isDoubted ? priceJump : largeMove).about([asset], evidence);
}

function together(asset: string, moves: readonly AssetMove[], unlisted: number): Doubt {
  const [first] = moves, largest = moves.reduce((most, move) => sizeOf(move) > sizeOf(most) ? move : most);
  const count = moves.length + unlisted;
  return manyPriceJumps.about([asset], { jumps: count, first: first.date, date: largest.date, return: largest.return });
}

function sizeOf({ return: move }: AssetMove): number {
  return Math.abs(Math.log(Math.max(1 + move, Number.MIN_VALUE)));
}

/** Largest relative distance of a ratio of two prices from 100 or a hundredth. */
const NEAR = 0.1;

function isOfHundredths({ return: move }: AssetMove): boolean {
  const ratio = 1 + move;
  return Math.abs(ratio / 100 - 1) <= NEAR || Math.abs(ratio * 100 - 1) <= NEAR;
}
