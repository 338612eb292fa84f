import { doubtKind } from "../doubt_kind.ts";
import { counted, named } from "../sentence_parts.ts";

/** Note that a map of groups classifies assets that are not in the run, which are passed over. */
export const mapOfMore = doubtKind<{ pointer: string; passed_over: number; kept: number }>({
  id: "map_of_more",
  severity: "note",
  meaning: "A map of groups that was sent inline names assets that are not in the run; they are passed over. At most " +
    "20 of them stand in `assets`.",
  detail: (assets, { passed_over: passedOver, kept }) =>
    `The map of groups names ${counted(passedOver, "asset")} outside the run (${named(assets, passedOver)}), ` +
    `passed over, and ${kept} of its assets: correct each name that is meant to be in the run`,
});
