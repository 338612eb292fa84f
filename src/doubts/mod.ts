import { type Registry, registry } from "../domain/registry.ts";
import type { DoubtKind } from "./doubt_kind.ts";
import { mapOfMore } from "./kinds/map_of_more.ts";
import { priceJump } from "./kinds/price_jump.ts";
import { suspectedSplit } from "./kinds/suspected_split.ts";

/** Entry of a kind of doubt in the catalogue. */
export type DoubtEntry = Pick<DoubtKind, "id" | "severity" | "meaning">;

/** Every kind of doubt, in the order of the catalogue. A new kind is one file of `kinds/` and one line here. */
export const DOUBT_KINDS: Registry<DoubtEntry> = registry<DoubtEntry>([
  suspectedSplit,
  priceJump,
  mapOfMore,
]);
