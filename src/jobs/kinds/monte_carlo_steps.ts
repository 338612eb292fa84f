import { shouldStop } from "../../kernels/stop_flag.ts";
import {
  type FanBrackets,
  type Kernels,
  type PathBlock,
  type PathModel,
  type SimulatedPaths,
  Stopped,
} from "../../kernels/types.ts";
import { bracketed, bracketsOf, fanOf, type FanPart, type FanRow } from "../../simulation/monte_carlo/fan.ts";
import { pathModelOf } from "../../simulation/monte_carlo/path_model.ts";
import type { SimulationPlan } from "../../simulation/monte_carlo/simulation_plan.ts";
import type { PathFigures, SimulationDetail } from "../../simulation/monte_carlo/simulation_result.ts";
import type { SimulationSource } from "../../simulation/monte_carlo/simulation_source.ts";
import { histogramOf, type PathEnds, summarisePaths } from "../../simulation/monte_carlo/summarise_paths.ts";
import type { ComputationContext } from "../worker_loop.ts";

/** What the computations of a simulation take and give, each in a worker. */
export type SimulationComputations = {
  readonly monte_carlo_model: {
    readonly inputs: { readonly source: SimulationSource; readonly plan: SimulationPlan };
    readonly output: PathModel;
  };
  readonly monte_carlo_paths: {
    readonly inputs: { readonly model: PathModel; readonly block: PathBlock };
    readonly output: SimulatedPaths;
  };
  readonly monte_carlo_brackets: {
    readonly inputs: { readonly parts: readonly FanPart[]; readonly width: number };
    readonly output: { readonly brackets: FanBrackets; readonly part: FanPart };
  };
  readonly monte_carlo_fan: {
    readonly inputs: { readonly parts: readonly FanPart[]; readonly brackets: FanBrackets | null };
    readonly output: readonly FanRow[] | null;
  };
  readonly monte_carlo_ends: {
    readonly inputs: {
      readonly ends: readonly PathEnds[];
      readonly plan: SimulationPlan;
      readonly paidIn: number;
      readonly periodsPerYear: number;
    };
    readonly output: { readonly figures: PathFigures; readonly histogram: SimulationDetail["histogram"] };
  };
};

type Steps = {
  readonly [Name in keyof SimulationComputations]: {
    compute(
      inputs: SimulationComputations[Name]["inputs"],
      context: ComputationContext<Kernels>,
    ): SimulationComputations[Name]["output"];
  };
};

/** The computations of a simulation: the model is fitted once, blocks of paths are simulated side by side, the fan and the ends are summarised. */
export const MONTE_CARLO_STEPS: Steps = {
  monte_carlo_model: {
    compute({ source, plan }, { kernels: { core }, progress }) {
      return pathModelOf(source, plan, {
        core,
        onPart(fitted, total) {
          if (shouldStop()) throw new Stopped();
          progress({ phase: "fitting the model", fraction: fitted / total });
        },
      });
    },
  },
  monte_carlo_paths: {
    compute: ({ model, block }, { kernels, progress }) =>
      kernels.core.simulate(model, block, (fraction) => progress({ phase: "simulating", fraction })),
  },
  monte_carlo_brackets: {
    compute({ parts, width }, { kernels: { core } }) {
      const brackets = bracketsOf(parts, core, width);
      return { brackets, part: bracketed(parts, brackets, core) };
    },
  },
  monte_carlo_fan: {
    compute: ({ parts, brackets }, { kernels }) => fanOf(parts, brackets, kernels.core),
  },
  monte_carlo_ends: {
    compute({ ends, ...options }, { kernels: { core } }) {
      const all = joined(ends);
      return { figures: summarisePaths(all, { ...options, core }), histogram: histogramOf(all.terminal, core) };
    },
  },
};

function joined(ends: readonly PathEnds[]): PathEnds {
  const join = (key: "terminal" | "growth" | "maxDrawdown"): Float64Array => {
    const whole = new Float64Array(ends.reduce((sum, of) => sum + of[key].length, 0));
    let filled = 0;
    for (const { [key]: values } of ends) {
      whole.set(values, filled);
      filled += values.length;
    }
    return whole;
  };
  return {
    terminal: join("terminal"),
    growth: join("growth"),
    maxDrawdown: join("maxDrawdown"),
    ruined: ends.reduce((sum, { ruined }) => sum + ruined, 0),
  };
}
