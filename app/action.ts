import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { asRefusal, type Refusal } from "./refusal.ts";
import { signIns } from "./session/session.ts";

/** Something that a person does by a button or a form, such as a sign-in. */
export interface Action<Arguments extends readonly unknown[]> {
  /** Why it was refused the last time; null if it was not. */
  readonly refusal: Refusal | null;
  readonly isRunning: boolean;
  /** Does it, unless it is being done. Resolves with whether it was done, and not refused. */
  run(...given: Arguments): Promise<boolean>;
  /** Forgets the refusal. */
  reset(): void;
}

/**
 * Hook. Returns an action with its state. `act` throws a `Refusal` where the service refuses; any other error is shown
 * as a fault of the console.
 */
export function useAction<Arguments extends readonly unknown[]>(
  act: (...given: Arguments) => Promise<void>,
): Action<Arguments> {
  const refusal = useSignal<Refusal | null>(null);
  const isRunning = useSignal(false);
  // What a session that had ended could not do, the person may do now.
  useEffect(() => {
    if (refusal.peek()?.status === 401) refusal.value = null;
  }, [signIns.value]);
  return {
    refusal: refusal.value,
    isRunning: isRunning.value,
    async run(...given) {
      if (isRunning.value) return false;
      isRunning.value = true;
      refusal.value = null;
      try {
        await act(...given);
        return true;
      } catch (error) {
        refusal.value = asRefusal(error);
        return false;
      } finally {
        isRunning.value = false;
      }
    },
    reset() {
      refusal.value = null;
    },
  };
}
