import { matrix } from "../../domain/matrix.ts";
import type { ConicProgram } from "../../kernels/conic.ts";
import type { HingeAnswer, HingeProgram } from "./hinges/hinge_program.ts";
import { type ChainedForm, chainedForm } from "./chained_form.ts";
import { CHAIN, type Columns, HINGE, OTHER, type Role } from "../presolve/hinge_columns.ts";

/** A conic program in the form of hinges. `back` returns an answer in the variables and rows of the conic program. */
export interface HingeForm {
  readonly program: HingeProgram;
  back(answer: HingeAnswer): { readonly x: Float64Array; readonly z: Float64Array };
}

/**
 * Brings a conic program A x + s = b into the form of `HingeProgram`. Its first `equalities` rows have s = 0, the
 * others s ≥ 0. `kind` marks the columns of hinges and of a chain (presolve/hinge_columns.ts). A hinge u has one row s
 * = b + α u - a'x, one bound s = b + β u with α, β > 0, a diagonal entry of P, and nothing else. A limit or the row of
 * a hinge may have one variable of a chain, or one and the one before it. Null if a hinge or a chain is in more than
 * that.
 */
export function hingeForm(
  conic: ConicProgram,
  { equalities, kind }: { readonly equalities: number; readonly kind: Uint8Array },
): HingeForm | null {
  const columns = columnsOf(kind);
  const roles = rolesOf(conic, columns, equalities);
  if (roles === null || !isSeparate(conic, columns)) return null;
  const shift = shiftsOf(conic, columns, roles);
  const program = programOf(conic, columns, { roles, shift });
  const chained = columns.chain === 0 ? asItIs(program) : chainedForm(program, conic, columns, roles);
  if (chained === null) return null;
  const values = (answer: HingeAnswer): readonly Float64Array[] => [
    answer.x,
    answer.u.map((one, t) => one - shift[t]),
    chained.back(answer),
  ];
  return {
    program: chained.program,
    back: (answer) => ({
      x: valuesIn(values(answer), columns),
      z: Float64Array.from(roles, ({ kind, at, by }) => multipliersOf(answer, kind)[at] / by),
    }),
  };
}

function columnsOf(kind: Uint8Array): Columns {
  const counts = [0, 0, 0], place = Int32Array.from(kind, (one) => counts[one]++);
  return { kind, place, others: counts[OTHER], hinges: counts[HINGE], chain: counts[CHAIN] };
}

/** Returns the values of all columns in their order, from the values of the columns of each kind. */
function valuesIn(values: readonly Float64Array[], { kind, place }: Columns): Float64Array {
  return Float64Array.from(place, (at, j) => values[kind[j]][at]);
}

function asItIs(program: HingeProgram): ChainedForm {
  return { program, back: () => new Float64Array(0) };
}

/** Tells whether the objective has no products of hinges with other variables, and no quadratic terms of a chain. */
function isSeparate({ P, q }: ConicProgram, { kind }: Columns): boolean {
  for (let j = 0; j < q.length; j++) {
    for (let p = P.columnStart[j]; p < P.columnStart[j + 1]; p++) {
      const i = P.rowIndex[p];
      if (kind[j] === CHAIN || (i !== j && (kind[i] !== OTHER || kind[j] !== OTHER))) return false;
    }
  }
  return true;
}

/**
 * Returns the part of each row in the program of hinges. Null if a hinge is in an equality, has an upper bound, shares
 * a row with another hinge, or has not exactly one row and one bound.
 */
function rolesOf({ q, A, b }: ConicProgram, columns: Columns, equalities: number): Role[] | null {
  const { place } = columns, isHinge = columns.kind.map((kind) => kind === HINGE ? 1 : 0);
  const terms = new Uint32Array(b.length);
  for (const i of A.rowIndex) terms[i]++;
  const roles = new Array<Role | undefined>(b.length), seen = new Set<Role["kind"]>();
  for (let j = 0; j < q.length; j++) {
    if (columns.kind[j] === CHAIN) continue;
    seen.clear();
    for (let p = A.columnStart[j]; p < A.columnStart[j + 1]; p++) {
      const i = A.rowIndex[p], value = A.values[p], isAlone = terms[i] === 1;
      if (i >= equalities && !isHinge[j] && !isAlone) continue;
      if (i < equalities && !isHinge[j]) continue;
      if (isHinge[j] && (i < equalities || value >= 0 || roles[i] !== undefined)) return null;
      const bound = value > 0 ? "upper" : "lower";
      const kind = isHinge[j] ? (isAlone ? "positive" : "hinge") : bound;
      // A variable keeps one bound on each side, and a second one becomes a limit. A hinge has exactly one row of each
      // kind.
      if (seen.has(kind) && isHinge[j]) return null;
      if (!seen.has(kind)) roles[i] = { kind, at: place[j], by: Math.abs(value) };
      seen.add(kind);
    }
  }
  const own = roles.reduce((sum, role) => role?.kind === "hinge" || role?.kind === "positive" ? sum + 1 : sum, 0);
  if (own !== 2 * columns.hinges) return null;
  let limits = 0;
  return Array.from(
    roles,
    (role, i) => role ?? (i < equalities ? { kind: "equality", at: i, by: 1 } : { kind: "limit", at: limits++, by: 1 }),
  );
}

/** Returns the amount added to each hinge so that its lower bound becomes 0. */
function shiftsOf({ b }: ConicProgram, { hinges }: Columns, roles: readonly Role[]): Float64Array {
  const shift = new Float64Array(hinges);
  roles.forEach(({ kind, at, by }, i) => {
    if (kind === "positive") shift[at] = b[i] / by;
  });
  return shift;
}

function programOf(
  { P, q, A, b }: ConicProgram,
  { kind, place, hinges, others }: Columns,
  { roles, shift }: { readonly roles: readonly Role[]; readonly shift: Float64Array },
): HingeProgram {
  const count = (what: Role["kind"]): number => roles.reduce((sum, role) => role.kind === what ? sum + 1 : sum, 0);
  const equalities = count("equality"), limits = count("limit");
  const program = {
    P: matrix(others, others),
    q: new Float64Array(others),
    R: matrix(hinges, others),
    k: new Float64Array(hinges),
    c: new Float64Array(hinges),
    f: new Float64Array(hinges),
    E: matrix(equalities, others),
    e: b.slice(0, equalities),
    G: matrix(limits, others),
    h: new Float64Array(limits),
    lower: new Float64Array(others).fill(-Infinity),
    upper: new Float64Array(others).fill(Infinity),
  };
  const rowsOf = { hinge: program.R, equality: program.E, limit: program.G };
  roles.forEach(({ kind, at, by }, i) => {
    if (kind === "hinge") program.k[at] = shift[at] - b[i] / by;
    if (kind === "limit") program.h[at] = b[i];
    if (kind === "lower") program.lower[at] = -b[i] / by;
    if (kind === "upper") program.upper[at] = b[i] / by;
  });
  for (let j = 0; j < q.length; j++) {
    if (kind[j] === CHAIN) continue;
    const at = place[j], isHinge = kind[j] === HINGE;
    for (let p = P.columnStart[j]; p < P.columnStart[j + 1]; p++) {
      const i = place[P.rowIndex[p]];
      if (isHinge) program.f[at] = P.values[p];
      else program.P.data[i * others + at] = program.P.data[at * others + i] = P.values[p];
    }
    if (isHinge) {
      program.c[at] = q[j] - program.f[at] * shift[at];
      continue;
    }
    program.q[at] = q[j];
    for (let p = A.columnStart[j]; p < A.columnStart[j + 1]; p++) {
      const { kind: what, at: row, by } = roles[A.rowIndex[p]];
      if (what === "hinge" || what === "equality" || what === "limit") {
        rowsOf[what].data[row * others + at] = A.values[p] / by;
      }
    }
  }
  return program;
}

function multipliersOf(answer: HingeAnswer, kind: Role["kind"]): Float64Array {
  switch (kind) {
    case "equality":
      return answer.onEqualities;
    case "limit":
      return answer.onRows;
    case "hinge":
      return answer.onHinges;
    case "positive":
      return answer.onPositive;
    case "lower":
      return answer.onLower;
    case "upper":
      return answer.onUpper;
  }
}
