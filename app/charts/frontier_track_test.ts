import assert from "node:assert/strict";
import { frontierOf, frontierPointOf } from "../../tests/support/small_results.ts";
import { frontierTrack, placesOf, stopAt } from "./frontier_track.ts";

const ASSETS = ["A", "B"];
/** Covariance of a period, of which a year has 100. */
const MATRIX = [[1e-4, 2e-5], [2e-5, 9e-4]];
const COVARIANCE = { assets: ASSETS, matrix: MATRIX };

/** Annual return and volatility of weights by the covariance matrix and returns of 4 % and 12 % a year. */
function portfolioOf(a: number): { return: number; volatility: number; weights: Record<string, number> } {
  const b = 1 - a;
  const variance = a * a * MATRIX[0][0] + 2 * a * b * MATRIX[0][1] + b * b * MATRIX[1][1];
  return { return: 0.04 * a + 0.12 * b, volatility: Math.sqrt(100 * variance), weights: { A: a, B: b } };
}

const CORNERS = [portfolioOf(0.9), portfolioOf(0.4), portfolioOf(0)];

Deno.test("between two corner portfolios every portfolio is exact: weights, return and volatility", () => {
  const track = frontierTrack(frontierOf([], { corner_portfolios: CORNERS }), COVARIANCE);
  assert.deepEqual(track.isExact, [true, true]);
  for (const share of [0.25, 0.5, 0.9]) {
    const stop = stopAt(track, share), exact = portfolioOf(0.9 - 0.5 * share);
    assert.ok(Math.abs((stop?.risk ?? 0) - exact.volatility) < 1e-12);
    assert.ok(Math.abs((stop?.return ?? 0) - exact.return) < 1e-12);
    assert.ok(Math.abs((stop?.weights.A ?? 0) - exact.weights.A) < 1e-12);
  }
});

Deno.test("corners are the way of a frontier whose points lie on them", () => {
  const points = [0.9, 0.65, 0.1].map((a) => frontierPointOf(portfolioOf(a)));
  const track = frontierTrack(frontierOf(points, { corner_portfolios: CORNERS }), COVARIANCE);
  assert.equal(track.stops.length, 3);
  assert.deepEqual(track.isExact, [true, true]);
});

Deno.test("a frontier under other rules than its corners moves from point to point, never between them", () => {
  const points = [0.8, 0.5].map((a) => frontierPointOf({ ...portfolioOf(a), weights: { A: a - 0.01, B: 1.01 - a } }));
  const track = frontierTrack(frontierOf(points, { corner_portfolios: CORNERS }), COVARIANCE);
  assert.deepEqual(track.isExact, [false]);
  assert.deepEqual(stopAt(track, 0.4)?.weights, points[0].weights);
  assert.deepEqual(stopAt(track, 0.6)?.weights, points[1].weights);
  assert.deepEqual(placesOf(track), [0, 1]);
});

Deno.test("a frontier without corners, without a matrix or of another measure has its points alone", () => {
  const points = [0.9, 0.5].map((a) => frontierPointOf(portfolioOf(a)));
  const withoutMatrix = { assets: ASSETS, matrix: null };
  assert.deepEqual(frontierTrack(frontierOf(points), COVARIANCE).isExact, [false]);
  assert.deepEqual(frontierTrack(frontierOf(points, { corner_portfolios: CORNERS }), withoutMatrix).isExact, [false]);
  const other = frontierOf(points.map((point) => ({ ...point, risk: 0.02 })), { measure: "cvar" });
  assert.equal(stopAt(frontierTrack(other, COVARIANCE), 0)?.risk, 0.02);
});

Deno.test("places beyond the ends of the way are its ends, and a way of one portfolio is that portfolio", () => {
  const points = [0.9, 0.5].map((a) => frontierPointOf(portfolioOf(a)));
  const track = frontierTrack(frontierOf(points), COVARIANCE);
  assert.equal(stopAt(track, -3), track.stops[0]);
  assert.equal(stopAt(track, 99), track.stops[1]);
  assert.deepEqual(stopAt(frontierTrack(frontierOf(points.slice(0, 1)), COVARIANCE), 0.5)?.weights, {
    A: 0.9,
    B: 0.09999999999999998,
  });
  assert.equal(stopAt(frontierTrack(frontierOf([]), COVARIANCE), 0), null);
});
