import { type Program, quadraticTimes } from "../program/program.ts";
import { reducedCostsAt } from "../program/reduced_costs.ts";
import { lowerBound, slackOfBound, upperBound } from "../program/bound.ts";
import type { Places } from "../program/places.ts";
import type { Reduction } from "./reduction.ts";
import type { Following, Known, SetVariable, Substitution } from "./substitution.ts";

/**
 * A free variable that an equality ties to one other free variable, its leader. It moves by `factor` if the leader
 * moves by 1.
 */
interface Follower extends SetVariable, Following {
  readonly coefficient: number;
  readonly leaderCoefficient: number;
}

/**
 * Variables that equal a factor times their leader plus a constant. Examples are the positive part of a weight whose
 * negative part is 0, and a purchase of an asset that is not sold. The bounds of followers become bounds of the leader,
 * and the narrowest one counts.
 */
export class Followers implements Substitution {
  readonly #program: Program;
  readonly list: readonly Follower[];
  readonly replacingRow = null;
  readonly rowsOfReplaced = [];
  readonly #ofLeader: ReadonlyMap<number, readonly Follower[]>;

  constructor(program: Program, reduction: Reduction, { taken, x: known }: Known) {
    this.#program = program;
    const all = ties(program, reduction, taken);
    this.list = all;
    this.#ofLeader = byLeader(all);
    if (all.length === 0) return;
    const x = known.slice();
    this.setPoint(x);
    // If the bounds leave no room for a leader, they conflict. A solver proves a conflict with the multipliers of both,
    // so these followers stay in the program.
    const crossed = new Set([...this.#ofLeader.keys()].filter((leader) => !this.#hasRoom(leader, x)));
    if (crossed.size === 0) return;
    this.list = all.filter(({ leader }) => !crossed.has(leader));
    this.#ofLeader = byLeader(this.list);
  }

  get following(): readonly Follower[] {
    return this.list;
  }

  #hasRoom(leader: number, x: Float64Array): boolean {
    const slackOf = (side: "lower" | "upper"): number => this.bound(leader, side, x)?.slack ?? Infinity;
    return slackOf("lower") + slackOf("upper") >= 0;
  }

  /**
   * Returns the narrowest of the lower or of the upper bounds of a leader and its followers at a point; null if none is
   * finite. `source` codes the bound (`program/bound.ts`), and `slack` is the distance in units of the leader.
   */
  bound(
    leader: number,
    side: "lower" | "upper",
    x: Float64Array,
  ): { readonly source: number; readonly slack: number } | null {
    const sourceOf = (j: number, isLower: boolean): number => isLower ? lowerBound(j) : upperBound(j);
    const candidates = [
      { source: sourceOf(leader, side === "lower"), size: 1 },
      ...(this.#ofLeader.get(leader) ?? []).map(({ variable, factor }) => ({
        source: sourceOf(variable, (side === "lower") === (factor > 0)),
        size: Math.abs(factor),
      })),
    ];
    let narrowest: { source: number; slack: number } | null = null;
    for (const { source, size } of candidates) {
      const slack = slackOfBound(this.#program, x, source) / size;
      if (slack < (narrowest?.slack ?? Infinity)) narrowest = { source, slack };
    }
    return narrowest;
  }

  setPoint(x: Float64Array): void {
    const { rows } = this.#program;
    for (const { variable, row, coefficient } of this.list) {
      let slack = rows.constant[row];
      rows.forEachTerm(row, (column, value) => slack += value * x[column]);
      x[variable] -= slack / coefficient;
    }
  }

  /**
   * Sets the multipliers of the rows so that each follower has a reduced cost of 0. If it is a follower's bound that
   * stops the leader, the leader has a reduced cost of 0 instead, and the follower has the reduced cost. All other
   * multipliers must be set.
   */
  setMultipliers(x: Float64Array, z: Float64Array): void {
    if (this.list.length === 0) return;
    for (const { row } of this.list) z[row] = 0;
    this.#settleRows(reducedCostsAt(this.#program, quadraticTimes(this.#program, x), z), { x, z });
  }

  /**
   * Sets the multipliers of the rows in a proof of infeasibility, so that z'(C x + c), the sum of all rows times their
   * multipliers z, depends on no follower. If the proof uses the bound of a follower in place of its leader's, the sum
   * depends on that follower and not on the leader.
   */
  setProof(x: Float64Array, z: Float64Array): void {
    if (this.list.length === 0) return;
    for (const { row } of this.list) z[row] = 0;
    const costs = new Float64Array(this.#program.size);
    this.#program.rows.addTransposed(z, costs, { factor: -1 });
    this.#settleRows(costs, { x, z });
  }

  #settleRows(costs: Float64Array, { x, z }: { x: Float64Array; z: Float64Array }): void {
    for (const [leader, followers] of this.#ofLeader) {
      let left = costs[leader];
      for (const { variable, row, coefficient, leaderCoefficient } of followers) {
        z[row] = costs[variable] / coefficient;
        left -= leaderCoefficient * z[row];
      }
      const held = left === 0 ? null : this.bound(leader, left > 0 ? "lower" : "upper", x);
      const holder = followers.find(({ variable }) =>
        held?.source === lowerBound(variable) || held?.source === upperBound(variable)
      );
      if (holder !== undefined) z[holder.row] += left / holder.leaderCoefficient;
    }
  }
}

function byLeader(followers: readonly Follower[]): ReadonlyMap<number, readonly Follower[]> {
  return Map.groupBy(followers, ({ leader }) => leader);
}

/**
 * Returns the definitions with two free variables. The later variable follows the earlier one if it is in no quadratic
 * term and in no other such definition.
 */
function ties(program: Program, { free }: Reduction, taken: Places): Follower[] {
  const definitions = program.blocks.filter(({ cone, isDefinition }) =>
    cone.isLinear && cone.isEquality && isDefinition
  );
  if (definitions.length === 0) return [];
  const cannotFollow = new Set([...program.hinges.variable, ...inQuadraticTerms(program)]);
  const cannotLead = new Set<number>(), found: Follower[] = [];
  for (const { firstRow, rows: count } of definitions) {
    for (let row = firstRow; row < firstRow + count; row++) {
      const terms = new Map<number, number>();
      program.rows.forEachTerm(row, (column, value) => {
        if (free[column] && !taken.has(column)) terms.set(column, (terms.get(column) ?? 0) + value);
      });
      if (terms.size !== 2) continue;
      const [[leader, leaderCoefficient], [variable, coefficient]] = [...terms].sort(([a], [b]) => a - b);
      if (cannotFollow.has(variable) || cannotLead.has(leader)) continue;
      if (coefficient === 0 || leaderCoefficient === 0) continue;
      cannotFollow.add(variable).add(leader);
      cannotLead.add(variable);
      found.push({ variable, leader, row, coefficient, leaderCoefficient, factor: -leaderCoefficient / coefficient });
    }
  }
  return found;
}

function inQuadraticTerms({ quadratic }: Program): number[] {
  return quadratic.flatMap(({ offset, size }) => Array.from({ length: size }, (_, i) => offset + i));
}
