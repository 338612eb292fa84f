import { doubtKind } from "../doubt_kind.ts";
import { ofAssets } from "../sentence_parts.ts";

/** Doubt about days or numbers of a file that can be read in two ways. */
export const unsureReading = doubtKind<{ what: string; from: string; to: string; why: string; write: string }>({
  id: "unsure_reading",
  severity: "check",
  meaning: "Days or numbers of a file can be read in two ways, and no cell of the file decides between them.",
  detail: (assets, { what, from, to, why, write }) =>
    `Read "${from}" as ${to} (${what}${ofAssets(assets)}): ${why}; ${write} where something else is meant`,
});
