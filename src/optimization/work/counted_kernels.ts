import type { ConicProgram } from "../../kernels/conic.ts";
import type { Kernels } from "../../kernels/mod.ts";
import type { BoxQuadraticAnswer, BoxQuadraticProgram, QuadraticProgram } from "../../kernels/quadratic.ts";
import type { HingeProgram } from "../engines/hinges/hinge_program.ts";
import { OutOfWork, type WorkBudget } from "./work_budget.ts";

/**
 * Kernels that charge their work to a budget. The work is computed from the sizes of a program and its iterations,
 * never from a clock, so a program costs the same on every machine. The interior-point solvers are limited to the
 * iterations that the budget still allows, and callers judge their answers as any other. A call throws `OutOfWork` if
 * its first iteration exceeds the budget, and after the call if its iterations exceeded it.
 */
export function countedKernels(kernels: Kernels, budget: WorkBudget): Kernels {
  const { conic, quadratic, hinges, linearAlgebra } = kernels;
  const once = <Answer>(work: number, compute: () => Answer): Answer => {
    budget.spend(Math.round(work));
    return compute();
  };
  const solved = <Answer extends Iterated>(
    { whole, step, more = () => 0 }: Work<Answer>,
    solve: (iterationsAtMost: number) => Answer,
  ): Answer => {
    budget.spend(Math.round(whole));
    const each = Math.round(step);
    if (each > budget.left) throw new OutOfWork();
    const answer = solve(Math.floor(budget.left / each));
    budget.spend((each + more(answer)) * answer.iterations);
    return answer;
  };
  const capped = <Options extends { readonly maxIterations: number }>(options: Options, most: number): Options => ({
    ...options,
    maxIterations: Math.min(options.maxIterations, most),
  });
  return {
    ...kernels,
    conic: {
      solve: (program, options) => solved(workOfCones(program), (most) => conic.solve(program, capped(options, most))),
    },
    quadratic: replaced(quadratic, {
      solve: (program, options) => solved(workOfDense(program), () => quadratic.solve(program, options)),
      solveBox: (program, options) => solved(workOfBox(program), () => quadratic.solveBox(program, options)),
    }),
    hinges: replaced(hinges, {
      solve: (program, options) =>
        solved(workOfHinges(program), (most) => hinges.solve(program, capped(options, most))),
    }),
    linearAlgebra: replaced(linearAlgebra, {
      crossProduct: (x) => once(x.rows * x.columns ** 2 / 2, () => linearAlgebra.crossProduct(x)),
      multiply: (a, b) => once(a.rows * a.columns * b.columns, () => linearAlgebra.multiply(a, b)),
      cholesky: (s) => once(s.rows ** 3 / 3, () => linearAlgebra.cholesky(s)),
      solve: (a, b) => once(a.rows ** 2 * (a.rows + b.columns), () => linearAlgebra.solve(a, b)),
      eigen: (s) => once(EIGEN * s.rows ** 3, () => linearAlgebra.eigen(s)),
    }),
  };
}

/** Work of a solve: the setup and one iteration, in units of about one multiplication, or one nanosecond. */
interface Work<Answer = unknown> {
  readonly whole: number;
  readonly step: number;
  /** Additional work of each iteration, known only from the answer. */
  readonly more?: (answer: Answer) => number;
}

interface Iterated {
  readonly iterations: number;
}

/** Work of an eigendecomposition, in cubes of the matrix size. */
const EIGEN = 10;

/** Fixed work of a call, whatever the sizes. */
const CALL = 2e5;

/**
 * Estimated work of a conic solve for each matrix entry, and for each row or column (`line`): `LAID_OUT` once to set up
 * the program, and `PASSED` in each iteration.
 */
const LAID_OUT = { entry: 100, line: 500 }, PASSED = { entry: 20, line: 150 };

/**
 * Rows or columns with at most this many entries, such as those of hinges and chains, are eliminated without fill-in.
 */
const FEW_ENTRIES = 5;

/** The factorisation eliminates rows or columns, so the estimate takes the cheaper of the two. */
function workOfCones({ P, A }: ConicProgram): Work {
  const entries = P.values.length + A.values.length, lines = A.rows + A.columns, inRow = new Uint32Array(A.rows);
  for (const row of A.rowIndex) inRow[row]++;
  let rows = 0, byRows = 0, columns = 0, byColumns = 0, curved = 0;
  for (const count of inRow) {
    if (count > FEW_ENTRIES) rows++;
    byRows += count ** 2;
  }
  for (let j = 0; j < A.columns; j++) {
    const inColumn = A.columnStart[j + 1] - A.columnStart[j], inP = P.columnStart[j + 1] - P.columnStart[j];
    if (inColumn > FEW_ENTRIES || inP > FEW_ENTRIES) columns++;
    if (inP > FEW_ENTRIES) curved++;
    byColumns += inColumn ** 2;
  }
  const factor = Math.min(byColumns + (rows ** 3 + curved ** 3) / 3, byRows + columns ** 3 / 3);
  return {
    whole: CALL + LAID_OUT.entry * entries + LAID_OUT.line * lines,
    step: PASSED.entry * entries + PASSED.line * lines + factor,
  };
}

function workOfDense({ q, A, G }: QuadraticProgram): Work {
  const n = q.length, rows = A.rows + G.rows;
  return { whole: CALL + n * (n + rows), step: (n + A.rows) ** 3 / 3 + n ** 2 * G.rows };
}

/** An active-set step updates a factor of the free variables and reads a few rows of the matrix. */
function workOfBox({ q, lower, upper }: BoxQuadraticProgram): Work<BoxQuadraticAnswer> {
  return {
    whole: CALL + q.length ** 2,
    step: BOX_ROWS * q.length,
    more: (answer) => "x" in answer ? answer.x.filter((one, i) => one > lower[i] && one < upper[i]).length ** 2 : 0,
  };
}

/** Number of rows of the matrix, of one entry a variable each, that a step of the active-set method costs. */
const BOX_ROWS = 20;

function workOfHinges({ q, R, E, G }: HingeProgram): Work {
  const n = q.length;
  return {
    whole: CALL + n * (R.rows + E.rows + G.rows),
    step: n ** 2 * (R.rows + G.rows) / 2 + (n + E.rows) ** 3 / 3,
  };
}

/** A proxy of a solver that replaces some of its methods. */
function replaced<Solver extends object>(solver: Solver, methods: Partial<Solver>): Solver {
  return new Proxy(solver, {
    get(target, name) {
      const member: unknown = Reflect.get(name in methods ? methods : target, name);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}
