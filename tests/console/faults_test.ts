import assert from "node:assert/strict";
import type { HTTPRequest, Page } from "puppeteer-core";
import { noteAbsentProgram } from "../support/absent_program.ts";
import { newEmail, verifiedBrowser } from "../support/browser.ts";
import { HAS_BROWSER, openBrowser } from "../support/console_browser.ts";
import { inConsole, signedInTab, signInAt } from "../support/console_person.ts";
import { runService } from "../support/running_service.ts";
import { succeeded } from "../support/runs_over_https.ts";
import { pricesBody } from "../support/submission.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { fullTest } from "../support/tier.ts";

if (!HAS_BROWSER) noteAbsentProgram("Chromium");

const DAY_MS = 86_400_000;

Deno.test("every answer of the service has its time, by which a page knows what is over", async () => {
  await using service = await runService();
  const { headers } = await service.fetch("/methods/requirements");
  assert.ok(Math.abs(Date.parse(headers.get("date") ?? "") - Date.now()) < 60_000, String(headers.get("date")));
});

Deno.test(fullTest(
  "a browser whose clock is a day ahead signs in, and shows links that are good as good",
  { heldBy: "every answer of the service has its time, by which a page knows what is over", ignore: !HAS_BROWSER },
  inConsole(async (service, browser) => {
    const email = newEmail(), person = await verifiedBrowser(service, email);
    const runId = await succeeded(person, pricesBody(3, 60));
    const tab = await browser.newPerson();
    await tab.page.evaluateOnNewDocument(`{
      const now = Date.now.bind(Date);
      Date.now = () => now() + ${DAY_MS};
    }`);
    await signInAt(tab, email);
    await tab.find("heading", "Overview");
    await tab.open(`/app/runs/${runId}?tab=files`);
    await tab.reads("Anybody who has a link can open its file until");
    await tab.find("link", "result.json");
  }),
));

Deno.test(fullTest(
  "two tabs on one draft of a run show the same, whichever of them was changed last",
  { heldBy: "every answer of the service has its time, by which a page knows what is over", ignore: !HAS_BROWSER },
  inConsole(async (service, browser) => {
    const { tab } = await signedInTab(service, browser);
    const other = await browser.newTab(tab);
    for (const one of [tab, other]) {
      await one.open("/app/new");
      await one.find("heading", "What is the run about?");
    }
    await tab.type("Name of the run", "From the first tab");
    await other.until(`document.querySelector(".request-code").textContent.includes("From the first tab")`);
    await other.page.click("#family-weight_bounds");
    await tab.until(`document.querySelector(".request-code").textContent.includes("weight_bounds")`);
    assert.equal(await tab.page.evaluate(`document.querySelector("#family-weight_bounds").checked`), true);
  }),
));

Deno.test(fullTest(
  "an upload that breaks off is told, keeps what was composed, and is sent whole with the next try",
  { heldBy: "every answer of the service has its time, by which a page knows what is over", ignore: !HAS_BROWSER },
  async () => {
    await using service = await runService();
    await using browser = await openBrowser(service);
    await using folder = await temporaryFolder({ "large.csv": largePrices() });
    const { tab } = await signedInTab(service, browser);
    await tab.open("/app/new");
    await tab.click("tab", "Own prices");
    const input = await tab.element("input[type=file]");
    await input.uploadFile(`${folder.path}/large.csv`);
    await tab.reads("1,800 days of 300 assets");
    await tab.type("Search the methods", "equal weight");
    await tab.click("checkbox", "Equal weight");
    await breakOffOnce(tab.page, "/uploads/content/");
    await tab.click("button", "Submit the run");
    await tab.reads("Cannot reach the service");
    assert.deepEqual(await tab.faultsByAxe(), []);
    await tab.click("button", "Submit the run");
    await tab.until("location.pathname.startsWith('/app/runs/run_')");
    await tab.reads("These weights follow from a formula.");
    assert.deepEqual(browser.complaints, ["Failed to load resource: net::ERR_CONNECTION_RESET"]);
  },
));

/** Makes the next request of a page to a path fail without an answer, as if the service were killed meanwhile. */
async function breakOffOnce(page: Page, path: string): Promise<void> {
  let isDone = false;
  await page.setRequestInterception(true);
  page.on("request", async (request: HTTPRequest) => {
    if (isDone || !new URL(request.url()).pathname.startsWith(path)) return await request.continue();
    isDone = true;
    await request.abort("connectionreset");
  });
}

/** Returns a file of prices that is too large to stand within the body of a run. */
function largePrices(): string {
  const names = Array.from({ length: 300 }, (_, at) => `ASSET${at}`), lines: string[] = [];
  for (let row = 0; row < 1_800; row++) {
    const day = new Date(Date.UTC(2015, 0, 1 + row)).toISOString().slice(0, 10);
    lines.push([day, ...names.map((_, at) => (100 + row / 50 + Math.sin(row * (1 + at / 9))).toFixed(2))].join());
  }
  return `date,${names.join()}\n${lines.join("\n")}\n`;
}
