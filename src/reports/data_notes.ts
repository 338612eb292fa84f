import type { Doubt, DoubtSeverity } from "../domain/doubt.ts";
import { dataDoubts } from "../doubts/data_doubts.ts";
import { jumpDoubts } from "../doubts/jump_doubts.ts";
import { counted, named } from "../doubts/sentence_parts.ts";
import type { OptimizationResult, ResultData } from "../documents/run_result.ts";

/** Word before a doubt of each severity, where doubts are lines of text. */
const MARKS: Readonly<Record<DoubtSeverity, string>> = { wrong: "wrong? ", check: "check: ", note: "" };

/**
 * Returns sentences about the data behind a result: its span and sources, then every doubt about the data and the
 * numbers of the request, the most severe first.
 */
export function dataNotes({ data, assets }: Pick<OptimizationResult, "data" | "assets">): readonly string[] {
  if (data === null) return [ofMoments(Object.keys(assets).length)];
  const { start_date, end_date, frequency, observations } = data;
  const returns = counted(observations, `${frequency} return`);
  const span = `${counted(data.assets, "asset")}, ${returns} from ${start_date} to ${end_date}`;
  return [start_date === null ? ofUndated(data) : span, ...sourceNotes(data), ...doubtNotes(data)];
}

/** Returns the span of data without dates: moments or scenarios. */
function ofUndated({ source, assets, frequency, observations }: ResultData): string {
  if (source !== "scenarios") return ofMoments(assets);
  return `${counted(assets, "asset")}, ${counted(observations, `${frequency} scenario`)}`;
}

function ofMoments(assets: number): string {
  return `${counted(assets, "asset")} by their expected returns and covariances`;
}

function sourceNotes({ sources }: ResultData): readonly string[] {
  const byProvider = Map.groupBy(Object.entries(sources ?? {}), ([, provider]) => provider);
  return [...byProvider].map(([provider, assets]) =>
    `prices of ${named(assets.map(([asset]) => asset))} from ${provider}`
  );
}

/** A result stored before doubts were has none: those that follow from its data are told then. */
function doubtNotes(data: ResultData): readonly string[] {
  return doubtLines(data.doubts.length > 0 ? data.doubts : [...jumpDoubts(data.jumps), ...dataDoubts(data)]);
}

/** Returns doubts as lines of text, each with its sentence. */
export function doubtLines(doubts: readonly Doubt[]): readonly string[] {
  return doubts.map(({ severity, detail }) => MARKS[severity] + (severity === "note" ? inLowerCase(detail) : detail));
}

/** Returns a sentence as a line of a list: without a capital at its start, unless that is a name in capitals. */
function inLowerCase(sentence: string): string {
  return /^\p{Lu}\p{Lu}/u.test(sentence) ? sentence : sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
