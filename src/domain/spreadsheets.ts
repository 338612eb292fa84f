import type { StoredArtifact } from "./artifact.ts";
import type { JobKindName } from "./job_kinds.ts";

export const SPREADSHEET_MEDIA_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/**
 * Spreadsheet of jobs of one kind. It is made from stored documents when somebody first asks for it, because few do and
 * making it takes longer than most runs.
 */
export interface Spreadsheet {
  readonly name: string;
  /** Name of the document that every succeeded job of the kind has. */
  readonly document: string;
  /** Name of a document that some of them have beside it; null if there is none. */
  readonly section: string | null;
}

/** The spreadsheets of all kinds of jobs that have one. */
export const SPREADSHEETS = {
  optimization: { name: "result.xlsx", document: "result.json", section: "rolling_backtest.json" },
  backtest: { name: "section.xlsx", document: "section.json", section: null },
} as const satisfies Readonly<Partial<Record<JobKindName, Spreadsheet>>>;

/** Returns the spreadsheet of jobs of a kind; null if they have none. */
export function spreadsheetOf(kind: JobKindName): Spreadsheet | null {
  return kind === "optimization" || kind === "backtest" ? SPREADSHEETS[kind] : null;
}

/**
 * Whether the spreadsheet of a job with these stored files is yet to be made: it is neither made nor left out for its
 * size.
 */
export function isYetToMake({ name, document }: Spreadsheet, stored: readonly Pick<StoredArtifact, "name">[]): boolean {
  const names = new Set(stored.map((file) => file.name));
  return names.has(document) && !names.has(name) && !names.has(noteName(name));
}

/** Returns the name of the file that says why a spreadsheet was left out. */
export function noteName(spreadsheet: string): string {
  return `${spreadsheet}.txt`;
}
