import type { Doubt } from "../check/preflight.ts";

/** Frequency as which a file is read, before somebody says otherwise. */
export const READ_AS = "daily";

/** What is read of a file, and within which limits of the service. */
export interface ReadingOrder {
  readonly file: File;
  readonly kind: "prices" | "returns";
  readonly limits: { readonly assets: number; readonly rows: number };
}

/** What is known of one asset of a file. */
export interface SeriesFacts {
  readonly name: string;
  /** First and last day with a value. */
  readonly first: string;
  readonly last: string;
  /** Days of the table on which it has no value, and of those the ones between its first and its last day. */
  readonly missing: number;
  readonly gaps: number;
  readonly lastValue: number;
  /** The largest move from one value to the next, as a fraction, with its day; null with fewer than two prices. */
  readonly largestMove: { readonly size: number; readonly day: string } | null;
}

/** A file that was read: its days and assets, what cleaning would find, and the history as a request has it. */
export interface ReadHistory {
  readonly kind: "prices" | "returns";
  readonly name: string;
  readonly days: number;
  readonly firstDay: string;
  readonly lastDay: string;
  readonly series: readonly SeriesFacts[];
  readonly doubts: readonly Doubt[];
  /** The first rows of the table. */
  readonly rows: readonly { readonly day: string; readonly values: readonly (number | null)[] }[];
  /** How the history is sent: within the request as JSON, `{dates, series}`, or as a file that is uploaded. */
  readonly sent: { readonly as: "json"; readonly json: Blob } | { readonly as: "upload"; readonly csv: Blob };
}

/** What the worker says of a file. */
export type ReadingMessage =
  | { readonly kind: "ready" }
  | { readonly kind: "progress"; readonly share: number }
  | { readonly kind: "read"; readonly history: ReadHistory }
  | { readonly kind: "refused"; readonly faults: readonly string[] };
