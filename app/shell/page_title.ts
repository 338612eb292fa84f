import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";

const SERVICE = "Portfolio Optimization";
/** Title that the shown page has given itself; null for the one in the list of pages. */
const ownTitle = signal<string | null>(null);
/** Short news that stands before the title of the page, for example that a run has ended; null without any. */
export const newsInTitle = signal<string | null>(null);

/** Hook. Gives a page a title other than that of the list of pages, for example the name of a run. */
export function usePageTitle(title: string | null): void {
  useEffect(() => {
    ownTitle.value = title;
    return () => {
      ownTitle.value = null;
    };
  }, [title]);
}

/** Hook of the shell. Shows the title of the page in the tab of the browser. */
export function useTitleOfRoute(title: string): void {
  const shown = `${ownTitle.value ?? title} · ${SERVICE}`;
  const news = newsInTitle.value;
  useEffect(() => {
    document.title = news === null ? shown : `${news} · ${shown}`;
  }, [shown, news]);
}
