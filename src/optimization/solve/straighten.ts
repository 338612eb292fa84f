import { dot } from "../../domain/matrix.ts";
import type { Affine, Program } from "../program/program.ts";

/** Of the largest entry, and of the terms of a row: what is as little as this is 0 but for what a solver left. */
const STRAY = 1e-8;

/** A row of which less than this share lies outside the rows before it says nothing that they do not. */
const DEPENDENT = 1e-9;

/** Steps, each of which leaves of what is missed what rounding leaves of it. */
const STEPS = 3;

/** Products of a step that are worth a proof. */
const MOST_WORK = 2e8;

/** A row by its entries among the variables that move, each times the size of the variable. */
interface Stretched {
  readonly entries: Float64Array;
  readonly missed: number;
}

/**
 * A direction near a given one along which rows without constants that nearly vanish vanish to rounding, and variables
 * that nearly rest do: its projection on the null space of both, the least change as shares of its entries (Gram and
 * Schmidt, with a second pass).
 */
export function straighten({ rows }: Pick<Program, "rows">, direction: Float64Array): Float64Array {
  const size = direction.reduce((most, entry) => Math.max(most, Math.abs(entry)), 0);
  const d = direction.map((entry) => Math.abs(entry) <= STRAY * size ? 0 : entry);
  const moving = Array.from(d.keys()).filter((j) => d[j] !== 0);
  const vanishing = vanishingRows(rows, direction);
  if (vanishing.length * Math.min(vanishing.length, moving.length) * moving.length > MOST_WORK) return direction;
  for (let step = 0; step < STEPS; step++) {
    const by = leastNorm(stretchedRows(rows, d, { vanishing, moving }), moving.length);
    moving.forEach((j, k) => d[j] += Math.abs(d[j]) * by[k]);
  }
  return d;
}

function vanishingRows(rows: Affine, direction: Float64Array): readonly number[] {
  const vanishing: number[] = [];
  for (let i = 0; i < rows.length; i++) {
    let sum = 0, terms = 0;
    rows.forEachTerm(i, (column, value) => {
      sum += value * direction[column];
      terms += Math.abs(value * direction[column]);
    });
    if (Math.abs(sum) <= STRAY * terms) vanishing.push(i);
  }
  return vanishing;
}

function stretchedRows(
  rows: Affine,
  d: Float64Array,
  { vanishing, moving }: { readonly vanishing: readonly number[]; readonly moving: readonly number[] },
): readonly Stretched[] {
  const place = new Map(moving.map((j, k) => [j, k]));
  return vanishing.map((i) => {
    const entries = new Float64Array(moving.length);
    let missed = 0;
    rows.forEachTerm(i, (column, value) => {
      const k = place.get(column);
      if (k === undefined) return;
      entries[k] += value * Math.abs(d[column]);
      missed += value * d[column];
    });
    return { entries, missed };
  });
}

/** The least u with entries'u = -missed of each row. */
function leastNorm(rows: readonly Stretched[], count: number): Float64Array {
  const basis: { readonly unit: Float64Array; readonly reached: number }[] = [];
  for (const { entries, missed } of rows) {
    const size = Math.sqrt(dot(entries, entries));
    if (size === 0) continue;
    const rest = entries.map((entry) => entry / size);
    let reached = -missed / size;
    for (let pass = 0; pass < 2; pass++) {
      for (const one of basis) {
        const along = dot(rest, one.unit);
        for (let k = 0; k < count; k++) rest[k] -= along * one.unit[k];
        reached -= along * one.reached;
      }
    }
    const left = Math.sqrt(dot(rest, rest));
    if (left > DEPENDENT) basis.push({ unit: rest.map((entry) => entry / left), reached: reached / left });
  }
  const u = new Float64Array(count);
  for (const { unit, reached } of basis) for (let k = 0; k < count; k++) u[k] += reached * unit[k];
  return u;
}
