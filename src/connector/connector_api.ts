/**
 * Operations of the API that tools, resources and prompts use. Each is one endpoint, with its limits, meters and
 * refusals.
 */
export const OPERATIONS = [
  "search_india",
  "list_saved",
  "search_us",
  "search_funds",
  "list_methods",
  "list_rules",
  "check_rules",
  "submit_run",
  "get_job",
  "list_jobs",
  "get_result",
  "compare_runs",
  "get_rolling_backtest",
  "list_files",
  "submit_backtest",
  "get_backtest",
  "submit_simulation",
  "get_simulation",
  "cancel_job",
] as const;
export type Operation = typeof OPERATIONS[number];

/** What an operation is asked for: path parameters, query and body as a client of the API sends them. */
export interface Asked {
  readonly parameters?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Text with which a repeated submission is not carried out twice. */
  readonly idempotencyKey?: string;
}

/** File of a job, such as a chart. */
export interface ApiFile {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The API as one caller has it: every operation acts for the account of the caller and for no other. */
export interface ConnectorApi {
  /**
   * Carries an operation out and returns the JSON of its answer. Throws the `DomainError` with which the API refuses,
   * and `internal` for a fault of the service, whose cause it does not tell.
   */
  ask(operation: Operation, asked: Asked, signal: AbortSignal): Promise<unknown>;
  /**
   * Returns the JSON of a job as it now is, for a caller that waits for it. A look counts against no limit of the
   * account, which would else be used up by waiting. Throws like `ask`.
   */
  look(jobId: string, signal: AbortSignal): Promise<unknown>;
  /**
   * Reads a file of a job of the account, as a download of it. Throws `not_found`, and before it reads anything
   * `limit_reached` for a file with more bytes than are taken of its media type.
   */
  file(jobId: string, name: string, mostBytesOf: (mediaType: string) => number): Promise<ApiFile>;
  /** Returns the address at which a person sees a run; null where there is no page for it. */
  pageOf(runId: string): string | null;
}
