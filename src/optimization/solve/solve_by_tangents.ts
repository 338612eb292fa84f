import { dot } from "../../domain/matrix.ts";
import type { Kernels } from "../../kernels/mod.ts";
import { type Program, quadraticTimes } from "../program/program.ts";
import type { Point } from "./certify.ts";
import { expandEpigraphs } from "./expand_epigraphs.ts";
import { findRay, isRay } from "./find_ray.ts";
import { polish } from "./polish.ts";
import { judged, type JudgedAnswer, type ProgramAnswer, withCertificate, withoutPoint } from "./program_answer.ts";
import type { ProgramOptions } from "./program_options.ts";
import { excess, PROOF } from "./proof.ts";
import { wholeOf } from "./reduction.ts";
import { solveByCones } from "./solve_by_cones.ts";
import { type Cut, type Supports, TangentModel } from "./tangent_model.ts";

/** Of Newton's method, and of cuts. */
const MOST_STEPS = 60, MOST_ROUNDS = 100;
/** Rounds of cuts after which curvature, which may lead past what they know, is left out. */
const CURVED_ROUNDS = 30;
/** Halvings of a step. */
const SHORTEST_STEP = 2 ** -40;
/** Of a step, and how many in turn say that a function is not smooth. */
const SHORT_STEP = 0.05, SHORT_STEPS = 4;
/** The share of what a model promises that a step must keep. */
const KEPT = 1e-4;
/** Of an objective: a promise of less is rounding. */
const ROUNDING = 1e-12;
/** Residuals this share of what the proof allows gain no digit that a user sees. */
const GOOD_ENOUGH = 1e-5;
/** Curvature of this many times the value. */
const SHARP = 1e5;
/** So many steps without a better point end a search; one does where the best is clear of what the proof asks for. */
const IDLE_STEPS = 25, NEAR_STEPS = 6, CLEAR = 1e-2;
/** Residuals this many times what the proof allows are so near that the last tangent says more than all before it. */
const NEAR = 1e5;

/** Solves a program without epigraphs. */
type Solve = (program: Program, options: ProgramOptions) => ProgramAnswer;

/**
 * Solves a program with epigraphs of sublinear functions by their tangents: a tangent is nowhere above, so that the
 * multipliers of a program that has it prove what they prove of the program itself. Where the objective alone has the
 * functions, each step minimises them to second order under all rules (Newton's method; Nocedal, Wright (2006),
 * Numerical optimization, 18.4) and is shortened until it keeps what it promised; where limits have them, or that comes
 * to no end, tangents are gathered as cuts (Kelley (1960), The cutting-plane method, Journal of the SIAM 8).
 */
export function solveByTangents(
  program: Program,
  { kernels, options: { guess }, solve }: { kernels: Kernels; options: ProgramOptions; solve: Solve },
): ProgramAnswer {
  const search = new TangentSearch(program, { kernels, solve });
  const start = guess?.().map((entry) => Number.isNaN(entry) ? 0 : entry) ?? null;
  if (search.isOfObjective) search.byNewton(start);
  else search.byCuts(start);
  if (!search.isDone && search.isOfObjective) search.byLargest(search.lowest);
  if (!search.isDone) search.byCones();
  if (!search.isDone) search.byCuts(null);
  if (!search.isDone && search.isOfObjective) search.byNewton(search.lowest);
  return search.answer();
}

class TangentSearch {
  readonly #model: TangentModel;
  readonly #kernels: Kernels;
  readonly #solve: Solve;
  #best: JudgedAnswer | null = null;
  /** The point within the limits with the least objective. */
  #lowest: { readonly x: Float64Array; readonly value: number } | null = null;
  /** The answer where the limits, or the objective, have none. */
  #verdict: ProgramAnswer | null = null;
  #solver = "core";
  #iterations = 0;

  constructor(program: Program, { kernels, solve }: { kernels: Kernels; solve: Solve }) {
    this.#model = new TangentModel(program, kernels.linearAlgebra);
    this.#kernels = kernels;
    this.#solve = solve;
  }

  get #program(): Program {
    return this.#model.program;
  }

  /** Whether the objective alone has the functions. */
  get isOfObjective(): boolean {
    return this.#model.epigraphs.every(({ cost }) => cost !== null && cost >= 0);
  }

  get isDone(): boolean {
    return this.#verdict !== null || this.#best?.status === "optimal";
  }

  get lowest(): Float64Array | null {
    return this.#lowest?.x ?? null;
  }

  answer(): ProgramAnswer {
    if (this.#verdict !== null) return this.#verdict;
    if (this.#best === null) return withoutPoint("not_proven", this.#solver, this.#iterations);
    const best = { ...this.#best, iterations: this.#iterations };
    if (best.status === "optimal") return best;
    const polished = polish(this.#program, best.point, this.#kernels);
    return withCertificate(polished, { ...best, iterations: this.#iterations + polished.iterations });
  }

  byNewton(start: Float64Array | null): void {
    const costs = this.#model.epigraphs.map(({ cost }) => cost ?? 0);
    let centre = this.#settled(start ?? new Float64Array(this.#program.size)), isWithin = false, least = Infinity;
    if (start !== null) {
      this.#judge({ x: centre, z: new Float64Array(this.#program.rows.length) }, (at) => this.#touching(at, costs));
    }
    for (let step = 0, idle = 0, short = 0; step < MOST_STEPS && !this.#isDoneAfter(idle); step++) {
      const supports = this.#model.supportsAt(centre);
      if (!supports.every(({ value }) => Number.isFinite(value))) return;
      const { program, expand } = this.#model.substituted(centre, supports);
      const near = centre.subarray(0, program.size);
      const answer = this.#solve(program, { guess: () => near, isThorough: false });
      this.#count(answer);
      if (answer.status === "infeasible") this.#verdict = { ...answer, iterations: this.#iterations };
      if (answer.point === null || answer.status === "unbounded") return;
      const reached = expand(answer.point), target = this.#settled(reached.x);
      const share = this.#shareOf(centre, target, { isWithin, promised: this.#promise(centre, target, supports) });
      if (share === null) return;
      isWithin ||= share === 1;
      short = share < SHORT_STEP ? short + 1 : 0;
      if (short > SHORT_STEPS) return;
      centre = share === 1 ? target : this.#settled(centre.map((from, j) => from + share * (target[j] - from)));
      const value = this.#objective(centre), isLower = value < least - ROUNDING * Math.abs(value);
      const isBetter = this.#judge({ x: centre, z: reached.z }, (at) => this.#touching(at, costs));
      idle = isBetter || isLower ? 0 : idle + 1;
      least = Math.min(least, value);
    }
  }

  /**
   * How much of the way to a target is taken: all of it that keeps its promise, or what lies where the functions are
   * defined, as long as no point within the limits is known. Null where nothing does.
   */
  #shareOf(
    centre: Float64Array,
    target: Float64Array,
    { isWithin, promised }: { readonly isWithin: boolean; readonly promised: number },
  ): number | null {
    const from = this.#objective(centre), noise = ROUNDING * this.#objectiveSize(centre);
    for (let share = 1; share >= SHORTEST_STEP; share /= 2) {
      const x = share === 1 ? target : this.#settled(centre.map((entry, j) => entry + share * (target[j] - entry)));
      const value = this.#objective(x);
      if (value < Infinity && (!isWithin || value <= from - KEPT * share * promised + noise)) return share;
    }
    return null;
  }

  /** By how much the slopes at a point say that another is better. */
  #promise(centre: Float64Array, target: Float64Array, supports: Supports): number {
    const step = target.map((entry, j) => entry - centre[j]);
    const gradient = quadraticTimes(this.#program, centre);
    this.#program.linear.forEach((slope, j) => gradient[j] += slope);
    let promised = 0;
    const moved = this.#program.rows.evaluate(step);
    this.#model.epigraphs.forEach(({ block, variable, cost }, k) => {
      gradient[variable] = 0;
      const { slopes } = supports[k], { constant } = this.#program.rows;
      slopes.forEach((slope, i) => {
        const row = block.firstRow + 1 + i;
        promised -= (cost ?? 0) * slope * (moved[row] - constant[row]);
      });
    });
    return Math.max(0, promised - dot(gradient, step));
  }

  /** What touches the functions at a point, with multipliers of given lengths. */
  #touching(x: Float64Array, lengths: readonly number[]): readonly (Cut & { readonly length: number })[] {
    return this.#model.supportsAt(x).map(({ slopes }, k) => ({ epigraph: k, slopes, length: lengths[k] }));
  }

  /** By the conic solver, from whose point the other ways go on. */
  byCones(): void {
    const { program, sources } = expandEpigraphs(this.#program);
    const solved = solveByCones(program, this.#kernels, wholeOf(program));
    this.#iterations += solved.iterations;
    if (solved.status !== "solved") return;
    const { x, z } = solved.point, reached = this.#settled(x.subarray(0, this.#program.size));
    const ofBlocks = sources.map((rows) => rows.map((own) => own.reduce((sum, row) => sum + z[row], 0)));
    const lengths = ofBlocks.map(([length]) => Math.max(0, length));
    const functions = ofBlocks.map(([, ...rest], k) => ({
      epigraph: k,
      slopes: Float64Array.from(rest, (multiplier) => -multiplier / lengths[k] || 0),
      length: lengths[k],
    }));
    this.#judge({ x: reached, z: this.#model.expand(z) }, () => functions);
    if (this.#isSharpAt(reached)) this.byLargest(reached);
    else if (this.isOfObjective) this.byNewton(reached);
    else this.byCuts(reached, lengths);
  }

  /** Whether the functions bend so much that no step of Newton's method says anything. */
  #isSharpAt(x: Float64Array): boolean {
    return this.#model.supportsAt(x).every(({ value, curvature }, k) =>
      this.#model.epigraphs[k].cone.isBelowLargest &&
      (curvature === null || curvature.factor * Math.abs(value) > SHARP)
    );
  }

  /** By the largest arguments in place of the functions: theirs is the answer where it is not smooth. */
  byLargest(near: Float64Array | null): void {
    const { epigraphs } = this.#model;
    if (near === null || !epigraphs.every(({ cone }) => cone.isBelowLargest)) return;
    const supports = this.#model.supportsAt(near);
    const cuts = supports.flatMap(({ slopes }, k) =>
      Array.from(slopes.keys(), (i) => ({ epigraph: k, slopes: slopes.map((_, j) => j === i ? 1 : 0) }))
    );
    const model = this.#model.cut(near, { supports, multipliers: epigraphs.map(() => 0), cuts });
    const answer = this.#solve(model.program, { guess: () => near, isThorough: false });
    this.#count(answer);
    if (answer.point === null) return;
    const { point } = answer, reached = model.expand(point), first = point.z.length - cuts.length;
    const used = cuts.map((cut, k) => ({ ...cut, length: Math.max(0, point.z[first + k]) }));
    this.#judge({ x: this.#settled(reached.x), z: reached.z }, () => used, { isPreferred: true });
  }

  byCuts(start: Float64Array | null, lengths?: readonly number[]): void {
    const { epigraphs } = this.#model;
    let centre = this.#settled(start ?? this.#best?.point.x ?? new Float64Array(this.#program.size));
    let multipliers = lengths ?? epigraphs.map(({ cost }) => cost ?? 0), gathered: readonly Cut[] = [];
    for (let round = 0, idle = 0; round < MOST_ROUNDS && !this.#isDoneAfter(idle); round++) {
      const supports = this.#model.supportsAt(centre);
      if (!supports.every(({ value }) => Number.isFinite(value))) return;
      const last = supports.map(({ slopes }, k) => ({ epigraph: k, slopes }));
      gathered = [...gathered, ...last];
      // Tangents of points that are near one another are near one another: together they leave a solver few digits.
      const cuts = idle === 0 && this.#excess < NEAR ? last : gathered;
      const bends = round < CURVED_ROUNDS ? multipliers : epigraphs.map(() => 0);
      const model = this.#model.cut(centre, { supports, multipliers: bends, cuts });
      const near = centre;
      const answer = this.#solve(model.program, { guess: () => near, isThorough: false });
      this.#count(answer);
      if (answer.status === "unbounded") {
        const added = this.#cutsAlongRay(model.program, answer);
        if (added === null) return;
        gathered = [...gathered, ...added];
        continue;
      }
      if (answer.status === "infeasible" || answer.point === null) {
        this.#verdict ??= answer.status === "infeasible" || this.#best === null ? answer : null;
        return;
      }
      const { point } = answer, firstCut = point.z.length - cuts.length;
      const reached = model.expand(point), x = this.#settled(reached.x);
      const used = cuts.map((cut, k) => ({ ...cut, length: Math.max(0, point.z[firstCut + k]) }));
      multipliers = epigraphs.map((_, k) =>
        used.reduce((sum, { epigraph, length }) => epigraph === k ? sum + length : sum, 0)
      );
      const before = this.#excess;
      this.#judge({ x, z: reached.z }, () => used);
      this.#judge({ x, z: reached.z }, (at) => this.#touching(at, multipliers));
      idle = this.#excess < before ? 0 : idle + 1;
      centre = this.#within(centre, x);
    }
  }

  /** As much of the way as lies where the functions are defined. */
  #within(centre: Float64Array, x: Float64Array): Float64Array {
    for (let share = 1; share >= SHORTEST_STEP; share /= 2) {
      const at = this.#settled(centre.map((entry, j) => entry + share * (x[j] - entry)));
      if (this.#objective(at) < Infinity && this.#model.supportsAt(at).every(({ value }) => value < Infinity)) {
        return at;
      }
    }
    return centre;
  }

  /** What cuts off a direction in which cuts let the objective fall without end; null where nothing does. */
  #cutsAlongRay(program: Program, answer: ProgramAnswer): readonly Cut[] | null {
    const ray = findRay(program, this.#kernels);
    if (ray === null) return null;
    const { rows } = this.#program, along = rows.evaluate(ray).map((entry, i) => entry - rows.constant[i]);
    const supports = this.#model.epigraphs.map(({ cone, block }) => cone.supportAt(along, block));
    this.#model.epigraphs.forEach(({ variable }, k) => ray[variable] = supports[k].value);
    if (isRay(this.#program, ray)) {
      this.#verdict = { ...answer, iterations: this.#iterations };
      return null;
    }
    return supports.flatMap(({ slopes }, k) => slopes.every(Number.isFinite) ? [{ epigraph: k, slopes }] : []);
  }

  /**
   * Judges a point with multipliers on functions; whether it is the best so far. One that is preferred is where it is
   * clear of what the proof asks for.
   */
  #judge(
    point: Point,
    functions: (x: Float64Array) => readonly (Cut & { readonly length: number })[],
    { isPreferred = false }: { readonly isPreferred?: boolean } = {},
  ): boolean {
    const whole = this.#model.withFunctions(point, functions(point.x));
    const answer = judged(this.#program, whole, { solver: this.#solver, iterations: this.#iterations });
    const own = excess(answer.residuals), value = this.#objective(answer.point.x);
    if (answer.residuals.primal <= PROOF.primal && value < (this.#lowest?.value ?? Infinity)) {
      this.#lowest = { x: answer.point.x, value };
    }
    if (!(own < this.#excess) && !(isPreferred && own <= CLEAR)) return false;
    this.#best = answer;
    return true;
  }

  /** Of the best point: its residuals as a multiple of what the proof allows. */
  get #excess(): number {
    return this.#best === null ? Infinity : excess(this.#best.residuals);
  }

  #isDoneAfter(idle: number): boolean {
    const most = this.#excess <= CLEAR ? 1 : this.#excess <= 1 ? 2 : this.#excess <= NEAR ? NEAR_STEPS : IDLE_STEPS;
    return this.#excess <= GOOD_ENOUGH || idle >= most;
  }

  #count({ solver, iterations }: ProgramAnswer): void {
    this.#solver = solver;
    this.#iterations += iterations;
  }

  #settled(x: Float64Array): Float64Array {
    const whole = x.slice();
    for (const settler of this.#program.settlers) settler.settle(whole);
    return whole;
  }

  /** Infinity where a function is not defined. */
  #objective(x: Float64Array): number {
    const value = 0.5 * dot(x, quadraticTimes(this.#program, x)) + dot(this.#program.linear, x);
    return Number.isNaN(value) ? Infinity : value;
  }

  #objectiveSize(x: Float64Array): number {
    const Px = quadraticTimes(this.#program, x);
    return x.reduce(
      (sum, entry, j) => sum + Math.abs(0.5 * entry * Px[j]) + Math.abs(this.#program.linear[j] * entry),
      0,
    );
  }
}
