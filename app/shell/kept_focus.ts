import { useEffect } from "preact/hooks";

/** Parts of a page that a screen reader names, or that belong together for it. */
const PARTS = "section, form, fieldset, li, [role=tabpanel], [role=group], dialog[open], main";

/**
 * Hook. Keeps the focus where the person works. A button can go with what it did, and the browser then leaves the
 * focus nowhere: a screen reader begins at the top of the page again. The part in which the element was gets it, and
 * not another button, which a second press of the same key would press.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let around: readonly Element[] = [];
    const isLost = (): boolean => document.activeElement === document.body || document.activeElement === null;
    const note = ({ target }: FocusEvent): void => {
      around = target instanceof Element ? chainOf(target) : [];
    };
    // Who clicks beside everything has the focus nowhere because they want it.
    const forget = (): void => {
      setTimeout(() => {
        if (isLost() && around[0]?.isConnected === true) around = [];
      });
    };
    const keep = (): void => {
      if (around[0]?.isConnected !== false || !isLost()) return;
      const part = around.find((element) => element.isConnected)?.closest<HTMLElement>(PARTS) ??
        document.querySelector<HTMLElement>("main");
      around = [];
      if (part === null) return;
      if (!part.hasAttribute("tabindex")) part.tabIndex = -1;
      part.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(keep);
    observer.observe(document.body, { childList: true, subtree: true });
    addEventListener("focusin", note);
    addEventListener("focusout", forget);
    return () => {
      observer.disconnect();
      removeEventListener("focusin", note);
      removeEventListener("focusout", forget);
    };
  }, []);
}

/** Returns an element and those around it, from the inside out. */
function chainOf(element: Element): readonly Element[] {
  const around: Element[] = [];
  for (let one: Element | null = element; one !== null; one = one.parentElement) around.push(one);
  return around;
}
