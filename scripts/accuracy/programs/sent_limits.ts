/** Lower and upper limit in the form of a request. */
export interface SentLimits {
  readonly min?: number;
  readonly max?: number;
}

/** Classification of assets in the form of a request, without its rules. */
export interface SentClassification {
  readonly name?: string;
  readonly map: Readonly<Record<string, string>>;
}
