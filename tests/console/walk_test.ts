import assert from "node:assert/strict";
import { transportOfUrl } from "../../src/mail/transport_of_url.ts";
import { noteAbsentProgram } from "../support/absent_program.ts";
import { Browser, newEmail, PASSWORD, tokenOf } from "../support/browser.ts";
import {
  type BrowserProgram,
  BROWSERS,
  type ConsoleBrowser,
  type ConsoleTab,
  openBrowser,
} from "../support/console_browser.ts";
import { type Hands, keyboardAt, mouseAt } from "../support/console_hands.ts";
import { pathInMail } from "../support/console_person.ts";
import { runService } from "../support/running_service.ts";
import { startSmtpServer, type TestSmtpServer } from "../support/smtp_server.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { fullTest } from "../support/tier.ts";
import { until } from "../support/until.ts";

for (const program of ["Chromium", "Firefox"] as const) {
  if (BROWSERS[program] === undefined) noteAbsentProgram(program);
}

const FROM = "Portfolio Optimization <no-reply@service.example>";
const SECTORS = { NORTH: "Energy", SOUTH: "Energy", EAST: "Banks", WEST: "Banks", RIVER: "Water" };

/** Windows in which every page of the walk must fit without scrolling sideways. */
const WINDOWS = {
  "320 px": { width: 320, height: 640 },
  "200 % of 1280 px": { width: 640, height: 400, deviceScaleFactor: 2 },
};

Deno.test("the mail that a sign-up sends leads to a page of the console, whose form confirms the address", async () => {
  await using mailed = await mailedService();
  const email = newEmail();
  const person = new Browser(mailed.service);
  await person.signUp(email);
  const text = await mailed.textTo(email);
  assert.match(pathInMail(text), /^\/app\/verify#token=\S+$/);
  const { status } = await person.send("POST", "/auth/email/verify/confirm", { body: { token: tokenOf({ text }) } });
  assert.equal(status, 200);
});

interface Walk {
  readonly program: BrowserProgram;
  readonly handsAt: (tab: ConsoleTab) => Hands;
  readonly width: number;
}

const WALKS: Readonly<Record<string, Walk>> = {
  "in Chromium": { program: "Chromium", handsAt: mouseAt, width: 1280 },
  "in Firefox": { program: "Firefox", handsAt: mouseAt, width: 1280 },
  "in Firefox by keyboard alone": { program: "Firefox", handsAt: keyboardAt, width: 1280 },
  "by keyboard alone, at 320 px": { program: "Chromium", handsAt: keyboardAt, width: 320 },
};

for (const [how, { program, handsAt, width }] of Object.entries(WALKS)) {
  Deno.test(fullTest(
    `a person walks from the sign-up to a report of an own file under a rule of sectors, ${how}: all pages are without a finding of axe, fit into 320 px and 200 %, and ask no other host`,
    {
      heldBy: "the mail that a sign-up sends leads to a page of the console, whose form confirms the address",
      ignore: BROWSERS[program] === undefined,
    },
    async () => {
      await using mailed = await mailedService();
      await using folder = await temporaryFolder();
      await using browser = await openBrowser(mailed.service, { program, downloads: folder.path });
      const tab = await browser.newPerson();
      const show = (): Promise<void> => tab.page.setViewport({ width, height: 800 });
      await show();
      const look = async (name: string): Promise<void> => {
        await lookAt(tab, { name, program });
        await show();
      };
      await walk({ tab, hands: handsAt(tab), browser, look, folder: folder.path, textTo: mailed.textTo });
      assert.deepEqual(browser.complaints, []);
    },
  ));
}

interface Walking {
  readonly tab: ConsoleTab;
  readonly hands: Hands;
  readonly browser: ConsoleBrowser;
  /** Looks at the page as it is now. */
  readonly look: (name: string) => Promise<void>;
  /** Folder of the person's files, also of those that the browser downloads. */
  readonly folder: string;
  readonly textTo: (email: string) => Promise<string>;
}

async function walk(walking: Walking): Promise<void> {
  await becomeMember(walking);
  await composeRun(walking);
  await readRun(walking);
  await downloadReport(walking);
}

async function becomeMember({ tab, hands, look, textTo }: Walking): Promise<void> {
  const email = newEmail();
  await tab.open("/app");
  await tab.find("heading", "Sign in");
  await look("walk-sign-in");
  await hands.press("link", "Make an account");
  await hands.write("Full name", "Ada Lovelace");
  await hands.write("E-mail address", email);
  await hands.write("Password", PASSWORD);
  await look("walk-sign-up");
  await hands.press("button", "Sign up");
  await tab.find("heading", "Confirm your address");
  await look("walk-unconfirmed");
  await tab.open(pathInMail(await textTo(email)));
  await hands.press("button", "Confirm the address");
  await tab.reads("The e-mail address is verified");
  await look("walk-confirmed");
  await tab.element("input[name=password], main .empty, main .card");
  if (await tab.page.$("input[name=password]") !== null) {
    await hands.write("E-mail address", email);
    await hands.write("Password", PASSWORD);
    await hands.press("button", "Sign in");
  }
  await tab.find("heading", "Overview");
  await look("walk-overview");
}

async function composeRun({ tab, hands, look, folder }: Walking): Promise<void> {
  await Deno.writeTextFile(`${folder}/prices.csv`, pricesOfSectors());
  await hands.press("link", "New run");
  await tab.find("heading", "What is the run about?");
  await look("walk-new");
  await hands.press("tab", "Own prices");
  await hands.choose(`${folder}/prices.csv`);
  await tab.reads("300 days of 5 assets");
  await look("walk-own-prices");
  await hands.write("Search the methods", "least volatility");
  await hands.press("checkbox", "Minimum volatility");
  await hands.press("checkbox", "Groups");
  const lines = Object.entries(SECTORS).map((pair) => pair.join("\t"));
  await hands.paste("Name to add to map", lines.join("\n"));
  await tab.find("group", "Energy");
  await hands.press("button", "Add rule");
  await hands.write("Group of rule 1", "Energy");
  await hands.write("Max of rule 1", "30 %");
  await look("walk-rules");
  await hands.write("Name of the run", "Energy at most 30 %");
  await hands.press("button", "Submit the run");
}

async function readRun({ tab, hands, look }: Walking): Promise<void> {
  await tab.find("heading", "Energy at most 30 %");
  await tab.reads("Proven: no other weights that keep your rules are better by more than 0.0000001.");
  await look("walk-result");
  await hands.press("tab", "Rules");
  await tab.reads("Energy");
  await look("walk-result-rules");
}

async function downloadReport({ tab, hands, look, folder }: Walking): Promise<void> {
  await hands.press("tab", "Files");
  await tab.reads("result.json");
  await look("walk-files");
  await hands.press("button", "Make PDF: Summary");
  await tab.find("link", "Open PDF: Summary");
  await look("walk-report");
  await hands.press("link", "Open PDF: Summary");
  await until(() => isPdf(`${folder}/report_summary.pdf`), "the report in the folder of downloads");
}

/** Whether a file is a whole PDF by now. */
async function isPdf(path: string): Promise<boolean> {
  try {
    const text = new TextDecoder("latin1").decode(await Deno.readFile(path));
    return text.startsWith("%PDF-") && text.trimEnd().endsWith("%%EOF");
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/** Looks at the page in light and dark, wide and narrow: it has no finding of axe and scrolls down alone. */
async function lookAt(
  tab: ConsoleTab,
  { name, program }: { readonly name: string; readonly program: BrowserProgram },
): Promise<void> {
  const { page } = tab;
  await tab.until("document.querySelector('main .waiting') === null");
  assert.deepEqual(await tab.faultsByAxe(), [], name);
  for (const [title, window] of Object.entries(WINDOWS)) {
    await page.setViewport(window);
    const wide = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
    assert.ok(Number(wide) <= 0, `${name} at ${title} is ${wide} px too wide: ${await page.evaluate(WIDE_ELEMENTS)}`);
  }
  await page.setViewport(WINDOWS["320 px"]);
  if (program === "Chromium") await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "dark" }]);
  assert.deepEqual(await tab.faultsByAxe(), [], `${name}, dark at 320 px`);
  if (program === "Chromium") await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "light" }]);
  await tab.pictures(name);
}

/** Expression that names the elements beyond the right edge of the window, outermost first. */
const WIDE_ELEMENTS = `[...document.querySelectorAll("body *")]
  .filter((one) => one.getBoundingClientRect().right > innerWidth + 1 && one.closest("[class*=scroll], nav") === null)
  .slice(0, 5).map((one) => one.outerHTML.slice(0, 160)).join("\\n")`;

/** Returns a file of a spreadsheet in Europe: a byte order mark, semicolons, decimal commas, days as text. */
function pricesOfSectors(): string {
  const names = Object.keys(SECTORS), lines: string[] = [];
  for (let at = Date.UTC(2023, 0, 2), row = 0; row < 300; at += 86_400_000) {
    const date = new Date(at);
    if (date.getUTCDay() % 6 === 0) continue;
    const [year, month, day] = date.toISOString().slice(0, 10).split("-");
    const prices = names.map((_, column) => 1_000 + row + 40 * Math.sin(row * (1.3 + column) + column * column));
    lines.push([`${day}.${month}.${year}`, ...prices.map((price) => price.toFixed(2).replace(".", ","))].join(";"));
    row++;
  }
  return `\ufeff${["Datum", ...names].join(";")}\r\n${lines.join("\r\n")}\r\n`;
}

interface MailedService extends AsyncDisposable {
  readonly service: Awaited<ReturnType<typeof runService>>;
  /** Waits for the first mail to an address, and returns its text. */
  readonly textTo: (email: string) => Promise<string>;
}

/** Starts a service that sends its mails over SMTP, and the mail server that receives them. */
async function mailedService(): Promise<MailedService> {
  const smtp: TestSmtpServer = await startSmtpServer({ tls: "none" });
  const url = new URL(`smtp://127.0.0.1:${smtp.port}`);
  const service = await runService({ mail: transportOfUrl(url, { from: FROM, print: () => undefined, folder: null }) });
  const mailTo = (email: string) => smtp.received.find(({ to }) => to.includes(email));
  return {
    service,
    async textTo(email) {
      await until(() => mailTo(email) !== undefined, `a mail to ${email}`);
      return (mailTo(email)?.content ?? "").replaceAll("\r\n", "\n");
    },
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await smtp.close();
    },
  };
}
