import { matrix } from "../../domain/matrix.ts";
import type { ConicProgram } from "../../kernels/conic.ts";
import type { HingeAnswer, HingeProgram } from "../../kernels/hinge_program.ts";
import type { HingeSolver } from "../../kernels/hinges.ts";
import type { Program } from "../program/program.ts";
import { gradientSize } from "./objective_scale.ts";
import { reduceProgram } from "./reduce_program.ts";
import type { ReducedAnswer } from "./reduced_answer.ts";
import { type Reduction, RETAINED } from "./reduction.ts";

const solver = "core";

/** More than that the normal equations do not always give; the polish does. */
const OPTIONS = { tolerance: 1e-8, maxIterations: 60 };

/** Fewer hinges than this are no burden to the conic solver. */
const LEAST_HINGES = 100;
/** Equalities are eliminated one by one, and of other variables the work is cubic. */
const MOST_EQUALITIES = 60, MOST_VARIABLES = 1_500;

/**
 * Solves a reduction of many hinges by the interior point of the core, whose work does not grow with them as that of
 * the conic solver. Null where the reduction has other parts, or nothing was proven: that it has no point, too.
 */
export function solveHinges(program: Program, hinges: HingeSolver, reduction: Reduction): ReducedAnswer | null {
  const { variable, row } = program.hinges;
  const undecided = Array.from(row.keys()).filter((h) =>
    reduction.rows[row[h]] === RETAINED && reduction.free[variable[h]]
  );
  if (undecided.length < LEAST_HINGES || program.blocks.some(({ cone }) => !cone.isLinear)) return null;
  const objectiveScale = 1 / gradientSize(program);
  const reduced = reduceProgram(program, reduction, { objectiveScale, bounds: true });
  if (reduced.contradiction !== null || reduced.equalities > MOST_EQUALITIES) return null;
  const parts = partsOf(reduced.conic, reduced, new Set(undecided.map((h) => variable[h])));
  if (parts === null || parts.program.q.length > MOST_VARIABLES) return null;
  const answer = hinges.solve(parts.program, OPTIONS);
  if (answer.status !== "optimal") return null;
  const { x, z } = parts.back(answer);
  return { status: "solved", point: reduced.expand(x, z), solver, iterations: answer.iterations };
}

interface Parts {
  readonly program: HingeProgram;
  back(answer: HingeAnswer): { readonly x: Float64Array; readonly z: Float64Array };
}

/** What becomes of a row of the conic form, and what it was divided by. */
type Role = {
  readonly kind: "equality" | "row" | "hinge" | "positive" | "lower" | "upper";
  readonly at: number;
  readonly by: number;
};

/** The conic form A x + s = b, s ≥ 0 but for the first rows, by its hinges: null where one is in other rows. */
function partsOf(
  { P, q, A, b }: ConicProgram,
  { equalities, variables }: { readonly equalities: number; readonly variables: Uint32Array },
  hingeVariables: ReadonlySet<number>,
): Parts | null {
  const isHinge = variables.reduce(
    (flags, j, column) => (flags[column] = hingeVariables.has(j) ? 1 : 0, flags),
    new Uint8Array(q.length),
  );
  const place = new Int32Array(q.length);
  let [n, T] = [0, 0];
  for (let j = 0; j < q.length; j++) place[j] = isHinge[j] ? T++ : n++;
  const entries = new Uint32Array(b.length);
  for (const i of A.rowIndex) entries[i]++;
  const lower = new Float64Array(n).fill(-Infinity), upper = new Float64Array(n).fill(Infinity);
  const k = new Float64Array(T), c = new Float64Array(T), f = new Float64Array(T), shift = new Float64Array(T);
  const roles = new Array<Role | undefined>(b.length);
  for (let j = 0; j < q.length; j++) {
    for (let p = A.columnStart[j]; p < A.columnStart[j + 1]; p++) {
      const i = A.rowIndex[p], value = A.values[p];
      if (i < equalities) {
        if (isHinge[j]) return null;
        continue;
      }
      if (isHinge[j]) {
        if (value >= 0 || roles[i] !== undefined) return null;
        if (entries[i] === 1) {
          roles[i] = { kind: "positive", at: place[j], by: -value };
          shift[place[j]] = b[i] / -value;
        } else roles[i] = { kind: "hinge", at: place[j], by: -value };
      } else if (entries[i] === 1) {
        const bounds = value > 0 ? upper : lower;
        if (Number.isFinite(bounds[place[j]])) continue;
        bounds[place[j]] = b[i] / value;
        roles[i] = { kind: value > 0 ? "upper" : "lower", at: place[j], by: Math.abs(value) };
      }
    }
  }
  let rows = 0;
  const whole = Array.from(
    roles,
    (role, i): Role =>
      role ?? (i < equalities ? { kind: "equality", at: i, by: 1 } : { kind: "row", at: rows++, by: 1 }),
  );
  const R = matrix(T, n), E = matrix(equalities, n), G = matrix(rows, n), h = new Float64Array(rows);
  const target = { hinge: R, equality: E, row: G };
  whole.forEach(({ kind, at, by }, i) => {
    if (kind === "hinge") k[at] = shift[at] - b[i] / by;
    if (kind === "row") h[at] = b[i];
  });
  const Pn = matrix(n, n), qn = new Float64Array(n);
  for (let j = 0; j < q.length; j++) {
    for (let p = A.columnStart[j]; p < A.columnStart[j + 1]; p++) {
      const { kind, at, by } = whole[A.rowIndex[p]];
      if (isHinge[j] || kind === "positive" || kind === "lower" || kind === "upper") continue;
      target[kind].data[at * n + place[j]] = A.values[p] / by;
    }
    for (let p = P.columnStart[j]; p < P.columnStart[j + 1]; p++) {
      const i = P.rowIndex[p];
      if (isHinge[i] !== isHinge[j] || (isHinge[j] && i !== j)) return null;
      if (isHinge[j]) f[place[j]] = P.values[p];
      else Pn.data[place[i] * n + place[j]] = Pn.data[place[j] * n + place[i]] = P.values[p];
    }
    if (isHinge[j]) c[place[j]] = q[j] - f[place[j]] * shift[place[j]];
    else qn[place[j]] = q[j];
  }
  return {
    program: { P: Pn, q: qn, R, k, c, f, E, e: b.slice(0, equalities), G, h, lower, upper },
    back(answer) {
      const on = {
        equality: answer.onEqualities,
        row: answer.onRows,
        hinge: answer.onHinges,
        positive: answer.onPositive,
        lower: answer.onLower,
        upper: answer.onUpper,
      };
      return {
        x: Float64Array.from(q, (_, j) => isHinge[j] ? answer.u[place[j]] - shift[place[j]] : answer.x[place[j]]),
        z: Float64Array.from(whole, ({ kind, at, by }) => on[kind][at] / by),
      };
    },
  };
}
