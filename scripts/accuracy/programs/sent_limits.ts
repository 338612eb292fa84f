/** Limits as a request has them. */
export interface SentLimits {
  readonly min?: number;
  readonly max?: number;
}

/** A classification of assets as a request has it, but for its rules. */
export interface SentClassification {
  readonly name?: string;
  readonly map: Readonly<Record<string, string>>;
}
