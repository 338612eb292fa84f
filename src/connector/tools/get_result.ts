import { z } from "zod";
import { certificateWords } from "../certificate_words.ts";
import { jobId } from "../job_answer.ts";
import { RESULT_VIEW } from "../view/result_view_address.ts";
import { backtestRead, type ResultRead, resultRead } from "../result_read.ts";
import { backtestTable, SECTION_NAMES, SECTIONS, simulationTable } from "../result_sections.ts";
import { pageOfTable, type Table, tablePage, tableText } from "../table.ts";
import { defineTool, READS, type ToolCall } from "../tool.ts";
import { DomainError } from "../../domain/errors.ts";

const output = z.strictObject({
  run_id: z.string(),
  section: z.enum(SECTION_NAMES),
  table: tablePage,
  certificates: z.array(z.string()),
  doubts: z.int(),
  link: z.string().nullable(),
});
type Input = { readonly run_id: string; readonly section: z.output<typeof output>["section"] };

/** What is read of a result for one section. */
interface Read {
  readonly table: Table;
  readonly certificates: readonly string[];
  readonly doubts: number;
  readonly sentence: string;
  readonly pageOf: string;
}

/** Tool that reads the result of a job, section by section. */
export const getResult = defineTool({
  name: "get_result",
  title: "Read a result",
  description:
    "Reads the result of a run that has succeeded: a section as a table, what is proven, and a link. For a simulation or a " +
    "backtest its figures, whatever the section.",
  scope: "jobs:read",
  hints: READS,
  input: z.strictObject({
    run_id: jobId,
    section: z.enum(SECTION_NAMES).default("summary"),
    page: z.int().min(1).max(100_000).default(1),
  }),
  output,
  view: RESULT_VIEW,
  async run({ run_id, section, page }, call) {
    const { table, certificates, doubts, sentence, pageOf } = await readOf({ run_id, section }, call);
    const shown = pageOfTable(table, page);
    const link = call.api.pageOf(pageOf);
    const text = [
      sentence,
      tableText(shown),
      ...section === "summary" ? certificates : [],
      ...doubts === 0 ? [] : [`${doubts} doubts about the data: read the section doubts.`],
      ...link === null ? [] : [`Page: ${link}`],
    ];
    return {
      structured: { run_id, section, table: shown, certificates: [...certificates], doubts, link },
      text: text.join("\n\n"),
    };
  },
});

/** Results by what was read of the API, which is the same object for each section and page of a result kept there. */
const RESULTS = new WeakMap<object, ResultRead>();

function resultOf(answer: unknown): ResultRead {
  if (typeof answer !== "object" || answer === null) return resultRead.parse(answer);
  const known = RESULTS.get(answer);
  if (known !== undefined) return known;
  const result = resultRead.parse(answer);
  RESULTS.set(answer, result);
  return result;
}

async function readOf({ run_id, section }: Input, call: ToolCall): Promise<Read> {
  if (run_id.startsWith("bt_")) return await backtestOf(run_id, call);
  if (run_id.startsWith("mc_")) return await simulationOf(run_id, call);
  const parameters = { run_id };
  if (section === "backtest") {
    const backtest = backtestRead.parse(await call.api.ask("get_rolling_backtest", { parameters }, call.signal));
    const sentence = `Backtest within run ${run_id}, walking forward.`;
    return { table: backtestTable(backtest), certificates: [], doubts: 0, sentence, pageOf: run_id };
  }
  const result = resultOf(await call.api.ask("get_result", { parameters }, call.signal));
  return {
    table: SECTIONS[section](result),
    certificates: result.methods.map(certificateWords),
    doubts: result.data?.doubts.length ?? 0,
    sentence: sentenceOf(result, section),
    pageOf: run_id,
  };
}

function sentenceOf({ run_id, methods, data, efficient_frontier }: ResultRead, section: string): string {
  const proven = methods.filter(({ certificate }) => certificate?.proven_optimal === true).length;
  const days = data?.start_date === null || data === null ? "" : `, from ${data.start_date} to ${data.end_date}`;
  const figures = data === null ? "" : ` Data: ${data.assets} assets, ${data.observations} returns${days}.`;
  if (section === "frontier" && efficient_frontier === null) {
    return `Run ${run_id} was asked for no efficient frontier.`;
  }
  return `Run ${run_id}, ${section}: ${methods.length} methods, ${proven} proven optimal.${figures}`;
}

const summarized = z.object({ parent_run_id: z.string(), summary: z.unknown(), status: z.string() });

async function backtestOf(id: string, { api, signal }: ToolCall): Promise<Read> {
  const read = summarized.parse(await api.ask("get_backtest", { parameters: { backtest_run_id: id } }, signal));
  requireSuccess(id, read.status);
  const { parent_run_id: parent } = read;
  const sentence = `Backtest ${id} of run ${parent}.`;
  return {
    table: backtestTable(backtestRead.parse(read.summary)),
    certificates: [],
    doubts: 0,
    sentence,
    pageOf: parent,
  };
}

async function simulationOf(id: string, { api, signal }: ToolCall): Promise<Read> {
  const read = summarized.parse(await api.ask("get_simulation", { parameters: { mc_run_id: id } }, signal));
  requireSuccess(id, read.status);
  const { parent_run_id: parent } = read;
  const sentence = `Simulation ${id} of run ${parent}.`;
  return { table: simulationTable(read.summary), certificates: [], doubts: 0, sentence, pageOf: parent };
}

function requireSuccess(id: string, status: string): void {
  if (status === "succeeded") return;
  throw new DomainError("run_not_succeeded", `Cannot read the results of "${id}": it is ${status}; ask get_run`);
}
