import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { isAnswerLate, waitsUntil } from "../session/waits.ts";

/**
 * Says that the service is busy and when the request is sent again, while a request waits, or that an answer takes
 * longer than usual.
 */
export function Waits(): JSX.Element {
  const end = waitsUntil.value;
  const seconds = useSignal(0);
  // Before the page is painted, which would show no seconds at all for a moment.
  useLayoutEffect(() => {
    if (end === null) return;
    const count = (): void => {
      seconds.value = Math.max(0, Math.ceil((end - Date.now()) / 1_000));
    };
    count();
    const timer = setInterval(count, 250);
    return () => clearInterval(timer);
  }, [end]);
  return (
    <div role="status">
      {end === null ? null : <p class="banner">The service is busy. Trying again in {seconds.value} s.</p>}
      {end === null && isAnswerLate.value
        ? <p class="banner">The service takes longer than usual to answer. This page still waits for it.</p>
        : null}
    </div>
  );
}
