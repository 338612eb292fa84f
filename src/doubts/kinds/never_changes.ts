import { doubtKind } from "../doubt_kind.ts";
import { named } from "../sentence_parts.ts";

/** Note that the return of an asset never changes, so that it counts as free of risk. */
export const neverChanges = doubtKind<{ assets: number }>({
  id: "never_changes",
  severity: "note",
  meaning: "The return of an asset is the same in every period, so that it counts as free of risk.",
  detail: (assets) => `Never changes: ${named(assets)}`,
});
