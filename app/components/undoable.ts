import { asRefusal } from "../refusal.ts";
import { toast, UNDO_MS } from "./toasts.tsx";

export interface UndoableOptions {
  /** Does it for good. A refusal is told, and what was shown before comes back. */
  readonly act: () => Promise<void>;
  /** Shows again what was there before. */
  readonly onUndo: () => void;
}

/**
 * Does something that the service cannot take back after some seconds, in which the person can. A page that is closed
 * within these seconds has not done it.
 */
export function undoable(text: string, { act, onUndo }: UndoableOptions): void {
  const timer = setTimeout(() => {
    void act().catch((error) => {
      onUndo();
      toast(asRefusal(error).message);
    });
  }, UNDO_MS);
  toast(text, () => {
    clearTimeout(timer);
    onUndo();
  });
}
