import axe from "axe-core";
import puppeteer, { type Browser, type ElementHandle, type LaunchOptions, type Page } from "puppeteer-core";
import { CHROMIUM } from "./chromium.ts";
import { FIREFOX } from "./firefox.ts";
import { namedInPage } from "./named_in_page.ts";
import type { RunningService } from "./running_service.ts";
import { DEADLINE_MS, until } from "./until.ts";

/** A tab of a real browser on the console of a tested service. */
export interface ConsoleTab {
  readonly page: Page;
  /** Opens a path of the service in the tab, for example `/app`. */
  open(path: string): Promise<void>;
  /** Waits until the page has an element with this role and name, as a screen reader has them, and returns it. */
  find(role: string, name: string): Promise<ElementHandle>;
  /** Clicks the element with this role and name. */
  click(role: string, name: string): Promise<void>;
  /** Waits until the page has a field with this label, and returns it. */
  field(label: string): Promise<ElementHandle>;
  /** Empties the field with this label and types into it. */
  type(label: string, text: string): Promise<void>;
  /** Waits until the page has an element of a selector, seen or not, and returns it. */
  element(selector: string): Promise<ElementHandle>;
  /** Waits until the page shows no element of a selector. */
  gone(selector: string): Promise<void>;
  /** Waits until a JavaScript expression is true in the page. */
  until(expression: string): Promise<void>;
  /** Returns the text in the field with this `name`. */
  valueOf(name: string): Promise<unknown>;
  /** Waits until the page shows a text. */
  reads(text: string): Promise<void>;
  /** Returns what axe finds against the accessibility of the page as it is now, one line for each element. */
  faultsByAxe(): Promise<readonly string[]>;
  /**
   * Returns the places to click that are smaller than 24 pixels and nearer than that to others, one line for each. What
   * lies under something else counts as small, so the page must neither be scrolled nor show a message.
   */
  smallTargets(): Promise<readonly string[]>;
  /**
   * Takes pictures of the page as it is now: wide, at 320 px and in dark colours. They go into the folder that the
   * variable CONSOLE_PICTURES names; without it nothing happens.
   */
  pictures(name: string): Promise<void>;
}

/** A real browser in which a test opens the console. It can reach no host but this machine's. */
export interface ConsoleBrowser extends AsyncDisposable {
  /** Opens a tab in a browser context of its own: with its own cookies and storage, as a person of its own. */
  newPerson(): Promise<ConsoleTab>;
  /** Opens another tab in the browser context of a tab: with the same cookies and storage. */
  newTab(of: ConsoleTab): Promise<ConsoleTab>;
  /**
   * Errors and warnings of the tabs so far: of scripts, of the content security policy, and every request to another
   * host. A good page has none.
   */
  readonly complaints: readonly string[];
}

/** Browsers in which the console is tested. */
export type BrowserProgram = "Chromium" | "Firefox";

/** Paths of the browsers; undefined for one that this machine does not have. */
export const BROWSERS: Readonly<Record<BrowserProgram, string | undefined>> = { Chromium: CHROMIUM, Firefox: FIREFOX };

/** Whether this machine has the browser that most of these tests need. */
export const HAS_BROWSER = CHROMIUM !== undefined;

export interface OpenBrowserOptions {
  /** The browser; Chromium if absent. */
  readonly program?: BrowserProgram;
  /** Folder for the files that a page downloads; without it the browser asks, and so keeps none. */
  readonly downloads?: string;
}

/** Test helper. Starts a headless browser on the console of a service. */
export async function openBrowser(
  service: Pick<RunningService, "url">,
  { program = "Chromium", downloads }: OpenBrowserOptions = {},
): Promise<ConsoleBrowser> {
  const browser = await puppeteer.launch({
    browser: program === "Firefox" ? "firefox" : "chrome",
    executablePath: BROWSERS[program] ?? "",
    headless: true,
    acceptInsecureCerts: true,
    timeout: DEADLINE_MS,
    protocolTimeout: 2 * DEADLINE_MS,
    ...PRIVACY[program],
  });
  const complaints: string[] = [];
  const kept = downloads === undefined
    ? {}
    : { downloadBehavior: { policy: "allow", downloadPath: downloads } } as const;
  const tabOf = async (page: Page): Promise<ConsoleTab> => {
    await listen(page, { url: service.url, program, complaints });
    return consoleTab(page, { url: service.url, program });
  };
  return {
    complaints,
    async newPerson() {
      const context = await browser.createBrowserContext(kept);
      return await tabOf(await context.newPage());
    },
    async newTab({ page }) {
      return await tabOf(await page.browserContext().newPage());
    },
    async [Symbol.asyncDispose]() {
      await closed(browser);
    },
  };
}

/** Settings by which a browser can reach no host but this machine's, not even for itself. */
const PRIVACY: Readonly<Record<BrowserProgram, LaunchOptions>> = {
  Chromium: { args: ["--no-sandbox", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1"] },
  Firefox: {
    extraPrefsFirefox: {
      // A proxy that does not exist for everything but this machine, to which a browser speaks directly.
      "network.proxy.type": 1,
      "network.proxy.http": "127.0.0.1",
      "network.proxy.http_port": 9,
      "network.proxy.ssl": "127.0.0.1",
      "network.proxy.ssl_port": 9,
    },
  },
};

/** Notes everything in a tab that a good page does not do. */
async function listen(
  page: Page,
  { url, program, complaints }: {
    readonly url: string;
    readonly program: BrowserProgram;
    readonly complaints: string[];
  },
): Promise<void> {
  page.setDefaultTimeout(DEADLINE_MS);
  await page.setViewport({ width: 1280, height: 800 });
  // A tab behind another one draws nothing, so that a wait for something to be visible would never end.
  if (program === "Chromium") await page.emulateFocusedPage(true);
  // Firefox tells what its policy refused to the page alone.
  await page.evaluateOnNewDocument(
    `addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
      console.error("refused by " + violatedDirective + ": " + blockedURI);
    });`,
  );
  page.on("request", (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(url)) {
      complaints.push(`request to ${request.url()}`);
    }
  });
  page.on("pageerror", (error) => complaints.push(error instanceof Error ? error.message : String(error)));
  page.on("console", (message) => {
    // The browser writes a line for each refusal of the service, which are part of what a test does.
    // It also writes one when a network of the machine comes or goes, as beside tests that start containers.
    const isRefusal =
      /^Failed to load resource: (the server responded with a status of (4\d\d|503)|net::ERR_NETWORK_CHANGED)/
        .test(message.text());
    if (["error", "warn"].includes(message.type()) && !isRefusal) complaints.push(message.text());
  });
}

function consoleTab(
  page: Page,
  { url, program }: { readonly url: string; readonly program: BrowserProgram },
): ConsoleTab {
  const isFirefox = program === "Firefox";
  const find = (role: string, name: string): Promise<ElementHandle> =>
    isFirefox
      ? elementNamed(page, name, role)
      : shownElement(page, `::-p-aria([name=${JSON.stringify(name)}][role="${role}"])`);
  const tab: ConsoleTab = {
    page,
    find,
    async open(path) {
      await page.goto(url + path, { waitUntil: "load" });
    },
    async click(role, name) {
      const element = await find(role, name);
      // What tells of a step before, with its button to undo it, can lie over the element for some seconds.
      await held(page, `nothing over ${role} "${name}"`, () => element.evaluate(isOnTop));
      await element.click();
    },
    field: (label) => isFirefox ? elementNamed(page, label) : shownElement(page, `::-p-aria(${label})`),
    async type(label, text) {
      const field = await tab.field(label);
      await field.click({ count: 3 });
      await page.keyboard.press("Backspace");
      await field.type(text);
    },
    element: (selector) => elementOf(page, selector, () => Promise.resolve(true)),
    async gone(selector) {
      await held(page, `no ${selector}`, async () => {
        const element = await page.$(selector);
        return element === null || !await element.isVisible();
      });
    },
    async reads(text) {
      await shownElement(page, `::-p-text(${text})`);
    },
    async until(expression) {
      await held(page, expression, () => page.evaluate(`Boolean(${expression})`));
    },
    valueOf: (name) => page.evaluate(`document.querySelector(${JSON.stringify(`input[name="${name}"]`)}).value`),
    pictures: (name) => program === "Chromium" ? takePictures(page, name) : Promise.resolve(),
    faultsByAxe: () => violations(page, {}),
    smallTargets: () => violations(page, { runOnly: ["target-size"] }),
  };
  return tab;
}

/** Returns what axe finds in a page as it is now, one line for each element. */
async function violations(page: Page, options: axe.RunOptions): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  return await page.evaluate(async (options) => {
    // deno-lint-ignore no-explicit-any -- the page has axe as a global, which this program does not have
    const { violations } = await (globalThis as any).axe.run(options);
    return violations.flatMap(({ id, nodes }: { id: string; nodes: { html: string; failureSummary: string }[] }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`)
    );
  }, options);
}

/** Waits until an element of a selector is shown, and returns it. */
function shownElement(page: Page, selector: string): Promise<ElementHandle> {
  return elementOf(page, selector, (element) => element.isVisible());
}

/** Waits until an element with a name, and a role if one is given, is shown, and returns it. */
function elementNamed(page: Page, name: string, role?: string): Promise<ElementHandle> {
  return foundElement(page, `${role ?? "field"} "${name}"`, async () => {
    return (await page.evaluateHandle(namedInPage(name, role))).asElement();
  });
}

function elementOf(
  page: Page,
  selector: string,
  isRight: (element: ElementHandle) => Promise<boolean>,
): Promise<ElementHandle> {
  return foundElement(page, selector, async () => {
    const element = await page.$(selector);
    return element !== null && await isRight(element) ? element : null;
  });
}

async function foundElement(
  page: Page,
  what: string,
  find: () => Promise<ElementHandle | null>,
): Promise<ElementHandle> {
  let found: ElementHandle | null = null;
  await held(page, what, async () => (found = await find()) !== null);
  if (found === null) throw new Error(`No ${what}`);
  return found;
}

/**
 * Waits until a page does what a test wants. It asks the page again and again: the driver's own waiting asks back, and
 * a page that has just been opened or reloaded can lose that question.
 */
async function held(page: Page, what: string, isSo: () => Promise<unknown>): Promise<void> {
  await until(() => isNow(isSo), () => `${what} at ${page.url()}`, { longestPauseMs: 100 });
}

/** Whether something is so now; false also while the page gives way to the next one. */
async function isNow(isSo: () => Promise<unknown>): Promise<boolean> {
  try {
    return await isSo() === true;
  } catch (error) {
    if (error instanceof Error && /context|detached|does not belong|No node/i.test(error.message)) return false;
    throw error;
  }
}

/** What a test asks of an element in the page, whose types this program does not have. */
interface ElementOfPage {
  readonly ownerDocument: { elementFromPoint(left: number, top: number): ElementOfPage | null };
  scrollIntoView(how: { readonly block: "center"; readonly inline: "center" }): void;
  getBoundingClientRect(): {
    readonly left: number;
    readonly top: number;
    readonly width: number;
    readonly height: number;
  };
  contains(other: ElementOfPage): boolean;
}

/** Runs in the page. Whether a click at the middle of an element meets the element, after scrolling it into view. */
function isOnTop(element: ElementOfPage): boolean {
  element.scrollIntoView({ block: "center", inline: "center" });
  const { left, top, width, height } = element.getBoundingClientRect();
  const found = element.ownerDocument.elementFromPoint(left + width / 2, top + height / 2);
  return found !== null && (element.contains(found) || found.contains(element));
}

/** Looks of the console of which a test takes pictures. */
const LOOKS = {
  light: { width: 1280, colours: "light" },
  dark: { width: 1280, colours: "dark" },
  narrow: { width: 320, colours: "light" },
} as const;

async function takePictures(page: Page, name: string): Promise<void> {
  const folder = Deno.env.get("CONSOLE_PICTURES");
  if (folder === undefined) return;
  for (const [look, { width, colours }] of Object.entries(LOOKS)) {
    await page.setViewport({ width, height: 800 });
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: colours }]);
    // What stays at the edge of the window would otherwise stand in the middle of the picture.
    await page.evaluate("scrollTo(0, 0)");
    const bytes = await page.screenshot({ fullPage: true });
    await Deno.writeFile(`${folder}/${name}-${look}.png`, bytes);
  }
  await page.setViewport({ width: LOOKS.light.width, height: 800 });
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "light" }]);
}

/** Ends the browser and waits until its process has ended, so that it leaves nothing to the next test. */
async function closed(browser: Browser): Promise<void> {
  const process = browser.process();
  const ended = process === null || process.exitCode !== null
    ? Promise.resolve()
    : new Promise<void>((resolve) => process.once("exit", () => resolve()));
  await browser.close();
  await ended;
}
