import { doubtKind } from "../doubt_kind.ts";
import { ofAssets } from "../sentence_parts.ts";

/** Note about how days, numbers or rows of a file were read. */
export const readAs = doubtKind<{ what: string; from: string; to: string; why: string }>({
  id: "read_as",
  severity: "note",
  meaning:
    "Days, numbers or rows of a file are not written as a table of this service has them, and were read as meant.",
  detail: (assets, { what, from, to, why }) => `Read "${from}" as ${to} (${what}${ofAssets(assets)}): ${why}`,
});
