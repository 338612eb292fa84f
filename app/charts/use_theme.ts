import { useEffect, useState } from "preact/hooks";
import { type ChartTheme, themeNow } from "./chart_colours.ts";

/** Hook. Returns the theme of the page, and draws the component again when it changes. */
export function useTheme(): ChartTheme {
  const [theme, setTheme] = useState<ChartTheme>(themeNow);
  useEffect(() => {
    const look = (): void => setTheme(themeNow());
    const system = matchMedia("(prefers-color-scheme: dark)");
    system.addEventListener("change", look);
    const observer = new MutationObserver(look);
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    return () => {
      system.removeEventListener("change", look);
      observer.disconnect();
    };
  }, []);
  return theme;
}
