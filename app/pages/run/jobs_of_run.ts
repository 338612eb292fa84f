import type { components } from "../../../clients/typescript/mod.ts";
import type { SimulationDetail } from "../../../src/documents/simulation_detail.ts";
import { answered, api } from "../../api.ts";
import { loadable } from "../../loaded.ts";
import { received, Refusal } from "../../refusal.ts";
import { fileAt } from "./file_at.ts";
import { parseInPieces } from "./parse_in_pieces.ts";

type Schemas = components["schemas"];
export type BacktestSection = Schemas["BacktestSection"];
export type Simulation = Schemas["Simulation"];
export type { SimulationDetail };

/** The backtest within a run; null of a run that asked for none. */
export const inlineBacktest = loadable<BacktestSection | null>(async (id, signal) => {
  const path = { run_id: id };
  try {
    const text = await answered(
      api.GET("/jobs/{run_id}/rolling_backtest", { params: { path }, parseAs: "text", signal }),
    );
    // The contract of the service gives the document this shape.
    return await parseInPieces(text) as BacktestSection;
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return null;
    throw error;
  }
});

/** The backtests of a run that were submitted after it, newest first. */
export const backtestsOfRun = loadable((id: string, signal) =>
  answered(api.GET("/runs/{run_id}/backtests", { params: { path: { run_id: id } }, signal }))
);

/** A backtest that has succeeded, by its id, with its figures. */
export const backtestOfId = loadable<{ readonly backtest: Backtest; readonly section: BacktestSection }>(
  async (id, signal) => {
    const backtest = await readBacktest(id, signal);
    const link = backtest.report_links.find(({ kind }) => kind === "section");
    if (link === undefined) throw notYet();
    // The contract of the service gives the document this shape.
    const text = await received((await fileAt(link.url, signal)).text());
    return { backtest, section: await parseInPieces(text) as BacktestSection };
  },
);

/** A backtest as the service tells of it. */
export type Backtest = Awaited<ReturnType<typeof readBacktest>>;

function readBacktest(id: string, signal: AbortSignal) {
  return answered(api.GET("/backtests/{backtest_run_id}", { params: { path: { backtest_run_id: id } }, signal }));
}

/** The simulations of a run, newest first. */
export const simulationsOfRun = loadable((id: string, signal) =>
  answered(api.GET("/runs/{run_id}/monte_carlo", { params: { path: { run_id: id } }, signal }))
);

/** A simulation that has succeeded, by its id, with the figures of its charts. */
export const simulationOfId = loadable<{ readonly simulation: Simulation; readonly detail: SimulationDetail }>(
  async (id, signal) => {
    const simulation = await answered(
      api.GET("/mc/{mc_run_id}", { params: { path: { mc_run_id: id } }, signal }),
    );
    if (simulation.detail_url === null) throw notYet();
    // The contract of the service gives the document this shape.
    const text = await received((await fileAt(simulation.detail_url, signal)).text());
    return { simulation, detail: await parseInPieces(text) as SimulationDetail };
  },
);

function notYet(): Refusal {
  return new Refusal(409, { code: "run_not_succeeded", detail: "It has no figures yet: try again later" });
}
