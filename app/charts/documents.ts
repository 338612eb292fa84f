import type { components } from "../../clients/typescript/mod.ts";
import type { CovarianceRows } from "../../src/documents/covariance_file.ts";
import type { FrontierResult, MethodResult, RunResult } from "../../src/documents/run_result.ts";
import type { SimulationDetail } from "../../src/documents/simulation_detail.ts";

type Schemas = components["schemas"];

/** The result document of a run and its parts, which charts only read: those of the typed client fit. */
export type { FrontierResult, MethodResult, RunResult };
export type BacktestSection = Schemas["BacktestSection"];
export type PreflightRanges = NonNullable<Schemas["Preflight"]["ranges"]>;
export type DescribedMeasure = Schemas["DescribedMeasure"];
export type SimulationConfig = Schemas["SimulationConfig"];
/** The detail file of a simulation, which its link downloads. */
export type { SimulationDetail };
/** Rows of a run's covariance matrix, from its result or from the file of its own. */
export type { CovarianceRows };

/** Shares of assets by their ids, as fractions. */
export type Shares = Readonly<Record<string, number>>;
