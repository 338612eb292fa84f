import { CESARONE_HEAD, cesaroneCells, type CesaroneLine, isKept } from "../cesarone.ts";
import type { LawLine } from "../law_line.ts";
import type { Judgement } from "../programs/judgement.ts";
import type { LogHeader } from "../result_log.ts";
import type { TimedLine } from "../timing/timed_line.ts";
import { hostileSection } from "./hostile_section.ts";
import { lawsSection } from "./laws_section.ts";
import { madeBy, markdownTable } from "./markdown.ts";
import { panelSection } from "./panel_section.ts";
import { programsSection } from "./programs_section.ts";

/** Header and lines of a log of results that was read, or null where the log does not exist. */
export type ReadLog<Line> = { readonly header: LogHeader; readonly lines: readonly Line[] } | null;

/** Logs from which the accuracy document is made. */
export interface AccuracyLogs {
  readonly programs: ReadLog<Judgement>;
  readonly panel: ReadLog<TimedLine>;
  readonly hostile: ReadLog<TimedLine>;
  readonly cesarone: ReadLog<CesaroneLine>;
  readonly laws: ReadLog<LawLine>;
}

/**
 * Returns the whole text of `docs/accuracy.md`. Each section names the commit from which its log was made, or says that
 * there is no log yet.
 */
export function accuracyDocument({ programs, panel, hostile, cesarone, laws }: AccuracyLogs): string {
  return [
    "# Accuracy",
    "What is too long for the tests, as `deno task accuracy` has found it; `deno task accuracy write` makes this " +
    "document of its logs, `--help` tells the parts. Each part says from which commit it was made. Seconds are those " +
    "of the processor, of all threads: the least of three runs of what is short. Where nothing else runs, the clock " +
    "shows no more.",
    ...sectionOf("Random programs", programs, programsSection),
    ...sectionOf("A panel of stocks", panel, panelSection),
    ...sectionOf("Hostile data", hostile, hostileSection),
    ...sectionOf("Counts of assets", cesarone, cesaroneSection),
    ...sectionOf("Laws", laws, lawsSection),
  ].join("\n\n") + "\n";
}

function sectionOf<Line>(
  title: string,
  log: ReadLog<Line>,
  section: (lines: readonly Line[], about: LogHeader["about"]) => readonly string[],
): readonly string[] {
  if (log === null || log.lines.length === 0) return [`## ${title}`, "Not run yet."];
  return [`## ${title}`, madeBy(log.header), ...section(log.lines, log.header.about)];
}

function cesaroneSection(lines: readonly CesaroneLine[]): readonly string[] {
  const kept = lines.filter(isKept).length;
  return [
    "The least variance at a return with at most K of the 48 assets of EuroStoxx 50, beside the published optima of " +
    "Cesarone, Scozzari and Tardella: each is to be proven, within 1e-4 of them, in less than 30 s. " +
    `${kept} of ${lines.length} counts are.`,
    markdownTable([CESARONE_HEAD, ...lines.map(cesaroneCells)]),
  ];
}
