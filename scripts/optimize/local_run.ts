import type { Config } from "../../src/config.ts";
import { DomainError } from "../../src/domain/errors.ts";
import { blamesRequest, conflictIn, problemOf } from "../../src/http/problem.ts";
import type { OptimizationOutput } from "../../src/computations/optimization.ts";
import type { ComputedLocalRun, LocalRunInputs } from "../../src/computations/local_run.ts";
import type { Computations } from "../../src/computations/mod.ts";
import { dataNotes, doubtLines } from "../../src/reports/data_notes.ts";
import { kernelDigests } from "../../src/kernels/digests.ts";
import type { SimulatedMethod } from "../../src/reports/simulation_artifacts.ts";
import type { RequestSources } from "../../src/request/ask_market.ts";
import type { RunAnswer } from "../../src/request/complete_request.ts";
import type { UNKNOWN_TIMES } from "../../src/documents/run_result.ts";
import { PhaseTimes } from "../../src/jobs/phase_times.ts";
import type { RunOptions } from "../../src/jobs/run_options.ts";
import type { WorkerPool } from "../../src/jobs/worker_pool.ts";
import type { MarketDataProvider } from "../../src/market_data/provider.ts";
import { sample } from "../../src/market_data/providers/sample.ts";
import { allocationTable } from "./allocation_table.ts";
import { type Arguments, UsageError } from "./arguments.ts";
import { backtestTable } from "./backtest_table.ts";
import { failureLines } from "./failure_lines.ts";
import { ProgressBar } from "./progress_bar.ts";
import { refuseParameters } from "./refuse_parameters.ts";
import { relaxationLines } from "./relaxation_lines.ts";
import { requestOfArguments } from "./request_of_arguments.ts";
import { resultTable } from "./result_table.ts";
import { simulationTable } from "./simulation_table.ts";
import { unsolvedLines } from "./unsolved_lines.ts";
import { makeChartFolder } from "./make_chart_folder.ts";
import { textOfResult, writeResult } from "./write_result.ts";
import { checkPlace, OutputError, writeWhole } from "./write_whole.ts";
import { complain, complainLines, print } from "../print.ts";
import { EXIT } from "./exit.ts";

/** What a local run gets from the command that starts it. */
export interface LocalRunParts {
  readonly config: Config;
  readonly pool: WorkerPool<Computations>;
  readonly signal: AbortSignal;
  /** Time at which the run began, by `performance.now`. */
  readonly started: number;
}

/**
 * Runs an optimisation as the command-line options say, and returns the exit code of the command. Prints the reason
 * where the request is refused or the run fails. Throws where `signal` has stopped the run.
 */
export async function localRun(args: Arguments, parts: LocalRunParts): Promise<number> {
  try {
    await refuseParameters(args);
    return await run(args, parts);
  } catch (error) {
    if (parts.signal.aborted) throw error;
    return await refuse(error, args.out ?? null);
  }
}

async function run(args: Arguments, { config, pool, signal, started }: LocalRunParts): Promise<number> {
  const times = new PhaseTimes();
  times.addRest("start", performance.now());
  if (args.out !== undefined && args.out !== "-") await checkPlace(args.out);
  if (args.spreadsheet !== undefined) await checkPlace(args.spreadsheet);
  if (args.charts !== undefined) await makeChartFolder(args.charts);
  if (args.report !== undefined) await checkPlace(args.report);
  const now = (): string => new Date().toISOString();
  const setting = await providerOf(config, now);
  const { body, beside = null, marketData } = await requestOfArguments(args, setting, { signal, now });
  times.addRest("read", performance.now());
  const sources = { marketData, riskFreeRates: config.riskFreeRates, now };
  const bar = new ProgressBar();
  const options = { signal, onProgress: bar.show.bind(bar), onPhases: times.add.bind(times) };
  let computed: ComputedRun;
  try {
    computed = await withSimulation(pool, await compute(pool, { body, beside }, { sources, options }), options);
  } finally {
    bar.end();
  }
  const ended = performance.now();
  times.addRest("other", ended);
  const measured = { elapsed_ms: Math.round(ended - started), phases_ms: times.phasesMs };
  return await report(withTimes(computed, measured), args);
}

/** Computes a run in a worker, and answers the questions that the worker asks meanwhile. */
async function compute(
  pool: WorkerPool<Computations>,
  sent: Pick<LocalRunInputs, "body" | "beside">,
  { sources, options }: { readonly sources: RequestSources; readonly options: RunOptions & { signal: AbortSignal } },
): Promise<ComputedLocalRun> {
  const answers: RunAnswer[] = [], digests = await kernelDigests();
  let found: LocalRunInputs["found"] = null, { beside } = sent;
  for (;;) {
    const inputs = { body: sent.body, beside, answers, found, digests };
    const output = await pool.run("local_run", inputs, options);
    if (output.question === null) return output;
    beside = output.beside;
    const { askSources, findHistory } = await import("./ask_market_data.ts");
    const { question } = output;
    if (question.about === "history") found = await findHistory(question.wanted, sources, options.signal);
    else answers.push(await askSources(question, sources, options.signal));
  }
}

/**
 * Returns the market data provider that the setting `MARKET_DATA` names. The code of every provider but the sample
 * market is loaded only when the setting names it.
 */
async function providerOf(config: Config, now: () => string): Promise<MarketDataProvider> {
  if (config.marketData === sample.id) return sample;
  const [{ providerOfSetting }, { memoryCache }] = await Promise.all([
    import("../../src/market_data/provider_of_setting.ts"),
    import("../../src/market_data/memory_cache.ts"),
  ]);
  return providerOfSetting(config.marketData, {
    urls: config.providerUrls,
    cache: memoryCache(),
    maxAgeHours: config.universeMaxAgeHours,
    now,
  });
}

/** Output of a local run: the result of the optimisation, and the simulation of one of its methods. */
interface ComputedRun extends Pick<ComputedLocalRun, "output" | "basis"> {
  /** Result of the simulation in a local run, or null where the request asks for none. */
  readonly simulation: SimulatedMethod | { readonly fault: string } | null;
}

/**
 * Adds the requested simulation to a result. The simulation has a fault in place of figures where no method has
 * weights.
 */
async function withSimulation(
  pool: WorkerPool<Computations>,
  { output, basis, simulation: source }: ComputedLocalRun,
  options: RunOptions,
): Promise<ComputedRun> {
  if (source === null || "fault" in source) return { output, basis, simulation: source };
  try {
    // Loaded only here, because few runs are simulated.
    const { simulateMethod } = await import("../../src/jobs/kinds/simulate_method.ts");
    const simulation = await simulateMethod(pool, source, options);
    const config = { ...basis.monte_carlo, method: simulation.method };
    const section = { config, ...simulation.detail };
    return { output: { ...output, result: { ...output.result, monte_carlo: section } }, basis, simulation };
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "methods_failed") throw error;
    return { output, basis, simulation: { fault: error.message } };
  }
}

function withTimes({ output, ...computed }: ComputedRun, times: typeof UNKNOWN_TIMES): ComputedRun {
  const { result } = output;
  return { ...computed, output: { ...output, result: { ...result, engine: { ...result.engine, ...times } } } };
}

async function report({ output, basis, simulation }: ComputedRun, args: Arguments): Promise<number> {
  const { result, error, inside } = output;
  const simulated = simulation === null || "fault" in simulation ? null : simulation;
  const { out = null, charts = null, report: reportFile = null, spreadsheet = null } = args;
  const written = error === null ? { ...result } : { ...result, error: errorBody(error) };
  if (out === "-") print(textOfResult(written), EXIT.done);
  else {
    print(
      `${tablesOf(result, basis, simulated)}\n${dataNotes(result).map((note) => `${note}\n`).join("")}`,
      EXIT.done,
    );
    if (out !== null) {
      const [, matrix] = await writeResult(out, written);
      print(`result in ${out}\n${matrix === undefined ? "" : `covariance matrix in ${matrix}\n`}`, EXIT.done);
    }
  }
  // Loads the writers of charts, spreadsheets and reports only where they are needed, because most runs write none of
  // them, and loading them takes as long as a small run.
  if (charts !== null) {
    const { writeCharts } = await import("./write_charts.ts");
    const written = await writeCharts(charts, result, { simulation: simulated });
    if (out !== "-") print(`${written} charts in ${charts}\n`, EXIT.done);
  }
  if (spreadsheet !== null) {
    const { writeSpreadsheet } = await import("./write_spreadsheet.ts");
    const line = await writeSpreadsheet(spreadsheet, result);
    if (out !== "-") print(line, EXIT.done);
  }
  if (reportFile !== null) {
    const { writeReportFile } = await import("./write_report_file.ts");
    await writeReportFile(reportFile, result, { simulation: simulated });
    if (out !== "-") print(`report in ${reportFile}\n`, EXIT.done);
  }
  const unsolved = unsolvedLines(output);
  for (const line of unsolved) complain(line, EXIT.failed);
  for (const trace of showsTraces() ? inside : []) complainLines(trace, EXIT.failed);
  const faults = faultsBeside(result, simulation);
  for (const fault of faults) complain(fault, EXIT.failed);
  return unsolved.length === 0 && faults.length === 0 ? EXIT.done : EXIT.failed;
}

/** Returns the error of an optimisation, with its conflicting rules, in the form of the service's problem documents. */
function errorBody(
  { conflict, ...error }: NonNullable<OptimizationOutput["error"]>,
): Readonly<Record<string, unknown>> {
  return { ...error, conflict: conflict && conflictIn(conflict) };
}

/** Returns the sentences that say why the efficient frontier or the simulation has no figures. */
function faultsBeside(result: OptimizationOutput["result"], simulation: ComputedRun["simulation"]): readonly string[] {
  const frontier = result.efficient_frontier?.detail ?? null;
  return [
    ...frontier === null ? [] : [`efficient_frontier: ${frontier}`],
    ...simulation !== null && "fault" in simulation ? [`monte_carlo: ${simulation.fault}`] : [],
  ];
}

function tablesOf(
  result: OptimizationOutput["result"],
  { frequency, risk_free_rate: riskFreeRate }: ComputedLocalRun["basis"],
  simulation: SimulatedMethod | null,
): string {
  const { rolling_backtest: section } = result, lots = allocationTable(result.methods);
  return [
    resultTable(result, { width: terminalWidth(), frequency, riskFreeRate }),
    ...lots === "" ? [] : [lots],
    ...section === null ? [] : [backtestTable(section)],
    ...simulation === null ? [] : [simulationTable(simulation.method, simulation.detail)],
  ].join("\n");
}

/**
 * Prints why the request was refused, with every fault and its JSON pointer, or why the run failed. Writes the problem
 * document of a refused request in place of the result. Returns the exit code.
 */
async function refuse(error: unknown, out: string | null): Promise<number> {
  if (error instanceof UsageError) return complain(error.message, EXIT.refused);
  if (error instanceof OutputError) return complain(error.message, EXIT.failed);
  if (!blamesRequest(error)) {
    return complainLines(failureLines(error, { traces: showsTraces() }).join("\n"), EXIT.failed);
  }
  const problem = problemOf(error);
  const isToldByFault = error.faults.some(({ detail }) => detail === error.message);
  complain(isToldByFault ? problem.code : `${problem.code}: ${problem.detail}`, EXIT.refused);
  for (const { pointer, detail } of error.faults) complain(`  ${shownPointer(pointer)}: ${detail}`, EXIT.refused);
  for (const line of error.conflict === null ? [] : relaxationLines(error.conflict)) {
    complain(`  ${line}`, EXIT.refused);
  }
  for (const line of doubtLines(error.doubts)) complain(`  ${line}`, EXIT.refused);
  return await writeProblem(JSON.stringify(problem) + "\n", out);
}

/** Returns a pointer for the terminal: quotes for the whole request, long names shortened, and in one line. */
function shownPointer(pointer: string): string {
  const inOneLine = pointer.replace(/\p{Cc}/gu, (letter) => JSON.stringify(letter).slice(1, -1));
  const steps = inOneLine.split("/").map((step) => step.length <= 60 ? step : `${step.slice(0, 57)}…`);
  return steps.join("/") || '""';
}

/** Writes the problem document. The exit code says "refused" even where the document cannot be written. */
async function writeProblem(json: string, out: string | null): Promise<number> {
  if (out === "-") return print(json, EXIT.refused);
  if (out === null) return EXIT.refused;
  try {
    await writeWhole(out, json);
    return EXIT.refused;
  } catch (error) {
    if (error instanceof OutputError) return complain(error.message, EXIT.refused);
    throw error;
  }
}

function showsTraces(): boolean {
  return Deno.env.get("LOG_LEVEL") === "debug";
}

function terminalWidth(): number {
  return Deno.stdout.isTerminal() ? Deno.consoleSize().columns : 100;
}
