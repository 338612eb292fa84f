import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { serviceNow } from "../../session/service_clock.ts";

/** Hook. Returns whether a moment is over, which is found out when it comes, or when the person comes back. */
export function useIsPast(end: string | null): boolean {
  const isPast = useSignal(false);
  useEffect(() => {
    if (end === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = (): void => {
      clearTimeout(timer);
      const leftMs = Date.parse(end) - serviceNow();
      isPast.value = leftMs <= 0;
      if (leftMs > 0) timer = setTimeout(look, leftMs);
    };
    look();
    // Timers stand still while a machine sleeps.
    addEventListener("focus", look);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearTimeout(timer);
      removeEventListener("focus", look);
      document.removeEventListener("visibilitychange", look);
    };
  }, [end]);
  return isPast.value;
}
