import { type Frequency, periodsPerYear } from "../../domain/frequency.ts";

/** Type of a unit in which moments may be meant: the period that they cover, as fractions or in percent. */
export interface MomentUnit {
  /** Words for the unit, such as "yearly" or "monthly, in percent". */
  readonly words: string;
  /** Number of its periods in a year. */
  readonly periods: number;
  /** Size of its returns as fractions: 1, or 0.01 in percent. */
  readonly size: number;
}

const WORDS: readonly Frequency[] = ["yearly", "monthly", "weekly", "daily"];
const UNITS: readonly MomentUnit[] = WORDS.flatMap((word) => [
  { words: word, periods: periodsPerYear(word), size: 1 },
  { words: `${word}, in percent`, periods: periodsPerYear(word), size: 0.01 },
]);

/** Type of sizes per period: median volatility and median size of expected returns; null where they are not judged. */
export interface MomentSizes {
  readonly deviation: number | null;
  readonly mean: number | null;
}

/** Type of the annual sizes that are usual for the assets. */
export interface UsualSizes {
  readonly volatility: number;
  readonly mean: number;
}

/** Annual volatility and expected return that are usual for shares and funds. */
export const USUAL: UsualSizes = { volatility: 0.2, mean: 0.1 };

/** Weight of the expected return beside the volatility: it is known far less well. */
const WEIGHT_OF_MEAN = 0.5;
/** Added distance of percent: of one number alone, such as a return of 0.05, a year is as likely as 0.05 % a day. */
const PERCENT_BESIDE = 0.2, PERCENT_ALONE = 0.6;
/** Expected returns of less than this are taken as so much. */
const LEAST_MEAN = 1e-7;

/**
 * Returns how far annual sizes are from the usual ones if moments are in a unit: the distance of the logarithms, 0
 * where they are equal.
 */
export function distanceOf(
  { deviation, mean }: MomentSizes,
  { periods, size }: Omit<MomentUnit, "words">,
  usual: UsualSizes,
): number {
  const isAlone = deviation === null || mean === null;
  const ofVolatility = deviation === null
    ? 0
    : Math.abs(Math.log(deviation * size * Math.sqrt(periods) / usual.volatility));
  const ofMean = mean === null ? 0 : Math.abs(Math.log(Math.max(mean, LEAST_MEAN) * size * periods / usual.mean));
  const percent = size === 1 ? 0 : isAlone ? PERCENT_ALONE : PERCENT_BESIDE;
  return ofVolatility + (isAlone ? 1 : WEIGHT_OF_MEAN) * ofMean + percent;
}

/** Type of the unit that explains moments best, with another one that explains them nearly as well, if there is one. */
export interface LikelyUnit extends MomentUnit {
  readonly distance: number;
  readonly beside: string | null;
}

/** Distance within which another unit explains moments nearly as well. */
const NEARLY = 0.7;

/** Returns the unit in which moments come nearest to the usual annual sizes. */
export function likeliestUnit(sizes: MomentSizes, usual: UsualSizes): LikelyUnit {
  const [best, next] = UNITS.map((unit) => ({ ...unit, distance: distanceOf(sizes, unit, usual) }))
    .sort((a, b) => a.distance - b.distance);
  if (best === undefined) throw new RangeError("Cannot find a unit of moments");
  return { ...best, beside: next !== undefined && next.distance - best.distance < NEARLY ? next.words : null };
}
