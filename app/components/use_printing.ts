import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

/** Hook. Returns whether the page is being printed, so that it is all there and not only what is in view. */
export function usePrinting(): Signal<boolean> {
  const isPrinting = useSignal(false);
  useEffect(() => {
    const begin = (): void => {
      isPrinting.value = true;
    };
    const end = (): void => {
      isPrinting.value = false;
    };
    addEventListener("beforeprint", begin);
    addEventListener("afterprint", end);
    return () => {
      removeEventListener("beforeprint", begin);
      removeEventListener("afterprint", end);
    };
  }, []);
  return isPrinting;
}
