import type { Kernels } from "../../kernels/mod.ts";
import type { ProgramAnswer } from "../certify/program_answer.ts";
import type { Program } from "../program/program.ts";
import type { ProgramOptions } from "../program_options.ts";
import { budget } from "./budget.ts";
import { chain, lateChain } from "./chain.ts";
import { cones } from "./cones.ts";
import { few } from "./few/few.ts";
import { peaks } from "./few/peaks.ts";
import { solvePart } from "./solve_part.ts";
import type { Way } from "./way.ts";
import { small, whole } from "./whole.ts";

/**
 * Ways that call an engine and no other way. `DIRECT_FIRST` runs before the searches by prices, `DIRECT_LAST` after
 * them.
 */
export const DIRECT_FIRST: readonly Way[] = [cones, budget, peaks, chain, small];
export const DIRECT_LAST: readonly Way[] = [few, lateChain, whole];

const DIRECT = [...DIRECT_FIRST, ...DIRECT_LAST];

/** Solves a program of a search by prices. Such a program needs no search by prices itself. */
export function solveDirectly(program: Program, kernels: Kernels, options: ProgramOptions): ProgramAnswer {
  return solvePart(DIRECT, program, { kernels, purpose: "part", ...options });
}
