import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { UNDO_MS } from "../../../components/toasts.tsx";
import type { Draft } from "../../../drafts.ts";
import type { RunDraft } from "../run_draft.ts";
import { forgetOthers, heldHistory, lookForHistory } from "./held_histories.ts";
import type { ReadHistory } from "./reading.ts";

/** Milliseconds after a change of the draft's history in which its message, with Undo, may still be shown. */
const UNDOABLE_MS = UNDO_MS + 1_000;

/** The history of a draft. */
export interface HeldHistory {
  /** Null while the draft has none or it is looked for. */
  readonly history: ReadHistory | null;
  /** Whether the draft had one that the browser has not kept, until it has another one. */
  readonly isLost: boolean;
}

/**
 * Hook. Returns the history of a draft. Histories that the draft had before are held as long as it can be brought back,
 * and then forgotten.
 */
export function useHeldHistory(draft: Draft<RunDraft>): HeldHistory {
  const isLost = useSignal(false);
  const { held } = draft.value.value, history = heldHistory(held);
  useEffect(() => {
    if (held !== null) isLost.value = false;
    if (held !== null && history === null) {
      void lookForHistory(held).then((isThere) => {
        if (isThere || draft.value.value.held !== held) return;
        draft.value.value = { ...draft.value.value, held: null };
        isLost.value = true;
      });
    }
    const timer = setTimeout(() => void forgetOthers(draft.value.value.held), UNDOABLE_MS);
    return () => clearTimeout(timer);
  }, [held]);
  // Once the page is left, nothing brings an earlier draft back.
  useEffect(() => () => void forgetOthers(draft.value.value.held), [draft]);
  return { history, isLost: isLost.value };
}
