import type { Doubt } from "../../domain/doubt.ts";
import { manyPriceJumps } from "../../doubts/kinds/many_price_jumps.ts";
import { priceInHundredths } from "../../doubts/kinds/price_in_hundredths.ts";
import { priceJump } from "../../doubts/kinds/price_jump.ts";
import { suspectedSplit } from "../../doubts/kinds/suspected_split.ts";
import type { AssetJumps, OwnJump } from "./price_jumps.ts";

/** Largest number of moves of an asset that are told one by one. */
const MOST_TOLD = 3;

/** Doubts large moves of prices: splits, changes to hundredths, and other moves. */
export function jumpDoubts(moving: readonly AssetJumps[]): readonly Doubt[] {
  return moving.flatMap(({ asset, count, jumps }) => {
    const hundredths = jumps.filter(isOfHundredths), others = jumps.filter((jump) => !isOfHundredths(jump));
    const inHundredths = hundredths.slice(0, 1).map(({ date, return: move }) =>
      priceInHundredths.about([asset], { date, ratio: 1 + move, factor: 100, jumps: hundredths.length })
    );
    const isLong = others.length > MOST_TOLD;
    return [...inHundredths, ...isLong ? [together(asset, others, count - hundredths.length)] : others.map(alone)];
  });
}

function alone({ asset, date, return: move, kind }: OwnJump): Doubt {
  return (kind === "suspected_split" ? suspectedSplit : priceJump).about([asset], { date, return: move });
}

function together(asset: string, jumps: readonly OwnJump[], count: number): Doubt {
  const largest = jumps.reduce((most, jump) => sizeOf(jump) > sizeOf(most) ? jump : most);
  return manyPriceJumps.about([asset], {
    jumps: count,
    first: jumps[0].date,
    date: largest.date,
    return: largest.return,
  });
}

function sizeOf({ return: move }: OwnJump): number {
  return Math.abs(Math.log(Math.max(1 + move, Number.MIN_VALUE)));
}

/** Largest relative distance of a ratio of two prices from 100 or a hundredth. */
const NEAR = 0.1;

function isOfHundredths({ return: move }: OwnJump): boolean {
  const ratio = 1 + move;
  return Math.abs(ratio / 100 - 1) <= NEAR || Math.abs(ratio * 100 - 1) <= NEAR;
}
