import { dot } from "../../domain/matrix.ts";
import { volatilities, volatilityOf } from "../../measures/portfolio_volatility.ts";
import type { Problem } from "../problem.ts";
import type { Block, Program } from "./program.ts";
import { HEDGED } from "./rounding.ts";

/**
 * Beyond these ratios of volatilities or returns, these weights and these coefficients, sums of doubles may lose digits
 * that a proof needs.
 */
const FAR_APART = 1e4, LARGE_WEIGHT = 1e4, LARGE_COEFFICIENT = 1e4;

/**
 * The reason why doubles may lack the digits of a proof: a feature of the program, or of the weights found, that
 * differs too widely in size. The most common cause comes first. Returns a clause that begins in lower case and names
 * its subject; null if there is no such feature.
 */
export function unevennessOf(problem: Problem, program: Program, weights: Float64Array | null): string | null {
  return (weights && (ofLargeWeights(weights, problem) ?? ofHedge(weights, problem))) ??
    ofCoefficients(program) ?? ofVolatilities(problem) ?? ofReturns(problem);
}

function ofLargeWeights(weights: Float64Array, { assets }: Problem): string | null {
  const at = placeOfLargest(weights);
  return Math.abs(weights[at]) < LARGE_WEIGHT
    ? null
    : `the weight of ${assets[at]} is ${shown(weights[at])}, so large that few digits are left for returns and limits`;
}

function ofHedge(weights: Float64Array, { covariance }: Problem): string | null {
  const together = dot(weights.map(Math.abs), volatilities(covariance));
  const left = volatilityOf(weights, covariance) / together;
  if (!(left < HEDGED)) return null;
  return left === 0
    ? "their volatility is nothing but rounding error of the volatility of their assets"
    : `their volatility is ${shown(left)} of the volatility of their assets, which is partly rounding error`;
}

function ofCoefficients({ blocks, rows, scale }: Program): string | null {
  // In a homogenised program the limit of a rule is the coefficient of the scaling variable. It is not looked at here.
  let limit = -1;
  scale.forEachTerm(0, (column) => limit = column);
  let largest = LARGE_COEFFICIENT, named: Block["label"] = null;
  for (const { firstRow, rows: count, label, unit } of blocks) {
    if (label === null) continue;
    for (let i = firstRow; i < firstRow + count; i++) {
      rows.forEachTerm(i, (column, value) => {
        if (column === limit || Math.abs(value * unit) < largest) return;
        largest = Math.abs(value * unit);
        named = label;
      });
    }
  }
  if (named === null) return null;
  const { family, rule } = named;
  const what = rule === null ? family : `"${rule}" of ${family}`;
  return `a coefficient of ${what} is as large as ${
    shown(largest)
  }, but a limit is kept only to a billionth of its own unit`;
}

function ofVolatilities({ assets, covariance }: Problem): string | null {
  const of = volatilities(covariance), largest = placeOfLargest(of);
  let least = largest;
  of.forEach((volatility, i) => {
    if (volatility > 0 && volatility < of[least]) least = i;
  });
  const apart = of[largest] / of[least];
  return !(apart >= FAR_APART)
    ? null
    : `the volatility of ${assets[largest]} is ${shown(apart)} times that of ${assets[least]}`;
}

/** Names a return that is far larger than the typical return of the history; null if there is none. */
function ofReturns({ assets, returns }: Problem): string | null {
  if (returns === null) return null;
  const sizes = returns.data.map(Math.abs), at = placeOfLargest(sizes), largest = sizes[at];
  const median = sizes.sort()[sizes.length >> 1];
  return !(largest >= FAR_APART * median)
    ? null
    : `a return of ${assets[at % returns.columns]} is ${shown(largest)}, and half of all returns are below ${
      shown(median)
    }`;
}

function placeOfLargest(entries: Float64Array): number {
  let place = 0;
  for (let i = 1; i < entries.length; i++) if (Math.abs(entries[i]) > Math.abs(entries[place])) place = i;
  return place;
}

function shown(value: number): string {
  return String(Number(value.toPrecision(2)));
}
