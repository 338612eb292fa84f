import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";

const SERVICE = "Portfolio Optimization";
/** Short news that stands before the title of the page, for example that a run has ended; null without any. */
export const newsInTitle = signal<string | null>(null);

/** Hook. Sets the title of the browser's tab while a page is shown. */
export function usePageTitle(title: string): void {
  const news = newsInTitle.value;
  useEffect(() => {
    document.title = `${news === null ? "" : `${news} · `}${title} · ${SERVICE}`;
  }, [title, news]);
}
