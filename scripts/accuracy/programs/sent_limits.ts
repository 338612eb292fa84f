/** Type of a lower and upper limit, as a request states it. An absent side is unlimited. */
export interface SentLimits {
  readonly min?: number;
  readonly max?: number;
}

/** Type of a classification of assets, as a request states it, without its rules. */
export interface SentClassification {
  readonly name?: string;
  readonly map: Readonly<Record<string, string>>;
}
