import assert from "node:assert/strict";
import { noteAbsentProgram } from "../support/absent_program.ts";
import { verifiedBrowser } from "../support/browser.ts";
import { type ConsoleBrowser, type ConsoleTab, HAS_BROWSER } from "../support/console_browser.ts";
import { keyboardAt } from "../support/console_hands.ts";
import { inConsole, signedInTab } from "../support/console_person.ts";
import { labelsWithoutHint } from "../support/labels_without_hint.ts";
import { type RunningService, runService } from "../support/running_service.ts";
import { equitySheet } from "../support/statement_sheets.ts";
import { type TemporaryFolder, temporaryFolder } from "../support/temporary_folder.ts";
import { fullTest } from "../support/tier.ts";
import { archiveFile, workbookFile, type WrittenSheet } from "../support/workbook_file.ts";

if (!HAS_BROWSER) noteAbsentProgram("Chromium");

const ENTERPRISE = { environment: { DEFAULT_PLAN: "enterprise" } };
const HOSTILE = "<img onerror=alert(1)>";

/** Opens the form of a run in a tab of a new person. */
async function openForm(service: RunningService, browser: ConsoleBrowser): Promise<ConsoleTab> {
  const { tab } = await signedInTab(service, browser);
  await tab.open("/app/new");
  await tab.find("heading", "What is the run about?");
  return tab;
}

/** Waits until the text of the element with a selector contains a text. */
async function shows(tab: ConsoleTab, selector: string, text: string): Promise<void> {
  const [place, part] = [JSON.stringify(selector), JSON.stringify(text)];
  await tab.until(`document.querySelector(${place})?.textContent?.includes(${part}) === true`);
}

/** Chooses a file in the page, as a person does in the window of the browser. */
async function chooseFile(
  tab: ConsoleTab,
  folder: TemporaryFolder,
  { name, contents }: { readonly name: string; readonly contents: string | Uint8Array },
): Promise<void> {
  await folder.write(name, contents);
  const input = await tab.element("input[type=file]");
  await input.uploadFile(`${folder.path}/${name}`);
}

async function requestOf({ page }: ConsoleTab): Promise<Record<string, unknown>> {
  return JSON.parse(String(await page.evaluate("document.querySelector('.request-code').textContent")));
}

async function submit(tab: ConsoleTab): Promise<string> {
  await tab.click("button", "Submit the run");
  await tab.until("location.pathname.startsWith('/app/runs/run_')");
  return tab.page.url().split("/").at(-1) ?? "";
}

Deno.test("the lists of which the form of a run is made are served", async () => {
  await using service = await runService(ENTERPRISE);
  const person = await verifiedBrowser(service);
  for (const path of ["/methods/requirements", "/constraints/capability"]) {
    assert.equal((await person.send("GET", path)).status, 200, path);
  }
  const { status, body } = await person.send("GET", "/openapi.json");
  assert.equal(status, 200);
  assert.notEqual(body.components.schemas.Submission, undefined);
});

Deno.test(fullTest(
  "a run is composed by keyboard of found and pasted assets, a conflict of its rules ends by one button, and it is sent",
  { heldBy: "the lists of which the form of a run is made are served", ignore: !HAS_BROWSER },
  inConsole(async (service, browser) => {
    const tab = await openForm(service, browser);
    const { page } = tab;
    await tab.pictures("new-empty");
    await tab.find("combobox", "Ticker, ISIN or name of a share");
    await page.keyboard.press("s");
    await page.keyboard.type("exmango");
    await shows(tab, ".asset-search [role=status]", "Enter adds the marked one");
    await page.keyboard.press("Enter");
    await page.keyboard.type("exl");
    await tab.until("document.querySelector('.asset-search input').value === 'exl'");
    await tab.click("tab", "Paste a list");
    await tab.type("Tickers, ISINs, codes or names", "EXLOTUS\t30\nEXGINGR\t20\nEXPEACOCK\t50\nZZZZZZZZ");
    await tab.click("button", "Look up and add 4");
    await shows(tab, ".missing", "ZZZZZZZZ is not in this list");
    await tab.click("button", "NSE:EXGINGER Example Ginger Laboratories Ltd");
    await shows(tab, ".request-code", "EXGINGER");
    assert.deepEqual((await requestOf(tab)).starting_portfolio, {
      "NSE:EXLOTUS": 0.3,
      "NSE:EXPEACOCK": 0.5,
      "NSE:EXGINGER": 0.2,
    });
    await page.type("[aria-label='Search the methods']", "cvar");
    await page.click("#method-min_cvar");
    await page.click("#family-weight_bounds");
    await page.type("[id='at/constraints/weight_bounds/max'] input", "20 %");
    await shows(tab, ".check-panel", "These rules cannot be met together");
    await tab.pictures("new-conflict");
    assert.deepEqual(await tab.faultsByAxe(), []);
    await tab.click("button", "Weight bounds: max 0.2 → 0.25");
    await shows(tab, ".verdict", "Some weights keep all rules");
    await tab.element(".check-panel figure");
    assert.deepEqual(await tab.faultsByAxe(), []);
    await tab.pictures("new-feasible");
    await page.click("#family-groups");
    await tab.click("button", "Add rule");
    await shows(tab, ".check-panel", "The rules are checked once what you have added is filled in");
    assert.equal(await page.$(".check-panel .fault, .list-field .fault"), null);
    await page.click("#family-groups");
    await shows(tab, ".verdict", "Some weights keep all rules");
    const request = await requestOf(tab);
    assert.deepEqual(request.methods, ["min_cvar"]);
    assert.deepEqual(request.constraints, { weight_bounds: { max: 0.25 } });
    await tab.click("button", "Edit or paste JSON");
    await (await tab.field("Request as JSON")).type("typed");
    await tab.click("tab", "Python");
    await shows(tab, ".request-code", '"methods": ["min_cvar"]');
    await tab.click("tab", "JSON");
    await tab.until(`document.querySelector(".request-panel textarea")?.value.includes("typed") === true`);
    await tab.click("button", "Cancel");
    await tab.click("button", "Save as template");
    await tab.element("dialog[open]");
    await page.keyboard.type("Monthly");
    await page.keyboard.press("Enter");
    await tab.reads('Saved as the template "Monthly"');
    await page.reload();
    await shows(tab, ".request-code", '"min_cvar"');
    const run = await submit(tab);
    await tab.open(`/app/new?from=${run}`);
    await shows(tab, ".request-code", '"min_cvar"');
    assert.equal(new URL(page.url()).search, "");
    await tab.open("/app/new?from=run_nope");
    await tab.element("main [role=alert]");
    assert.equal(await page.evaluate("document.querySelector('main').textContent.includes('Try again')"), false);
  }, ENTERPRISE),
));

Deno.test(fullTest(
  "a file of prices is shown before anything is sent, and a refused run shows each fault at its field",
  { heldBy: "the lists of which the form of a run is made are served", ignore: !HAS_BROWSER },
  inConsole(async (service, browser) => {
    await using folder = await temporaryFolder();
    const tab = await openForm(service, browser);
    const { page } = tab;
    await tab.click("tab", "Own prices");
    await chooseFile(tab, folder, { name: "none.csv", contents: "name,colour\nred,blue\n" });
    await shows(tab, ".notice-fault", "none.csv was not taken");
    await chooseFile(tab, folder, {
      name: "none.xlsx",
      contents: archiveFile([{ name: "a.txt", content: "no workbook" }]),
    });
    await tab.reads("save it as .xlsx or .csv");
    await chooseFile(tab, folder, { name: "prices.xlsx", contents: workbookFile([pricesSheet()]) });
    await shows(tab, ".chosen-assets", "40 days of 2 assets");
    await chooseFile(tab, folder, { name: "prices.csv", contents: pricesInEurope() });
    await shows(tab, ".chosen-assets", `300 days of 3 assets`);
    await shows(tab, ".doubts", "notes on this file");
    await tab.pictures("new-prices");
    assert.deepEqual(await tab.faultsByAxe(), []);
    await page.reload();
    await shows(tab, ".chosen-assets", HOSTILE);
    await page.type("[aria-label='Search the methods']", "cvar");
    await page.click("#method-min_cvar");
    await page.type("[id='at/methods/0/confidence'] input", "95x");
    await shows(tab, "[id='at/methods/0/confidence'] .fault", 'Cannot read "95x" as a number');
    await tab.until(`document.querySelector(".submit-panel .button-primary")?.disabled === true`);
    await page.keyboard.press("Backspace");
    await tab.gone("[id='at/methods/0/confidence'] .fault");
    await shows(tab, ".check-panel", "Rules in conflict are still told when you submit");
    await tab.click("button", "Submit the run");
    await tab.element("[id='at/methods/0/confidence'] .fault");
    assert.equal(await page.$(".submit-panel .notice-fault li"), null, "the only fault is said once");
    await page.click(".submit-panel .notice-fault .link");
    await tab.element("[id='at/methods/0/confidence'] input:focus");
    assert.deepEqual(await tab.faultsByAxe(), []);
  }),
));

Deno.test(fullTest(
  "what was refused of a file of prices is not said any more once the next file is read",
  { heldBy: "the lists of which the form of a run is made are served", ignore: !HAS_BROWSER },
  inConsole(async (service, browser) => {
    await using folder = await temporaryFolder();
    const tab = await openForm(service, browser);
    await tab.click("tab", "Own prices");
    await chooseFile(tab, folder, { name: "short.csv", contents: "Date,A,B\n2026-01-01,1,2\n2026-01-02,2,3\n" });
    await shows(tab, ".chosen-assets", "2 days of 2 assets");
    await tab.page.type("[aria-label='Search the methods']", "min_volatility");
    await tab.page.click("#method-min_volatility");
    await tab.click("button", "Submit the run");
    await shows(tab, ".submit-panel .notice-fault", "fewer than 2 returns");
    await chooseFile(tab, folder, { name: "prices.csv", contents: pricesInEurope() });
    await shows(tab, ".chosen-assets", "300 days of 3 assets");
    await shows(tab, ".submit-panel", "All places were changed since");
    await tab.until("!document.querySelector('main').textContent.includes('fewer than 2 returns')");
  }, ENTERPRISE),
));

Deno.test(fullTest(
  "a weekly file of long names is shown in its whole width; what it says of days ends with the choice of weeks, and a conflict with its way out",
  { heldBy: "the lists of which the form of a run is made are served", ignore: !HAS_BROWSER },
  inConsole(async (service, browser) => {
    await using folder = await temporaryFolder();
    const tab = await openForm(service, browser);
    const { page } = tab;
    await tab.click("tab", "Own prices");
    await chooseFile(tab, folder, { name: "funds.csv", contents: weeklyFunds() });
    await shows(tab, ".chosen-assets .doubts", "taken as daily");
    const table = "document.querySelector('.chosen-assets .table-scroll')";
    assert.equal(await page.evaluate(`${table}.scrollWidth - ${table}.clientWidth`), 0);
    await page.select("[id='at/frequency'] select", "weekly");
    await tab.until("!document.querySelector('.chosen-assets').textContent.includes('taken as daily')");
    await page.type("[aria-label='Search the methods']", "min_volatility");
    await page.click("#method-min_volatility");
    await page.click("#family-weight_bounds");
    await page.type("[id='at/constraints/weight_bounds/max'] input", "5 %");
    await shows(tab, ".check-panel", "These rules cannot be met together");
    await tab.click("button", "Submit the run");
    await shows(tab, ".submit-panel", "These rules cannot be met together");
    await tab.click("button", "Weight bounds: max 0.05 → 0.1");
    await shows(tab, ".verdict", "Some weights keep all rules");
    await shows(tab, ".submit-panel", "All places were changed since");
    await tab.gone(".submit-panel .notice-fault");
  }, ENTERPRISE),
));

Deno.test(fullTest(
  "a statement of holdings is shown with what is at fault in it before a run starts from it",
  { heldBy: "the lists of which the form of a run is made are served", ignore: !HAS_BROWSER },
  inConsole(async (service, browser) => {
    await using folder = await temporaryFolder();
    const tab = await openForm(service, browser);
    await tab.click("button", "Start from my holdings");
    await tab.click("button", "Paste its names and amounts");
    await tab.field("Tickers, ISINs, codes or names");
    await tab.click("tab", "My holdings");
    const sheet = equitySheet([{ symbol: "EXMANGO" }, { symbol: "NOSUCH" }]);
    await chooseFile(tab, folder, { name: "holdings.xlsx", contents: workbookFile([sheet]) });
    await shows(tab, ".asset-paste", "1 row was not taken");
    await tab.pictures("new-holdings");
    assert.deepEqual(await tab.faultsByAxe(), []);
    await tab.click("button", "Start from this stock");
    await shows(tab, ".request-code", '"NSE:EXMANGO": 1');
  }),
));

Deno.test(fullTest(
  "a large file of prices goes by an upload, which is not sent again when the refused run is mended, and becomes a run",
  { heldBy: "the lists of which the form of a run is made are served", ignore: !HAS_BROWSER },
  inConsole(async (service, browser) => {
    await using folder = await temporaryFolder();
    const tab = await openForm(service, browser);
    const { page } = tab, sent: string[] = [];
    page.on("request", (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`));
    await tab.click("tab", "Own prices");
    await chooseFile(tab, folder, { name: "large.csv", contents: largePrices() });
    await shows(tab, ".chosen-assets", "1,800 days of 300 assets");
    await page.type("[aria-label='Search the methods']", "cvar");
    await page.click("#method-min_cvar");
    await page.type("[id='at/methods/0/confidence'] input", "95");
    await tab.click("button", "Submit the run");
    await tab.element("[id='at/methods/0/confidence'] .fault");
    await page.click("[id='at/methods/0/confidence'] input", { count: 3 });
    await page.keyboard.type("95 %");
    await submit(tab);
    await tab.reads("Proven: no other weights");
    assert.deepEqual(sent.filter((line) => line.includes("/uploads")).map((line) => line.slice(0, 13)), [
      "POST /uploads",
      "PUT /uploads/",
    ]);
  }, ENTERPRISE),
));

/** Returns a file that is too large to stand within the body of a run. */
function largePrices(): string {
  const names = Array.from({ length: 300 }, (_, at) => `ASSET${at}`), lines: string[] = [];
  for (let row = 0; row < 1_800; row++) {
    const day = new Date(Date.UTC(2015, 0, 1 + row)).toISOString().slice(0, 10);
    lines.push(
      [day, ...names.map((_, at) => (100 + row / 50 + 5 * Math.sin(row * (1 + at / 9) + at)).toFixed(2))].join(),
    );
  }
  return `date,${names.join()}\n${lines.join("\n")}\n`;
}

/** Returns a file of the weekly prices of ten funds, in millions. */
function weeklyFunds(): string {
  const names = Array.from({ length: 10 }, (_, at) => `Example ${at} Flexi Cap Fund - Direct Growth`);
  const lines = Array.from({ length: 60 }, (_, row) => {
    const day = new Date(Date.UTC(2024, 0, 5 + 7 * row)).toISOString().slice(0, 10);
    return [day, ...names.map((_, at) => (4_000_000 + 30_000 * Math.sin(row * (1.3 + at))).toFixed(2))].join();
  });
  return `Date,${names.join()}\n${lines.join("\n")}\n`;
}

/** Returns a sheet of 40 days, written as texts, and the prices of two assets. */
function pricesSheet(): WrittenSheet {
  const days = Array.from({ length: 40 }, (_, at) => new Date(Date.UTC(2020, 0, 1 + at)).toISOString().slice(0, 10));
  return {
    name: "Prices",
    rows: [["date", "A", "B"], ...days.map((day, row) => [day, 100 + row % 7, 50 + row % 5])],
  };
}

/** Returns a file with a byte order mark, semicolons, decimal commas, days as text, a gap and a jump. */
function pricesInEurope(): string {
  const lines: string[] = [];
  for (let at = Date.UTC(2020, 0, 1), row = 0; row < 300; at += 86_400_000) {
    const day = new Date(at);
    if (day.getUTCDay() % 6 === 0) continue;
    const [year, month, date] = day.toISOString().slice(0, 10).split("-");
    const values = [100 + 7 * Math.sin(row), row === 9 ? null : 50 + row % 9, (20 + row % 5) * (row < 150 ? 1 : 4)];
    const cells = values.map((value) => value?.toFixed(2).replace(".", ",") ?? "");
    lines.push(`${date}.${month}.${year};${cells.join(";")}`);
    row++;
  }
  return `\ufeffDatum;A;${HOSTILE};\u202eC\r\n${lines.join("\r\n")}\r\n`;
}

Deno.test(fullTest(
  "where a button goes with what it did, the focus stays in that part of the page, and a second press does nothing",
  { heldBy: "the lists of which the form of a run is made are served", ignore: !HAS_BROWSER },
  inConsole(async (service, browser) => {
    const { tab } = await signedInTab(service, browser);
    const hands = keyboardAt(tab);
    await tab.open("/app/new?sample=1");
    await tab.reads("The form shows a sample portfolio");
    await tab.page.type("[aria-label='Search the methods']", "equal_weight");
    await tab.page.click("#method-equal_weight");
    await hands.press("checkbox", "Linear rules");
    await hands.press("button", "Run Equal weight without them");
    await tab.page.keyboard.press("Enter");
    await tab.until("document.querySelector('.notice-care') === null");
    await tab.until("document.activeElement.ariaLabel === 'Linear rules'");
  }),
));

Deno.test(fullTest(
  "a list that is typed and not looked up yet is kept while another tab is opened, and over a refresh",
  { heldBy: "the lists of which the form of a run is made are served", ignore: !HAS_BROWSER },
  inConsole(async (service, browser) => {
    const tab = await openForm(service, browser);
    const label = "Tickers, ISINs, codes or names", value = "document.querySelector('.asset-paste textarea')?.value";
    await tab.click("tab", "Paste a list");
    await tab.type(label, "EXLOTUS\nZZZZZZZZ");
    await tab.click("tab", "Search");
    await tab.gone(".asset-paste");
    await tab.click("tab", "Paste a list");
    await tab.until(`${value} === "EXLOTUS\\nZZZZZZZZ"`);
    await tab.until("Object.values(localStorage).some((text) => text.includes('ZZZZZZZZ'))");
    await tab.page.reload();
    await tab.click("tab", "Paste a list");
    await tab.until(`${value} === "EXLOTUS\\nZZZZZZZZ"`);
    await tab.click("button", "Look up and add 2");
    await shows(tab, ".missing", "ZZZZZZZZ is not in this list");
    await tab.click("tab", "Search");
    await tab.click("tab", "Paste a list");
    await tab.until(`${value} === "ZZZZZZZZ"`);
  }),
));

Deno.test(fullTest(
  "one begins with methods that keep rules, and a backtest within the run has a box for each of them",
  { heldBy: "the lists of which the form of a run is made are served", ignore: !HAS_BROWSER },
  inConsole(async (service, browser) => {
    const tab = await openForm(service, browser);
    const { page } = tab;
    await page.click("#family-cardinality");
    await tab.click("button", "Begin with some that keep rules and need only prices");
    await tab.element(".chosen-methods");
    assert.equal(await page.$(".notice-care"), null);
    const methods = (await requestOf(tab)).methods;
    assert.ok(Array.isArray(methods) && methods.length > 1);
    await page.click("[id='at/rolling_backtest-there']");
    const boxes = "[...document.querySelectorAll(\"[id='at/rolling_backtest/methods'] input[type=checkbox]\")]";
    await tab.until(`${boxes}.length === ${methods.length} && ${boxes}.every(({ checked }) => checked)`);
    await page.click("[id='at/rolling_backtest/methods/1-box']");
    await tab.until(`${boxes}.filter(({ checked }) => checked).length === ${methods.length - 1}`);
    const [, second] = methods;
    assert.deepEqual((await requestOf(tab)).rolling_backtest, { methods: methods.filter((id) => id !== second) });
    assert.deepEqual(await page.evaluate(labelsWithoutHint("[id='at/rolling_backtest']")), []);
    assert.deepEqual(await tab.faultsByAxe(), []);
    await tab.pictures("new-backtest");
    await page.click("[id='at/rolling_backtest/methods/1-box']");
    await tab.until(`${boxes}.every(({ checked }) => checked)`);
    assert.deepEqual((await requestOf(tab)).rolling_backtest, {});
  }),
));

/** Lines of a pasted list that name no asset, for example because they are of another market. */
const UNKNOWN_LINES = 5_000;
/** Milliseconds in which the page must have looked them up, also on a busy machine: it took minutes once. */
const LONGEST_LOOK_UP_MS = 30_000;

Deno.test(fullTest(
  "a long pasted list of which nothing is known is looked up while the page stays alive, and its first lines are shown",
  { heldBy: "the lists of which the form of a run is made are served", ignore: !HAS_BROWSER },
  inConsole(async (service, browser) => {
    const { tab } = await signedInTab(service, browser);
    await tab.open("/app/new");
    await tab.click("tab", "Paste a list");
    const lines = Array.from({ length: UNKNOWN_LINES }, (_, index) => `Unknown company ${index}`).join("\n");
    await keyboardAt(tab).paste("Tickers, ISINs, codes or names", lines);
    const began = Date.now();
    await tab.click("button", `Look up and add ${UNKNOWN_LINES}`);
    await tab.reads(`0 of ${UNKNOWN_LINES} added.`);
    assert.ok(Date.now() - began < LONGEST_LOOK_UP_MS, `${Date.now() - began} ms`);
    assert.equal(await tab.page.evaluate("document.querySelectorAll('.missing li').length"), 50);
    assert.deepEqual(await tab.faultsByAxe(), []);
    await tab.find("button", `Show all ${UNKNOWN_LINES} that were not found`);
  }),
));
