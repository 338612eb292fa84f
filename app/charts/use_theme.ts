import { useEffect, useState } from "preact/hooks";
import { isPrinting } from "../components/is_printing.ts";
import { type ChartTheme, themeNow } from "./chart_colours.ts";

/** Hook. Returns the theme of the page, light on paper, and draws the component again when it changes. */
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
  return isPrinting.value ? "light" : theme;
}
