import type { AccountId } from "./identifier.ts";
import type { Instant } from "./instant.ts";

/** Largest number of classification maps of an account. */
export const CLASSIFICATION_MAPS_AT_MOST = 100;

/** Largest number of assets in a classification map. */
export const CLASSIFIED_ASSETS_AT_MOST = 10_000;

/** Type of an object that maps each asset to the name of its group. */
export type GroupOfAsset = Readonly<Record<string, string>>;

/** Type of the parts of a classification map (asset to group) that its owner provides: name, description and groups. */
export interface ClassificationMapDraft {
  /** Name of the classification map, unique within the account. */
  readonly name: string;
  readonly description: string | null;
  readonly map: GroupOfAsset;
}

/** A saved map from assets to groups, which the `groups` constraint of a run may refer to. */
export interface ClassificationMap extends ClassificationMapDraft {
  /** Id of the classification map, `map_<ULID>`. */
  readonly id: string;
  readonly accountId: AccountId;
  /** Revision of the classification map, from 1. Each replacement adds one. */
  readonly revision: number;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}
