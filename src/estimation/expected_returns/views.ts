import type { AssetId } from "../../domain/asset.ts";
import { type Fault, jsonPointer } from "../../domain/errors.ts";
import { dot } from "../../domain/matrix.ts";
import { unknownAssetFaults } from "../named_asset_faults.ts";

/**
 * View (prediction of a return) as the caller sent it: loadings of a portfolio, its annual return, and the confidence
 * in it.
 */
export interface SentView {
  readonly assets: Readonly<Record<string, number>>;
  readonly return: number;
  readonly confidence: number;
}

/** View (prediction of a return) with a loading for every asset of the run and a return per period. */
export interface View {
  /** Position of the view in the request, from 0. */
  readonly place: number;
  /** Loading (weight) of each asset of the run in the portfolio of the view. */
  readonly loadings: Float64Array;
  readonly return: number;
  /** Confidence in the view, above 0 and at most 1. */
  readonly confidence: number;
}

/**
 * Tolerance for a certain view (confidence 1) that depends on earlier ones: what they leave of its loadings, and of its
 * return, counts as rounding below this fraction of the loadings' length and of the size of the returns.
 */
const ROUNDING = 1e-9;

/** Largest confidence at which a view is left out. Rounding hides the effect of any view up to it. */
const LEAST_CONFIDENCE = Number.EPSILON ** 4;

/**
 * Converts the caller's views to all assets of the run and to returns per period. Views of a confidence of at most
 * `LEAST_CONFIDENCE` are left out, because they change nothing.
 */
export function viewsOf(
  sent: readonly SentView[],
  { assets, periodsPerYear }: { readonly assets: readonly AssetId[]; readonly periodsPerYear: number },
): View[] {
  return sent.map((view, place) => ({
    place,
    loadings: loadingsOf(view, assets),
    return: view.return / periodsPerYear,
    confidence: view.confidence,
  })).filter(({ confidence }) => confidence > LEAST_CONFIDENCE);
}

/**
 * Returns faults of the caller's views: assets outside the run, loadings that are all 0, and a certain view (confidence
 * 1) whose return contradicts earlier certain views.
 */
export function viewFaults(sent: readonly SentView[], assets: readonly AssetId[]): Fault[] {
  const faults = sent.flatMap((view, i) => loadingFaults(view, jsonPointer("views", i, "assets"), assets));
  return faults.length > 0 ? faults : contradictions(sent, assets);
}

function loadingFaults({ assets: loadings }: SentView, pointer: string, assets: readonly AssetId[]): Fault[] {
  const names = Object.keys(loadings);
  const unknown = unknownAssetFaults(names, assets, (name) => pointer + jsonPointer(name));
  if (unknown.length > 0 || names.some((name) => loadings[name] !== 0)) return unknown;
  return [{ pointer, detail: "Cannot take a view without an asset: at least one loading must not be 0" }];
}

/** Direction of unit length, in the space of asset returns, in which certain views (confidence 1) fix the return. */
interface Certainty {
  readonly direction: Float64Array;
  readonly return: number;
}

/** Returns a fault for each certain view whose loadings follow from earlier certain views but whose return does not. */
function contradictions(sent: readonly SentView[], assets: readonly AssetId[]): Fault[] {
  const known: Certainty[] = [];
  const faults: Fault[] = [];
  sent.forEach((view, i) => {
    if (view.confidence < 1) return;
    const left = loadingsOf(view, assets);
    const length = Math.sqrt(dot(left, left));
    let implied = 0, size = Math.abs(view.return);
    for (let pass = 0; pass < 2; pass++) {
      for (const { direction, return: certain } of known) {
        const along = dot(left, direction);
        direction.forEach((value, j) => left[j] -= along * value);
        implied += along * certain;
        size += Math.abs(along * certain);
      }
    }
    const rest = Math.sqrt(dot(left, left));
    if (rest > ROUNDING * length) {
      known.push({ direction: left.map((value) => value / rest), return: (view.return - implied) / rest });
    } else if (Math.abs(view.return - implied) > ROUNDING * size) {
      const detail = `Cannot take a return of ${view.return} with confidence 1: ` +
        `the views with confidence 1 before it imply ${Number(implied.toPrecision(9))}`;
      faults.push({ pointer: jsonPointer("views", i, "return"), detail });
    }
  });
  return faults;
}

function loadingsOf({ assets: loadings }: SentView, assets: readonly AssetId[]): Float64Array {
  return Float64Array.from(assets, (asset) => Object.hasOwn(loadings, asset) ? loadings[asset] : 0);
}
