import { entryAt } from "../../domain/entry_at.ts";
import { type FrontierPart, type FrontierSolution, frontierSolver } from "../../optimization/frontier_parts.ts";
import type { NamedMeasure } from "../../optimization/risk/measure_choice.ts";
import { measureChoice } from "../../optimization/risk/measure_choice.ts";
import { problemOf } from "../problem_of.ts";
import type { MethodShareBasis } from "./method_shares.ts";
import type { ShareKind, ShareTypes } from "./share_kind.ts";

/** What the parts of one step of a frontier have in common. */
export interface FrontierShareBasis {
  readonly run: MethodShareBasis;
  readonly asked: NamedMeasure;
  readonly parts: readonly FrontierPart[];
}

interface FrontierShareTypes extends ShareTypes {
  readonly basis: FrontierShareBasis;
  readonly output: readonly FrontierSolution[];
}

/** The efficient frontier by its parts: each share is an end of it, or a block of neighbouring points. */
export const frontierShares: ShareKind<FrontierShareTypes> = {
  id: "frontier",
  begin({ run: { request, history, estimates }, asked, parts }, kernels) {
    const problem = problemOf({ request, history }, estimates, { constraints: request.constraints, kernels });
    const solve = frontierSolver(problem, measureChoice(asked), kernels);
    return (share) => solve(entryAt(parts, share));
  },
};
