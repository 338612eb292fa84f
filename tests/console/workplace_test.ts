import assert from "node:assert/strict";
import { noteAbsentProgram } from "../support/absent_program.ts";
import { type Browser, newEmail, verifiedBrowser } from "../support/browser.ts";
import { type ConsoleBrowser, type ConsoleTab, HAS_BROWSER } from "../support/console_browser.ts";
import { inConsole, signInAt } from "../support/console_person.ts";
import { type RunningService, runService } from "../support/running_service.ts";
import { succeeded } from "../support/runs_over_https.ts";
import { pricesBody } from "../support/submission.ts";
import { fullTest } from "../support/tier.ts";

if (!HAS_BROWSER) noteAbsentProgram("Chromium");

const ENTERPRISE = { environment: { DEFAULT_PLAN: "enterprise" } };
/** Names that a careless page would take for markup, or turn around. */
const HOSTILE = "<img src=x onerror=alert(1)>",
  LONG = "Third portfolio of the whole family office",
  TURNED = "\u05e9\u05dc\u05d5\u05dd run";

Deno.test("the pages of the workplace and the lists of which they are made are served", async () => {
  await using service = await runService(ENTERPRISE);
  const person = await verifiedBrowser(service);
  for (
    const path of ["/app", "/app/runs?status=failed", "/app/compare", "/app/compare/cmp_1", "/app/lists/templates"]
  ) {
    const response = await service.fetch(path);
    assert.equal(response.status, 200, path);
    assert.match(await response.text(), /<link rel="modulepreload"/, path);
  }
  const lists = [
    "/analytics/dashboard",
    "/jobs/history",
    "/jobs/active",
    "/analytics/tags",
    "/analytics/comparisons",
    "/classification-maps",
    "/templates",
    "/billing/me",
  ];
  for (const path of lists) assert.equal((await person.send("GET", path)).status, 200, path);
});

/** A person with an account, at the service's interface and in a tab of the console. */
interface Person {
  readonly person: Browser;
  readonly tab: ConsoleTab;
}

async function personAt(service: RunningService, browser: ConsoleBrowser): Promise<Person> {
  const email = newEmail();
  const person = await verifiedBrowser(service, email);
  const tab = await browser.newPerson();
  await signInAt(tab, email);
  await tab.find("heading", "Overview");
  return { person, tab };
}

/** Takes back what a message of the page says. */
async function undo(tab: ConsoleTab, said: string): Promise<void> {
  await (await tab.element(`::-p-xpath(//*[@class="toast"][contains(., "${said}")]//button)`)).click();
}

/** Waits until the page has settled, then returns what axe finds. */
async function settledFaults(tab: ConsoleTab): Promise<readonly string[]> {
  await tab.until("document.querySelector('main .waiting') === null && document.querySelector('main h1') !== null");
  return await tab.faultsByAxe();
}

/** Returns whether the first element of a selector is in sight at the narrowest width, without scrolling aside. */
async function showsNarrow({ page }: ConsoleTab, selector: string): Promise<boolean> {
  await page.setViewport({ width: 320, height: 640 });
  const right = await page.$eval(selector, (element) => element.getBoundingClientRect().right);
  await page.setViewport({ width: 1280, height: 800 });
  return right <= 320;
}

/** Waits until the page has no horizontal scrollbar at the narrowest width. Charts come to it with the next frame. */
async function fitsNarrow(tab: ConsoleTab): Promise<void> {
  await tab.page.setViewport({ width: 320, height: 640 });
  await tab.until("document.documentElement.scrollWidth <= innerWidth");
  await tab.page.setViewport({ width: 1280, height: 800 });
}

Deno.test(fullTest(
  "the overview says what to do first, one click fills in a sample portfolio, and later it shows what is held, what has drifted and what is worth a look",
  { heldBy: "the pages of the workplace and the lists of which they are made are served", ignore: !HAS_BROWSER },
  inConsole(async (service, browser) => {
    const { person, tab } = await personAt(service, browser);
    await tab.reads("What should you hold, and why should you believe it?");
    await tab.pictures("overview-empty");
    assert.deepEqual(await settledFaults(tab), []);
    await tab.click("link", "Try a sample portfolio");
    await tab.reads("The form shows a sample portfolio");
    await tab.find("button", "Submit the run");
    await tab.open("/app/new?way=holdings");
    await tab.reads("Choose a holdings file");
    const prices = pricesBody(6, 300).prices;
    const held = { ASSET0: 0.5, ASSET1: 0.5 };
    const run = await succeeded(person, {
      prices,
      name: HOSTILE,
      methods: ["min_volatility", "equal_weight"],
      starting_portfolio: held,
    });
    await tab.open("/app");
    await tab.reads("of the portfolio is to change hands");
    await tab.find("link", HOSTILE);
    await tab.reads("Worth a look");
    // What a plan counts as stored is more than the files of runs.
    const counts = await tab.page.$$eval(".totals-counts dt", (names) => names.map((name) => name.textContent));
    assert.deepEqual(counts, ["Runs", "Succeeded", "Failed", "From holdings", "Files"]);
    await tab.pictures("overview");
    assert.deepEqual(await settledFaults(tab), []);
    await fitsNarrow(tab);
    const insights = await tab.page.$$eval(".insight > a", (links) => links.map((link) => link.textContent));
    assert.ok(insights.length > 0);
    await tab.click("button", `Dismiss: ${insights[0]}`);
    await tab.until(`document.querySelectorAll(".insight").length === ${insights.length - 1}`);
    await undo(tab, "Dismissed for good");
    await tab.until(`document.querySelectorAll(".insight").length === ${insights.length}`);
    await tab.page.click(".insight > a");
    await tab.until(`location.pathname === "/app/runs/${run}"`);
    await tab.open("/app");
    await tab.click("link", "What to buy and sell");
    await tab.until(`location.search.includes("tab=orders")`);
  }),
));

Deno.test(fullTest(
  "runs are found by filters of the address, tagged and deleted many at once, varied in two clicks, and compared with what differs marked",
  { heldBy: "the pages of the workplace and the lists of which they are made are served", ignore: !HAS_BROWSER },
  inConsole(async (service, browser) => {
    const { person, tab } = await personAt(service, browser);
    const { page } = tab;
    await tab.open("/app/runs");
    await tab.reads("No runs yet");
    await tab.pictures("runs-empty");
    assert.deepEqual(await settledFaults(tab), []);
    const body = pricesBody(4, 120);
    await succeeded(person, { ...body, name: HOSTILE });
    await succeeded(person, { ...body, name: TURNED, constraints: { weight_bounds: { max: 0.4 } } });
    const constraints = { weight_bounds: { max: 0.5 } };
    await succeeded(person, { ...body, name: LONG, constraints, rolling_backtest: { train_window: 60 } });
    await tab.open("/app/runs?status=unheard_of&constraints=unheard_of");
    await tab.until("document.querySelectorAll('.notice-fault li').length === 2");
    await tab.open("/app/runs?constraints=weight_bounds");
    await tab.reads("2 runs");
    await tab.type("Search names", "thi");
    await tab.until("new URLSearchParams(location.search).get('search') === 'thi'");
    await tab.reads("1 run");
    await tab.click("button", "Take all filters away");
    await tab.reads("3 runs");
    await tab.type("Search names", "nothing is called this");
    await tab.reads("No run fits these filters");
    await tab.click("button", "Show all runs");
    await tab.click("checkbox", "Choose all rows");
    await tab.reads("3 chosen");
    assert.equal(await page.evaluate(OPEN_AFTER_CLICK), true);
    // The field has the focus at once.
    await page.keyboard.type("Core");
    await tab.click("button", "Add the tag");
    await tab.reads("Tagged 3 runs");
    await tab.until("document.querySelectorAll('.tag-mark').length === 3");
    await undo(tab, "Tagged 3 runs");
    await tab.until("document.querySelectorAll('.tag-mark').length === 0");
    await tab.pictures("runs");
    assert.deepEqual(await settledFaults(tab), []);
    await fitsNarrow(tab);
    await tab.click("button", "Compare");
    await tab.until("location.pathname.startsWith('/app/compare/cmp_')");
    await tab.reads("What differs between the requests");
    await tab.reads("Constraints › weight bounds");
    await tab.find("heading", "Weights");
    await tab.until("document.querySelectorAll('mark.changed').length >= 2");
    // Charts are drawn when they come into view.
    await page.evaluate("document.getElementById('history-title').scrollIntoView()");
    await tab.until("document.querySelector('.chart-canvas canvas') !== null");
    await tab.pictures("comparison");
    assert.deepEqual(await settledFaults(tab), []);
    await fitsNarrow(tab);
    assert.equal(await showsNarrow(tab, "[aria-labelledby=weights-title] td"), true);
    await tab.click("button", `Take ${HOSTILE} out of the comparison`);
    await tab.reads("2 runs");
    await tab.click("button", "Add runs");
    await tab.click("checkbox", HOSTILE);
    await tab.click("button", "Add 1");
    await tab.reads("3 runs");
    await tab.click("button", "Delete");
    await tab.until("location.pathname === '/app/compare'");
    await undo(tab, "Deleted the comparison");
    await tab.element("main table");
    assert.deepEqual(await settledFaults(tab), []);
    await tab.open("/app/runs");
    await tab.click("link", `Vary ${LONG}`);
    await tab.reads(`The form shows the request of "${LONG}"`);
    // The backtest is of the methods that the variant will have, not of those that the run had.
    assert.equal(await page.$eval("[id='at/rolling_backtest/train_window'] input", valueOf), "60");
    const boxes = "[...document.querySelectorAll(\"[id='at/rolling_backtest/methods'] input[type=checkbox]\")]";
    const before = Number(await page.evaluate(`${boxes}.length`));
    await page.type("[aria-label='Search the methods']", "inverse_volatility");
    await page.click("#method-inverse_volatility");
    await tab.until(`${boxes}.length === ${before + 1} && ${boxes}.every(({ checked }) => checked)`);
    // Nothing was sent as its benchmark, so none is asked for.
    assert.equal(await page.$eval("[id='at/rolling_backtest/benchmark'] select", valueOf), "-1");
    await tab.open("/app/runs");
    await tab.click("checkbox", `Choose ${LONG}`);
    await tab.click("button", "Delete");
    assert.deepEqual(await tab.faultsByAxe(), []);
    await tab.click("button", "Delete 1 run for good");
    await tab.reads("Deleted 1 run");
    await tab.reads("2 runs");
    const { body: history } = await person.send("GET", "/jobs/history");
    assert.deepEqual(history.items.map(({ name }: { name: string }) => name), [TURNED, HOSTILE]);
  }),
));

/** Runs in the page. Returns what a field holds. */
function valueOf(field: object): unknown {
  return Reflect.get(field, "value");
}

/** Clicks the button that asks for a tag. Whether its dialog is open when the page takes the next event. */
const OPEN_AFTER_CLICK = `{
  [...document.querySelectorAll(".chosen-runs button")].find((button) => button.textContent === "Tag").click();
  new Promise((resolve) => setTimeout(() => resolve(document.querySelector("dialog:modal") !== null)));
}`;

/** Types "th" into the search, and "thi" in the moment in which the page asks for "th". */
const TYPED_WHILE_SEARCHED = `{
  const field = document.querySelector("input[type=search]");
  const type = (text) => {
    field.value = text;
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
  };
  for (const name of ["pushState", "replaceState"]) {
    const go = history[name].bind(history);
    history[name] = (state, unused, url) => {
      go(state, unused, url);
      if (new URL(url, location.href).searchParams.get("search") === "th") type("thi");
    };
  }
  type("th");
}`;

Deno.test(fullTest(
  "a letter that is typed while the runs are searched for those before it stays and is searched for",
  { heldBy: "the pages of the workplace and the lists of which they are made are served", ignore: !HAS_BROWSER },
  inConsole(async (service, browser) => {
    const { person, tab } = await personAt(service, browser);
    await succeeded(person, { ...pricesBody(4, 120), name: "Third" });
    await tab.open("/app/runs");
    await tab.reads("1 run");
    await tab.page.evaluate(TYPED_WHILE_SEARCHED);
    await tab.until("new URLSearchParams(location.search).get('search') === 'thi'");
    await tab.until("document.querySelector('input[type=search]').value === 'thi'");
    await tab.click("button", "Take all filters away");
    await tab.until("document.querySelector('input[type=search]').value === ''");
  }),
));

Deno.test(fullTest(
  "a list of assets is made of a pasted table, used in a new run, changed, deleted and brought back, and so are templates",
  { heldBy: "the pages of the workplace and the lists of which they are made are served", ignore: !HAS_BROWSER },
  inConsole(async (service, browser) => {
    const { person, tab } = await personAt(service, browser);
    await tab.open("/app/lists");
    await tab.reads("No lists yet");
    await tab.pictures("lists-empty");
    assert.deepEqual(await settledFaults(tab), []);
    await tab.click("link", "New list");
    await tab.type("Name", HOSTILE);
    await tab.type("Or paste them", "EXMANGO\tFruit\nEXLOTUS\tFlowers\nNOSUCH\tNone\n");
    await tab.click("button", "Look up and add 3");
    await tab.reads("NOSUCH");
    await tab.page.reload();
    await tab.reads("2 assets in 2 groups");
    await tab.pictures("list-editor");
    assert.deepEqual(await settledFaults(tab), []);
    await fitsNarrow(tab);
    await tab.click("button", "Save the list");
    await tab.find("link", HOSTILE);
    await tab.pictures("lists");
    assert.deepEqual(await settledFaults(tab), []);
    const { body: { items: [saved] } } = await person.send("GET", "/classification-maps");
    assert.deepEqual(saved.map, { "NSE:EXMANGO": "Fruit", "NSE:EXLOTUS": "Flowers" });
    await tab.click("button", `Delete ${HOSTILE}`);
    await tab.reads("No lists yet");
    await undo(tab, "Deleted the list");
    await tab.click("link", `New run with 2 Indian shares of ${HOSTILE}`);
    await tab.reads("The form shows the assets of the list");
    await tab.until(`document.querySelector(".request-code").textContent.includes("EXLOTUS")`);
    const request = { methods: ["hrp"], constraints: { weight_bounds: { max: 0.3 } } };
    await person.send("POST", "/templates", { body: { name: TURNED, request } });
    await tab.open("/app/lists/templates");
    await tab.find("link", TURNED);
    await tab.pictures("templates");
    assert.deepEqual(await settledFaults(tab), []);
    await fitsNarrow(tab);
    await tab.click("button", `Rename ${TURNED}`);
    await tab.type("Name", "Renamed");
    await tab.click("button", "Rename");
    await tab.find("link", "Renamed");
    await tab.click("button", "Delete Renamed");
    await tab.reads("No templates yet");
    await undo(tab, "Deleted the template");
    await tab.find("link", "Renamed");
    const { body: { items: [template] } } = await person.send("GET", "/templates");
    await person.send("DELETE", `/templates/${template.template_id}`);
    await tab.click("button", "Delete Renamed");
    await tab.reads("No templates yet");
    await undo(tab, "Deleted the template");
    await tab.click("link", "New run from Renamed");
    await tab.reads('The form shows the request of "Renamed"');
  }, ENTERPRISE),
));

Deno.test(fullTest(
  "where a plan has no lists the page says so and shows a way on, and a comparison that is gone leads to the others",
  { heldBy: "the pages of the workplace and the lists of which they are made are served", ignore: !HAS_BROWSER },
  inConsole(async (service, browser) => {
    const { tab } = await personAt(service, browser);
    for (const path of ["/app/lists", "/app/lists/new"]) {
      await tab.open(path);
      await tab.reads("Saved lists are not part of your plan");
      assert.deepEqual(await settledFaults(tab), [], path);
    }
    await tab.pictures("lists-refused");
    await tab.click("link", "Templates");
    await tab.reads("No templates yet");
    for (const id of ["cmp_00000000000000000000000000", "nothing"]) {
      await tab.open(`/app/compare/${id}`);
      await tab.reads("There is no such comparison");
    }
    assert.deepEqual(await settledFaults(tab), []);
  }),
));
