import assert from "node:assert/strict";
import type { Page } from "puppeteer-core";
import { noteAbsentProgram } from "../support/absent_program.ts";
import { newEmail, verifiedBrowser } from "../support/browser.ts";
import { type ConsoleTab, HAS_BROWSER, openBrowser } from "../support/console_browser.ts";
import { inConsole, signInAt } from "../support/console_person.ts";
import { runService } from "../support/running_service.ts";
import { succeeded } from "../support/runs_over_https.ts";
import { sharedService } from "../support/shared_service.ts";
import { pricesBody } from "../support/submission.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { fullTest } from "../support/tier.ts";
import { until } from "../support/until.ts";

if (!HAS_BROWSER) noteAbsentProgram("Chromium");

const RUN = { ...pricesBody(5, 900), methods: ["min_volatility", "equal_weight"] };
const DAY_MS = 86_400_000;

Deno.test("the service describes the first and the last day of a backtest among the fields of a submission", async () => {
  const { submission: { fields } } = await (await (await sharedService()).fetch("/methods/requirements")).json();
  for (const name of ["rolling_backtest.start_date", "rolling_backtest.end_date"]) {
    assert.ok(fields.some((field: { readonly name: string }) => field.name === name), name);
  }
});

Deno.test("every answer of the service has its time, by which a page knows what is over", async () => {
  const { headers } = await (await sharedService()).fetch("/methods/requirements");
  assert.ok(Math.abs(Date.parse(headers.get("date") ?? "") - Date.now()) < 60_000, String(headers.get("date")));
});

Deno.test(fullTest(
  "a backtest over a stretch of the history is two clicks from a result, whose terms explain themselves and which prints",
  {
    heldBy: "the service describes the first and the last day of a backtest among the fields of a submission",
    ignore: !HAS_BROWSER,
  },
  inConsole(async (service, browser) => {
    const email = newEmail(), person = await verifiedBrowser(service, email);
    const runId = await succeeded(person, RUN);
    const tab = await browser.newPerson();
    const { page } = tab;
    await signInAt(tab, email);
    await tab.find("heading", "Overview");
    await tab.open(`/app/runs/${runId}`);
    await tab.click("button", "What if it were …");
    await tab.element(".stretches button");
    await tab.pictures("stretches");
    assert.deepEqual(await tab.faultsByAxe(), []);
    await (await tab.element("::-p-text(The last year)")).click();
    await tab.reads("Out of sample");
    await tab.reads("Expanding: no · Drift: yes");
    assert.match(page.url(), /tab=backtest/);
    const { body: { items: [{ config }] } } = await person.send("GET", `/runs/${runId}/backtests`);
    const days = (Date.parse(config.end_date) - Date.parse(config.start_date)) / DAY_MS;
    assert.ok(days > 360 && days < 370, `${config.start_date} to ${config.end_date}`);
    await page.focus(".headline .term button");
    await tab.element(".headline [role=tooltip]:popover-open");
    await tab.pictures("term");
    assert.deepEqual(await tab.faultsByAxe(), []);
    await page.keyboard.press("Escape");
    await tab.gone(".headline [role=tooltip]:popover-open");
    await walksPastTerms(tab);
    await page.emulateMediaType("print");
    assert.equal(await page.evaluate("document.querySelector('.header').checkVisibility()"), false);
    assert.equal(await page.evaluate("document.querySelector('.headline').checkVisibility()"), true);
    await tab.pictures("printed");
  }),
));

Deno.test(fullTest(
  "a result that an earlier version stored, without the number of returns in a year, tells its data and is backtested over a stretch",
  {
    heldBy: "the service describes the first and the last day of a backtest among the fields of a submission",
    ignore: !HAS_BROWSER,
  },
  inConsole(async (service, browser) => {
    const email = newEmail(), person = await verifiedBrowser(service, email);
    const runId = await succeeded(person, RUN);
    const tab = await browser.newPerson();
    await signInAt(tab, email);
    await tab.find("heading", "Overview");
    await withoutReturnsPerYear(tab.page);
    await tab.open(`/app/runs/${runId}?tab=data`);
    await tab.reads("Digest of the returns");
    assert.doesNotMatch(String(await tab.page.evaluate("document.body.innerText")), /NaN/);
    await tab.click("button", "What if it were …");
    await tab.element(".stretches button");
    // The first stretch begins after the usual number of returns in a year, 252.
    await tab.reads("Sep 10, 2020 to Dec 31, 2020");
    await (await tab.element("::-p-text(The last year)")).click();
    await tab.reads("Out of sample");
    const { body: { items: [{ config }] } } = await person.send("GET", `/runs/${runId}/backtests`);
    assert.equal(config.train_window, 252);
  }),
));

Deno.test(fullTest(
  "on a machine whose clock is wrong by a day the links to the files of a run are neither expired nor kept for too long",
  { heldBy: "every answer of the service has its time, by which a page knows what is over", ignore: !HAS_BROWSER },
  inConsole(async (service, browser) => {
    const email = newEmail();
    const runId = await succeeded(await verifiedBrowser(service, email), RUN);
    for (const wrongMs of [DAY_MS, -DAY_MS]) {
      const tab = await browser.newPerson();
      await tab.page.evaluateOnNewDocument(`const now = Date.now; Date.now = () => now() + ${wrongMs};`);
      await signInAt(tab, email);
      await tab.find("heading", "Overview");
      await tab.open(`/app/runs/${runId}?tab=files`);
      await tab.reads("Anybody who has a link can open its file until");
      await tab.find("link", "result.json");
    }
  }),
));

Deno.test(fullTest(
  "a click saves a file of a run however long its page was left open; of a run that is gone it says so, and lets go of it",
  { heldBy: "every answer of the service has its time, by which a page knows what is over", ignore: !HAS_BROWSER },
  async () => {
    const clock = { aheadMs: 0 };
    await using folder = await temporaryFolder();
    await using service = await runService({ clock });
    await using browser = await openBrowser(service, { downloads: folder.path });
    const email = newEmail(), person = await verifiedBrowser(service, email);
    const runId = await succeeded(person, RUN);
    const tab = await browser.newPerson();
    await signInAt(tab, email);
    await tab.find("heading", "Overview");
    await tab.open(`/app/runs/${runId}?tab=files`);
    await tab.find("link", "result.json");
    // Time passes, and the page has not seen it: the machine slept.
    clock.aheadMs = LINKS_ARE_OVER_MS;
    await tab.click("link", "result.json");
    await until(() => isResult(`${folder.path}/result.json`), "the file is saved by a link that had expired");
    await tab.page.evaluate(`{
      const now = Date.now;
      Date.now = () => now() + ${2 * LINKS_ARE_OVER_MS};
      dispatchEvent(new Event("focus"));
    }`);
    await tab.reads("The links have expired");
    assert.deepEqual(await tab.faultsByAxe(), []);
    await tab.pictures("run-files-expired");
    await Deno.remove(`${folder.path}/result.json`);
    await tab.click("button", "result.json");
    await until(() => isResult(`${folder.path}/result.json`), "the file is saved by a page that knows");
    await tab.reads("Anybody who has a link");
    await person.logIn(email);
    assert.equal((await person.send("DELETE", `/jobs/${runId}`)).status, 204);
    await tab.click("link", "weights.csv");
    await tab.reads(`Cannot find run "${runId}"`);
    assert.equal(new URL(tab.page.url()).pathname, `/app/runs/${runId}`);
    await tab.click("button", "Delete");
    await tab.click("button", "Delete for good");
    await tab.until(`location.pathname === "/app/runs"`);
    assert.deepEqual(browser.complaints, []);
  },
));

Deno.test(fullTest(
  "a long table prints with all of its rows, and shows those in view again afterwards",
  { heldBy: "every answer of the service has its time, by which a page knows what is over", ignore: !HAS_BROWSER },
  inConsole(async (service, browser) => {
    const email = newEmail(), assets = 160;
    const runId = await succeeded(await verifiedBrowser(service, email), {
      ...pricesBody(assets, 60),
      methods: ["equal_weight"],
    });
    const tab = await browser.newPerson();
    await signInAt(tab, email);
    await tab.find("heading", "Overview");
    await tab.open(`/app/runs/${runId}`);
    await tab.click("button", "Filter the assets in a table");
    await tab.element(".table-long .space");
    await tab.page.evaluate(`dispatchEvent(new Event("beforeprint"))`);
    await tab.until(`document.querySelectorAll(".table-scroll tbody tr").length >= ${assets}`);
    assert.equal(await tab.page.$(".space"), null);
    await tab.page.evaluate(`dispatchEvent(new Event("afterprint"))`);
    await tab.element(".table-long .space");
  }, { environment: { DEFAULT_PLAN: "enterprise" } }),
));

Deno.test(fullTest(
  "what belongs to a run says that the run is gone, if it was deleted meanwhile, and asks for nothing of it",
  { heldBy: "every answer of the service has its time, by which a page knows what is over", ignore: !HAS_BROWSER },
  inConsole(async (service, browser) => {
    const email = newEmail(), person = await verifiedBrowser(service, email);
    const runId = await succeeded(person, RUN);
    const tab = await browser.newPerson();
    await signInAt(tab, email);
    await tab.find("heading", "Overview");
    await tab.open("/app/runs");
    await tab.click("checkbox", "Choose all rows");
    await tab.click("button", "Delete");
    await tab.reads("It goes with its results");
    await tab.click("button", "Cancel");
    await tab.open(`/app/runs/${runId}`);
    await tab.reads("Weights of");
    assert.equal((await person.send("DELETE", `/jobs/${runId}`)).status, 204);
    for (const name of ["Backtest", "Simulation"]) {
      await tab.click("tab", name);
      await tab.reads("This run is not there any more.");
      assert.equal(await tab.page.$(".empty"), null);
      assert.deepEqual(await tab.faultsByAxe(), []);
    }
  }),
));

/** Milliseconds after which no signed link of now is good any more. */
const LINKS_ARE_OVER_MS = 20 * 60_000;

async function isResult(path: string): Promise<boolean> {
  try {
    return Array.isArray(JSON.parse(await Deno.readTextFile(path)).methods);
  } catch {
    // It is not there yet, or half written.
    return false;
  }
}

/** Takes the number of returns in a year out of the results that a page reads. */
async function withoutReturnsPerYear(page: Page): Promise<void> {
  await page.evaluateOnNewDocument(`{
    const { text } = Response.prototype;
    Response.prototype.text = async function () {
      return (await text.call(this)).replace(/"periods_per_year":[^,}]*,/, "");
    };
  }`);
}

/**
 * Walks by Tab from the first term of a run over the others in a small window: the focus never leaves for a definition,
 * and no definition lies over its word or beyond the window.
 */
async function walksPastTerms({ page, element, gone }: ConsoleTab): Promise<void> {
  await page.setViewport({ width: 320, height: 400 });
  assert.ok(Number(await page.evaluate("document.documentElement.scrollWidth - innerWidth")) <= 0, "too wide");
  await page.focus(".headline .term button");
  for (let step = 0; step < 5; step++) {
    assert.deepEqual(await page.evaluate(FAULTS_OF_TERM), [], `step ${step}`);
    await page.keyboard.press("Tab");
  }
  await gone("[role=tooltip]:popover-open");
  await page.setViewport({ width: 1280, height: 800 });
  await element(".headline");
}

/** Expression that lists what is wrong with the focus and with the open definition. */
const FAULTS_OF_TERM = `(() => {
  const word = document.activeElement, box = document.querySelector("[role=tooltip]:popover-open");
  const faults = word.checkVisibility() && word.role !== "tooltip" ? [] : ["the focus is lost"];
  if (box === null || !word.matches(".term > button")) return faults;
  const { top, bottom } = word.getBoundingClientRect(), place = box.getBoundingClientRect();
  if (place.top < bottom - 1 && place.bottom > top + 1) faults.push("the definition covers its word");
  if (place.top < -1 || place.bottom > innerHeight + 1) faults.push("the definition is cut off");
  return faults;
})()`;
