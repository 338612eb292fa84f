import type { CovarianceRows, FrontierResult, Shares } from "./documents.ts";

/** A portfolio of the frontier: its annual return, its risk by the frontier's measure, and its weights. */
export interface FrontierStop {
  readonly return: number;
  readonly risk: number;
  readonly weights: Shares;
}

/** The way along a frontier on which a reader picks portfolios. */
export interface FrontierTrack {
  /** Portfolios that were computed, along the frontier. */
  readonly stops: readonly FrontierStop[];
  /**
   * Whether the portfolios between a stop and the next one are known exactly, because their weights are linear in the
   * return; one entry for each stop but the last.
   */
  readonly isExact: readonly boolean[];
  /** Covariance of the annual returns of two stops, for the volatility between them; null where it is unknown. */
  readonly covarianceOf: ((a: Shares, b: Shares) => number) | null;
}

/** Largest difference of a weight by which a point still lies between two corner portfolios. */
const WEIGHT_TOLERANCE = 1e-6;

/**
 * Returns the way along a frontier. Between the corner portfolios of the critical line weights are linear in the
 * return, so that any portfolio between them is exact. They are the way where the points of the frontier lie on them,
 * or where there are no points; otherwise the way has the points alone.
 */
export function frontierTrack(
  { points, corner_portfolios, measure }: FrontierResult,
  covariance: { readonly assets: readonly string[]; readonly matrix: CovarianceRows | null },
): FrontierTrack {
  const computed = points.map((point): FrontierStop => ({
    return: point.return,
    risk: measure === "volatility" ? point.volatility : point.risk ?? point.volatility,
    weights: point.weights,
  }));
  const corners = (corner_portfolios ?? []).map((corner): FrontierStop => ({
    return: corner.return,
    risk: corner.volatility,
    weights: corner.weights,
  })).sort((a, b) => a.return - b.return);
  const upper = computed.filter((_, index) => points[index]?.branch === "upper");
  const lower = computed.filter((_, index) => points[index]?.branch === "lower");
  const isByCorners = corners.length > 1 && covariance.matrix !== null && measure === "volatility" &&
    upper.every((stop) => liesBetween(stop, corners));
  if (!isByCorners) {
    return { stops: computed, isExact: computed.slice(1).map(() => false), covarianceOf: null };
  }
  const stops = [...lower, ...corners];
  return {
    stops,
    isExact: stops.slice(1).map((_, index) => index >= lower.length),
    covarianceOf: annualCovariance(covariance, corners),
  };
}

/** Whether a portfolio is the one between two neighbouring corners at its return. */
function liesBetween(stop: FrontierStop, corners: readonly FrontierStop[]): boolean {
  const last = corners.length - 2;
  const after = corners.findIndex((corner) => corner.return >= stop.return);
  const from = Math.min(last, Math.max(0, (after < 0 ? corners.length : after) - 1));
  const [low, high] = [corners[from], corners[from + 1]];
  if (low === undefined || high === undefined) return false;
  const span = high.return - low.return;
  const share = span === 0 ? 0 : Math.min(1, Math.max(0, (stop.return - low.return) / span));
  const between = mixed(low.weights, high.weights, share);
  return [...new Set([...Object.keys(between), ...Object.keys(stop.weights)])]
    .every((asset) => Math.abs((between[asset] ?? 0) - (stop.weights[asset] ?? 0)) <= WEIGHT_TOLERANCE);
}

/**
 * Returns the portfolio at a place of a track: place 2.25 is a quarter of the way from the third stop to the fourth.
 * Where the way is not exact, it is the nearer stop.
 */
export function stopAt({ stops, isExact, covarianceOf }: FrontierTrack, place: number): FrontierStop | null {
  const within = Math.min(stops.length - 1, Math.max(0, place));
  const from = Math.min(Math.floor(within), stops.length - 2);
  const [low, high] = [stops[from], stops[from + 1]];
  if (low === undefined || high === undefined) return stops[0] ?? null;
  const share = within - from;
  if (share === 0) return low;
  if (share === 1) return high;
  if (isExact[from] !== true || covarianceOf === null) return share < 0.5 ? low : high;
  const rest = 1 - share;
  const variance = rest ** 2 * low.risk ** 2 + share ** 2 * high.risk ** 2 +
    2 * rest * share * covarianceOf(low.weights, high.weights);
  return {
    return: rest * low.return + share * high.return,
    risk: Math.sqrt(Math.max(0, variance)),
    weights: mixed(low.weights, high.weights, share),
  };
}

/** Steps in which a place between two stops is tried when the nearest one to a point of the chart is searched. */
const STEPS_BETWEEN = 24;

/** Returns all places of a track that a chart tells apart: its stops, and steps between them where they are exact. */
export function placesOf({ stops, isExact }: FrontierTrack): readonly number[] {
  return stops.flatMap((_, index) =>
    isExact[index] === true ? Array.from({ length: STEPS_BETWEEN }, (_, step) => index + step / STEPS_BETWEEN) : [index]
  );
}

function mixed(low: Shares, high: Shares, share: number): Shares {
  const assets = new Set([...Object.keys(low), ...Object.keys(high)]);
  return Object.fromEntries(
    [...assets].map((asset) => [asset, (1 - share) * (low[asset] ?? 0) + share * (high[asset] ?? 0)]),
  );
}

/** Returns a function for the annual covariance of two portfolios, by the periods that a corner's volatility has. */
function annualCovariance(
  { assets, matrix }: { readonly assets: readonly string[]; readonly matrix: CovarianceRows | null },
  corners: readonly FrontierStop[],
): ((a: Shares, b: Shares) => number) | null {
  if (matrix === null) return null;
  const perPeriod = (a: Shares, b: Shares): number => {
    const heldA = assets.flatMap((asset, index) => a[asset] ? [index] : []);
    const heldB = assets.flatMap((asset, index) => b[asset] ? [index] : []);
    return heldA.reduce((sum, i) => {
      const row = matrix[i];
      const inner = heldB.reduce((part, j) => part + (row?.[j] ?? NaN) * (b[assets[j] ?? ""] ?? 0), 0);
      return sum + (a[assets[i] ?? ""] ?? 0) * inner;
    }, 0);
  };
  const reference = corners.find(({ risk }) => risk > 0);
  if (reference === undefined) return () => 0;
  const periods = reference.risk ** 2 / perPeriod(reference.weights, reference.weights);
  return (a, b) => periods * perPeriod(a, b);
}
