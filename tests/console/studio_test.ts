import assert from "node:assert/strict";
import { noteAbsentProgram } from "../support/absent_program.ts";
import { type ConsoleTab, HAS_BROWSER, openBrowser } from "../support/console_browser.ts";
import { csvOfPrices, openStudio } from "../support/console_studio.ts";
import { freePort } from "../support/free_port.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { fullTest } from "../support/tier.ts";

if (!HAS_BROWSER) noteAbsentProgram("Chromium");

Deno.test("the README names the task of the studio", async () => {
  const readme = await Deno.readTextFile(new URL("../../README.md", import.meta.url));
  assert.match(readme, / task studio prices\.csv$/m);
});

Deno.test(fullTest(
  "the studio's address opens the given file in a browser; it is optimised, and only the studio's own host is asked",
  { heldBy: "the README names the task of the studio", ignore: !HAS_BROWSER },
  async () => {
    const hostile = "<img onerror=alert(1)>.csv";
    await using folder = await temporaryFolder({ "prices.csv": csvOfPrices(4, 300), [hostile]: csvOfPrices(3, 260) });
    await using studio = await openStudio(folder.path, { args: ["prices.csv"] });
    await using browser = await openBrowser({ url: studio.address });
    const tab = await browser.newPerson();
    const hosts = new Set<string>();
    tab.page.on("request", (request) => {
      if (!/^(data|blob):/.test(request.url())) hosts.add(new URL(request.url()).host);
    });
    await tab.page.goto(studio.link);
    await tab.reads("nothing leaves this machine");
    await tab.until(hasRead("prices.csv"));
    const values = String(await tab.page.evaluate("document.querySelector('.chosen-assets tbody').innerText"));
    assert.match(values, /\d\.\d\d\n/);
    assert.doesNotMatch(values, /\d\.\d{3}/);
    assert.equal(new URL(tab.page.url()).search, "");
    for (const name of ["Account", "Sign in", "Make an account"]) {
      assert.equal(await tab.page.$(`::-p-aria([name="${name}"][role="link"])`), null, name);
    }
    assert.deepEqual(await tab.faultsByAxe(), []);
    await tab.pictures("studio-new");
    await tab.click("button", hostile);
    await tab.until(hasRead(hostile));
    await choose(tab, "min_volatility");
    await tab.click("button", "Submit the run");
    await tab.until("location.pathname.startsWith('/app/runs/run_')");
    await tab.reads("Weights of min_volatility");
    await tab.pictures("studio-run");
    for (const path of ["/app/runs/run_01M8MTVK7T5QX9R9AZQAF2CQY7", "/app/lists/map_none", "/app/compare/cmp_none"]) {
      await tab.open(path);
      await tab.reads("ended with an earlier studio");
    }
    const elsewhere = await browser.newPerson();
    await elsewhere.page.goto(studio.link);
    await elsewhere.reads("This address was used");
    await elsewhere.open("/app/new");
    await elsewhere.find("heading", "The studio is not open in this browser");
    assert.deepEqual([...hosts], [new URL(studio.address).host]);
    assert.deepEqual(browser.complaints, []);
  },
));

Deno.test(fullTest(
  "a studio ends cleanly under an open page, which goes on with what was typed once it is started and opened again",
  { heldBy: "the README names the task of the studio", ignore: !HAS_BROWSER },
  async () => {
    await using folder = await temporaryFolder({ "prices.csv": csvOfPrices(3, 260) });
    const port = freePort();
    await using browser = await openBrowser({ url: `http://127.0.0.1:${port}` });
    const tab = await browser.newPerson();
    {
      await using studio = await openStudio(folder.path, { args: ["prices.csv"], port });
      await tab.page.goto(studio.link);
      await tab.find("button", "Remove the file");
      await choose(tab, "equal_weight");
      const { code, output } = await studio.end();
      assert.equal(code, 0, output);
    }
    await using studio = await openStudio(folder.path, { port });
    await tab.click("button", "Submit the run");
    await tab.find("heading", "Open the studio again");
    assert.deepEqual(await tab.faultsByAxe(), []);
    await tab.pictures("studio-again");
    const other = await browser.newTab(tab);
    await other.page.goto(studio.link);
    await other.find("button", "Remove the file");
    await tab.page.bringToFront();
    await tab.until("document.querySelector('dialog[open]') === null");
    await tab.click("button", "Submit the run");
    await tab.until("location.pathname.startsWith('/app/runs/run_')");
    // While the studio is away, the browser writes a line for what the page asks.
    assert.deepEqual(browser.complaints.filter((line) => !line.includes("ERR_CONNECTION_REFUSED")), []);
  },
));

Deno.test(fullTest(
  "two studios are open at once in one browser, and neither ends the session of the other",
  { heldBy: "the README names the task of the studio", ignore: !HAS_BROWSER },
  async () => {
    await using folder = await temporaryFolder({ "prices.csv": csvOfPrices(3, 260) });
    await using one = await openStudio(folder.path, { args: ["prices.csv"] });
    await using two = await openStudio(folder.path);
    await using browser = await openBrowser({ url: "http://127.0.0.1:" });
    const tab = await browser.newPerson(), other = await browser.newTab(tab);
    await tab.page.goto(one.link);
    await tab.find("button", "Remove the file");
    await other.page.goto(two.link);
    await other.find("button", "prices.csv");
    for (const { page } of [tab, other]) await page.reload();
    await choose(tab, "equal_weight");
    await tab.click("button", "Submit the run");
    await tab.until("location.pathname.startsWith('/app/runs/run_')");
    await tab.reads("Weights of equal_weight");
    await other.find("button", "prices.csv");
    assert.deepEqual(browser.complaints, []);
  },
));

/** Returns a JavaScript expression that is true once the page shows the table of a file that it has read. */
function hasRead(name: string): string {
  return `document.querySelector(".chosen-assets strong")?.textContent === ${JSON.stringify(name)}`;
}

async function choose({ page, element }: ConsoleTab, method: string): Promise<void> {
  await element(`#method-${method}`);
  await page.type("[aria-label='Search the methods']", method);
  await page.click(`#method-${method}`);
}
