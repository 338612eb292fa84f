import { doubtKind } from "../doubt_kind.ts";
import { counted } from "../sentence_parts.ts";

/** Doubt about a limit that no allowed portfolio can reach. */
export const limitNeverBinds = doubtKind<{ pointer: string; limit: number; reach: number; alike: number }>({
  id: "limit_never_binds",
  severity: "note",
  meaning: "A limit is beyond everything that the other rules of the request allow, so it changes no answer.",
  detail: (_assets, { pointer, limit, reach, alike }) =>
    `The limit of ${limit} at ${pointer}${alike > 0 ? `, and ${counted(alike, "more limit")} like it,` : ""} never ` +
    `binds, because the other rules reach ${reach} at most: leave it out, or set a nearer one`,
});
