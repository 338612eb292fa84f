import type { AccountId } from "./identifier.ts";
import type { Instant } from "./instant.ts";

/** An account has no more of them. */
export const CLASSIFICATION_MAPS_AT_MOST = 100;

/** Assets that one classifies. */
export const CLASSIFIED_ASSETS_AT_MOST = 10_000;

/** The group of each asset. */
export type GroupOfAsset = Readonly<Record<string, string>>;

/** What its owner gives a classification map. */
export interface ClassificationMapDraft {
  /** No other map of the account has it. */
  readonly name: string;
  readonly description: string | null;
  readonly map: GroupOfAsset;
}

/** A saved list that sorts assets into groups, which the `groups` of a run may name. */
export interface ClassificationMap extends ClassificationMapDraft {
  /** `map_<ULID>` */
  readonly id: string;
  readonly accountId: AccountId;
  /** From 1; one more with each replacement. */
  readonly revision: number;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}
