import { doubtKind } from "../doubt_kind.ts";
import { counted } from "../sentence_parts.ts";

/** Note that the history has no row on days on which the exchange had a session. */
export const sessionAbsent = doubtKind<{ sessions: number; first: string; last: string }>({
  id: "session_absent",
  severity: "note",
  meaning: "The history has no row on a day on which the calendar of the exchange has a session.",
  detail: (_assets, { sessions, first, last }) =>
    sessions === 1
      ? `No row on ${first}, although the calendar has a session`
      : `No row on ${counted(sessions, "day")} from ${first} to ${last}, although the calendar has sessions`,
});
