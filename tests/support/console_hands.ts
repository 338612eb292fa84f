import type { ElementHandle, KeyInput, Page } from "puppeteer-core";
import type { ConsoleTab } from "./console_browser.ts";

/** How a person does things at a page: with a mouse, or by keyboard alone. */
export interface Hands {
  /** Uses the button, link, tab or box with this role and name. */
  press(role: "button" | "link" | "tab" | "checkbox", name: string): Promise<void>;
  /** Replaces the text in the field with this label. */
  write(label: string, text: string): Promise<void>;
  /** Pastes a text into the field with this label. */
  paste(label: string, text: string): Promise<void>;
  /** Chooses a file at the only place of the page for one. */
  choose(path: string): Promise<void>;
}

/** Steps by the Tab key after which an element counts as out of reach. */
const MOST_STEPS = 400;
/** Steps by an arrow key after which a tab counts as out of reach. */
const MOST_TABS = 30;

/** Test helper. Returns the hands of a person with a mouse. */
export function mouseAt(tab: ConsoleTab): Hands {
  return {
    press: (role, name) => tab.click(role, name),
    write: (label, text) => tab.type(label, text),
    async paste(label, text) {
      await copy(tab, text);
      await (await tab.field(label)).click();
      await pressWithControl(tab, "v");
    },
    async choose(path) {
      await (await tab.element("input[type=file]")).uploadFile(path);
    },
  };
}

/** Test helper. Returns the hands of a person who has a keyboard alone: everything is reached by Tab and arrow keys. */
export function keyboardAt(tab: ConsoleTab): Hands {
  const { keyboard } = tab.page;
  return {
    async press(role, name) {
      const element = await tab.find(role, name);
      if (role === "tab") return await reachTab(tab, element);
      await reach(tab, element, name);
      await keyboard.press(role === "checkbox" ? " " : "Enter");
    },
    async write(label, text) {
      await reach(tab, await tab.field(label), label);
      await pressWithControl(tab, "a");
      await keyboard.press("Backspace");
      await keyboard.type(text);
    },
    async paste(label, text) {
      await copy(tab, text);
      await reach(tab, await tab.field(label), label);
      await pressWithControl(tab, "v");
    },
    async choose(path) {
      const input = await tab.element("input[type=file]");
      await reach(tab, input, "the place for a file");
      // The window in which a file is chosen is the system's, and no page's.
      await input.uploadFile(path);
    },
  };
}

/** Presses Tab, or Shift and Tab where it lies behind, until an element has the focus. */
async function reach({ page }: ConsoleTab, element: ElementHandle, name: string): Promise<void> {
  for (let steps = 0; !await hasFocus(element); steps++) {
    if (steps > MOST_STEPS) throw new Error(`Cannot reach ${name} by Tab`);
    await stepTowards(page, element);
  }
}

/** Walks to a tab: to its row by Tab, and along the row by arrow keys. */
async function reachTab({ page }: ConsoleTab, element: ElementHandle): Promise<void> {
  const isInRow = (): Promise<boolean> =>
    element.evaluate((tab) => tab.closest("[role=tablist]")?.contains(tab.ownerDocument.activeElement) === true);
  for (let steps = 0; !await isInRow(); steps++) {
    if (steps > MOST_STEPS) throw new Error("Cannot reach the row of tabs by Tab");
    await stepTowards(page, element);
  }
  for (let steps = 0; !await hasFocus(element); steps++) {
    if (steps > MOST_TABS) throw new Error("Cannot reach the tab by arrow keys");
    await page.keyboard.press("ArrowRight");
  }
}

/**
 * Moves the focus one step towards an element. Never beyond the end of the page: from there Firefox goes on to its own
 * bar, while the driver still sends the keys to the page, in which they then press nothing.
 */
async function stepTowards({ keyboard }: Page, element: ElementHandle): Promise<void> {
  const isBehind = await element.evaluate((one) => {
    const from = one.ownerDocument.activeElement;
    return from !== null && (one.compareDocumentPosition(from) & one.DOCUMENT_POSITION_FOLLOWING) !== 0;
  });
  if (isBehind) await keyboard.down("Shift");
  await keyboard.press("Tab");
  if (isBehind) await keyboard.up("Shift");
}

/** Whether the focus is at an element, or within it: the cell of a table has the name of the field in it. */
function hasFocus(element: ElementHandle): Promise<boolean> {
  return element.evaluate((one) => one.contains(one.ownerDocument.activeElement));
}

/** Copies a text to the clipboard of the browser, as from another program. */
async function copy(tab: ConsoleTab, text: string): Promise<void> {
  const { page } = tab;
  await page.evaluate(`{
    const area = document.createElement("textarea");
    area.value = ${JSON.stringify(text)};
    document.body.append(area);
    area.select();
  }`);
  await pressWithControl(tab, "c");
  await page.evaluate("document.body.lastElementChild.remove()");
}

async function pressWithControl({ page: { keyboard } }: ConsoleTab, key: KeyInput): Promise<void> {
  await keyboard.down("Control");
  await keyboard.press(key);
  await keyboard.up("Control");
}
