import { useEffect } from "preact/hooks";
import { PAGES } from "../pages.ts";
import { sessionState } from "../session/session.ts";

/** Milliseconds after the first page before the code of the others is loaded, so that it takes nothing from it. */
const AFTER_MS = 4_000;
/** Milliseconds for which a busy page may put off the code of the next one. */
const LONGEST_IDLE_MS = 2_000;

/**
 * Hook of the shell. Loads the code of all pages of an account, one after the other while nothing else is done, so that
 * they open without a network, too. Not where the person saves data.
 */
export function useKeptPages(): void {
  const isMember = sessionState.value === "signed in";
  useEffect(() => {
    if (!isMember || savesData()) return;
    let isLeft = false;
    const timer = setTimeout(async () => {
      for (const { openTo, load } of PAGES) {
        if (openTo !== "account") continue;
        await idle();
        // What cannot be loaded now is loaded when its page is opened.
        if (!isLeft) await load().catch(() => undefined);
      }
    }, AFTER_MS);
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, [isMember]);
}

function savesData(): boolean {
  const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } };
  return connection?.saveData === true;
}

async function idle(): Promise<void> {
  await new Promise<void>((resolve) =>
    typeof requestIdleCallback === "undefined"
      ? setTimeout(resolve, 200)
      : requestIdleCallback(() => resolve(), { timeout: LONGEST_IDLE_MS })
  );
}
