import type { Doubt } from "../../domain/doubt.ts";
import type { DoubtKind } from "../../doubts/doubt_kind.ts";
import { correlationAsCovariance } from "../../doubts/kinds/correlation_as_covariance.ts";
import { impossibleMoments } from "../../doubts/kinds/impossible_moments.ts";
import { unlikelyCovariance } from "../../doubts/kinds/unlikely_covariance.ts";
import { unlikelyExpectedReturns } from "../../doubts/kinds/unlikely_expected_returns.ts";
import { unlikelyMoments } from "../../doubts/kinds/unlikely_moments.ts";
import type { MomentFacts } from "../../doubts/moment_facts.ts";
import type { OptimizationRequest } from "../optimization_request.ts";
import { givenMoments } from "./given_moments.ts";
import { medianSize } from "./median_size.ts";
import { distanceOf, likeliestUnit, type LikelyUnit, type MomentSizes, USUAL, type UsualSizes } from "./moment_unit.ts";
import type { RequestFacts } from "./request_facts.ts";

/** Annual volatility that no asset has over a year. */
const IMPOSSIBLE = 3;
/** Distance of moments from the usual sizes from which they are doubted, and by which another unit must be nearer. */
const FAR = 1.9, NEARER = 1.2;
/** Largest distance at which another unit explains moments. */
const EXPLAINED = 2;
/** Distance up to which a volatility is usual, so that the expected returns are judged alone. */
const USUAL_VOLATILITY = 0.8;

/** Doubts moments, and estimates given beside a history, whose size speaks for another period or for percent. */
export function momentDoubts(facts: RequestFacts): readonly Doubt[] {
  const { request, periods, scale } = facts;
  const { means, deviations, isCorrelation } = givenMoments(request);
  const sizes = { mean: means && medianSize(means), deviation: deviations && medianSize(deviations) };
  const places = placesIn(request), hasHistory = request.history !== null;
  const known = hasHistory && (means !== null || deviations !== null) ? scale()?.volatilities?.median ?? null : null;
  const doubter = { request, periods, sizes, largest: deviations && Math.max(...deviations) };
  if (isCorrelation && sizes.deviation !== null) {
    const volatility = sizes.deviation * Math.sqrt(periods);
    const evidence = { pointer: places.covariance, volatility, frequency: request.frequency };
    const usual = { ...USUAL, volatility: known ?? USUAL.volatility };
    return [correlationAsCovariance.about(request.assets, evidence), ...ofMeans(doubter, usual)];
  }
  if (known !== null) {
    const usual = { volatility: known, mean: known / 2 };
    return [...besideHistory(doubter, usual), ...ofMeans(doubter, usual)];
  }
  if (sizes.deviation === null) return ofMeans(doubter, USUAL);
  const ofVolatility = distanceOf({ ...sizes, mean: null }, { periods, size: 1 }, USUAL);
  if (ofVolatility > USUAL_VOLATILITY) return isCovarianceAlone(doubter) ? ofCovariance(doubter) : together(doubter);
  const volatility = sizes.deviation * Math.sqrt(periods);
  return ofMeans(doubter, { volatility, mean: volatility / 2 });
}

interface Doubter {
  readonly request: OptimizationRequest;
  readonly periods: number;
  readonly sizes: MomentSizes;
  /** Largest volatility per period; null where an estimator computes them. */
  readonly largest: number | null;
}

/** Doubts expected returns and covariance that are in one unit. */
function together({ request, periods, sizes, largest }: Doubter): readonly Doubt[] {
  const best = likeliestUnit(sizes, USUAL), taken = distanceOf(sizes, { periods, size: 1 }, USUAL);
  if (taken < FAR || taken - best.distance < NEARER || best.distance > EXPLAINED) return [];
  const isImpossible = (largest ?? 0) * Math.sqrt(periods) >= IMPOSSIBLE;
  const pointer = request.history === null && !request.listed ? "/moments" : "/covariance";
  return doubted(isImpossible ? impossibleMoments : unlikelyMoments, { request, periods, sizes, pointer, best });
}

/** Distance of expected returns up to which they are usual, so that a covariance of another unit is judged alone. */
const USUAL_MEANS = Math.log(4);

/**
 * Whether a covariance is in another unit than expected returns that are usual, or stands alone. Only one that is too
 * large: volatilities that are small beside usual returns are those of bonds.
 */
function isCovarianceAlone({ periods, sizes: { mean, deviation } }: Doubter): boolean {
  const isLarge = (deviation ?? 0) * Math.sqrt(periods) > USUAL.volatility;
  return isLarge &&
    (mean === null || distanceOf({ mean, deviation: null }, { periods, size: 1 }, USUAL) <= USUAL_MEANS);
}

/** Distance from which a covariance beside usual expected returns is doubted. */
const FAR_ALONE = 1.4;

function ofCovariance({ request, periods, sizes, largest }: Doubter): readonly Doubt[] {
  const own = { ...sizes, mean: null }, best = likeliestCovariance(own, { periods, usual: USUAL });
  const taken = distanceOf(own, { periods, size: 1 }, USUAL);
  if (taken < FAR_ALONE || taken - best.distance < NEARER) return [];
  const isImpossible = (largest ?? 0) * Math.sqrt(periods) >= IMPOSSIBLE;
  const kind = isImpossible ? impossibleMoments : unlikelyMoments;
  return doubted(kind, { request, periods, sizes: own, pointer: placesIn(request).covariance, best });
}

/** Size of a given covariance beside that of the run's own history from which it is doubted, as a logarithm. */
const BESIDE_HISTORY = Math.log(3);

function besideHistory({ request, periods, sizes }: Doubter, usual: UsualSizes): readonly Doubt[] {
  const own = { ...sizes, mean: null };
  if (own.deviation === null) return [];
  const best = likeliestCovariance(own, { periods, usual }), taken = distanceOf(own, { periods, size: 1 }, usual);
  if (taken < BESIDE_HISTORY || best.distance > taken / 2) return [];
  return doubted(unlikelyCovariance, { request, periods, sizes: own, pointer: placesIn(request).covariance, best });
}

const IN_PLACE = "volatilities in place of variances";

/** Returns the unit that explains a covariance best: one of moments, or volatilities in place of variances. */
function likeliestCovariance(
  own: MomentSizes,
  { periods, usual }: { readonly periods: number; readonly usual: UsualSizes },
): LikelyUnit {
  const best = likeliestUnit(own, usual), deviation = own.deviation === null ? null : own.deviation ** 2;
  const distance = distanceOf({ mean: null, deviation }, { periods, size: 1 }, usual);
  const isNearer = deviation !== null && distance < best.distance;
  const other = isNearer ? best.words : IN_PLACE, isNear = Math.abs(distance - best.distance) < NEAR_ALONE;
  const beside = isNear ? other : isNearer ? null : best.beside;
  if (!isNearer) return { ...best, beside };
  // As taken the variances are the roots of those that are meant, and so too large by one over such a root.
  return { words: IN_PLACE, periods: periods * deviation, size: 1, distance, beside };
}

/** Distance within which two readings of a covariance are both told. */
const NEAR_ALONE = 0.5;

/** Least annual expected return in the median that is doubted as too large. */
const LARGE_RETURN = 0.5;
/** Ratio to the usual expected return above which, or below whose inverse, returns are doubted, as logarithms. */
const TOO_LARGE = Math.log(5), TOO_SMALL = Math.log(12);

/** Doubts expected returns by the volatility that is known or usual. */
function ofMeans({ request, periods, sizes: { mean } }: Doubter, usual: UsualSizes): readonly Doubt[] {
  if (mean === null) return [];
  const sizes = { mean, deviation: null }, annual = mean * periods, ratio = Math.log(annual / usual.mean);
  const isFar = ratio >= TOO_LARGE && annual >= LARGE_RETURN || ratio <= -TOO_SMALL;
  const best = likeliestUnit(sizes, usual);
  if (!isFar || Math.abs(ratio) - best.distance < NEARER) return [];
  return doubted(unlikelyExpectedReturns, { request, periods, sizes, pointer: placesIn(request).means, best });
}

function doubted(
  kind: DoubtKind<MomentFacts>,
  { request, periods, sizes: { deviation, mean }, pointer, best }:
    & Pick<Doubter, "request" | "periods" | "sizes">
    & { readonly pointer: string; readonly best: LikelyUnit },
): readonly Doubt[] {
  return [kind.about(request.assets, {
    pointer,
    volatility: deviation === null ? null : deviation * Math.sqrt(periods),
    expected_return: mean === null ? null : mean * periods,
    taken: request.frequency,
    meant: best.words,
    or_meant: best.beside,
    factor: periods / best.periods / best.size,
  })];
}

function placesIn({ history, listed }: OptimizationRequest): { readonly means: string; readonly covariance: string } {
  return history === null && !listed
    ? { means: "/moments/expected_returns", covariance: "/moments/covariance" }
    : { means: "/expected_returns/values", covariance: "/covariance/matrix" };
}
