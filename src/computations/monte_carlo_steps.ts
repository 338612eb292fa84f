import { concatenated } from "../domain/concatenated.ts";
import { shouldStop } from "../kernels/stop_flag.ts";
import type { FanBrackets, PathBlock, SimulatedPaths } from "../kernels/path_block.ts";
import type { PathModel } from "../kernels/path_model.ts";
import { Stopped } from "../domain/stopped.ts";
import { bracketed, bracketsOf, fanOf, type FanPart, type FanRow } from "../simulation/monte_carlo/fan.ts";
import { pathModelOf } from "../simulation/monte_carlo/path_model.ts";
import type { SimulationPlan } from "../simulation/monte_carlo/simulation_plan.ts";
import type { Histogram, PathFigures } from "../simulation/monte_carlo/path_figures.ts";
import type { SimulationSource } from "../simulation/monte_carlo/simulation_source.ts";
import { histogramOf, type PathEnds, summarisePaths } from "../simulation/monte_carlo/summarise_paths.ts";
import type { ComputationContext } from "./computation.ts";

/**
 * The worker computations of a Monte Carlo simulation: fit the model once, simulate blocks of paths in parallel, choose
 * from the first paths which value ranges are stored for the fan chart, compute the percentiles of the fan chart, and
 * summarise the ends of all paths.
 */
export const MONTE_CARLO_STEPS = {
  monte_carlo_model: {
    compute({ source, plan }: ModelInputs, { kernels, progress }: ComputationContext): PathModel {
      return pathModelOf(source, plan, {
        kernels,
        onPart(fitted, total) {
          if (shouldStop()) throw new Stopped();
          progress({ phase: "fitting the model", fraction: fitted / total });
        },
      });
    },
  },
  monte_carlo_paths: {
    compute({ model, block }: PathInputs, { kernels, progress }: ComputationContext): SimulatedPaths {
      return kernels.simulation.simulate(model, block, (fraction) => progress({ phase: "simulating", fraction }));
    },
  },
  monte_carlo_brackets: {
    compute({ parts, width }: BracketInputs, { kernels }: ComputationContext): BracketedPart {
      const brackets = bracketsOf(parts, kernels, width);
      return { brackets, part: bracketed(parts, brackets, kernels) };
    },
  },
  monte_carlo_fan: {
    compute({ parts, brackets }: FanInputs, { kernels }: ComputationContext): readonly FanRow[] | null {
      return fanOf(parts, brackets, kernels);
    },
  },
  monte_carlo_ends: {
    compute({ ends, ...options }: EndInputs, { kernels }: ComputationContext): EndFigures {
      const all = joined(ends);
      return { figures: summarisePaths(all, { ...options, kernels }), histogram: histogramOf(all.terminal, kernels) };
    },
  },
};

interface ModelInputs {
  readonly source: SimulationSource;
  readonly plan: SimulationPlan;
}

interface PathInputs {
  readonly model: PathModel;
  readonly block: PathBlock;
}

interface BracketInputs {
  readonly parts: readonly FanPart[];
  readonly width: number;
}

interface BracketedPart {
  readonly brackets: FanBrackets;
  readonly part: FanPart;
}

interface FanInputs {
  readonly parts: readonly FanPart[];
  readonly brackets: FanBrackets | null;
}

interface EndInputs {
  readonly ends: readonly PathEnds[];
  readonly plan: SimulationPlan;
  readonly paidIn: number;
  readonly periodsPerYear: number;
}

interface EndFigures {
  readonly figures: PathFigures;
  readonly histogram: Histogram;
}

function joined(ends: readonly PathEnds[]): PathEnds {
  const withdrawn = ends.map(({ withdrawn }) => withdrawn).filter((of) => of !== null);
  return {
    terminal: concatenated(ends.map(({ terminal }) => terminal)),
    growth: concatenated(ends.map(({ growth }) => growth)),
    maxDrawdown: concatenated(ends.map(({ maxDrawdown }) => maxDrawdown)),
    withdrawn: withdrawn.length === 0 ? null : concatenated(withdrawn),
    ruined: ends.reduce((sum, { ruined }) => sum + ruined, 0),
  };
}
