import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Draft } from "../../drafts.ts";
import type { RunDraft } from "./run_draft.ts";

const Drafting = createContext<Draft<RunDraft> | null>(null);

export const RunDraftProvider = Drafting.Provider;

/** Hook. Returns the draft of the run that the page composes. */
export function useRunDraft(): Draft<RunDraft> {
  const draft = useContext(Drafting);
  if (draft === null) throw new Error("Cannot use the draft of a run outside of its page");
  return draft;
}
