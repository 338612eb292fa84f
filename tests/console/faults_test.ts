import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import type { HTTPRequest, Page } from "puppeteer-core";
import { noteAbsentProgram } from "../support/absent_program.ts";
import { Browser, verifiedBrowser } from "../support/browser.ts";
import { HAS_BROWSER, openBrowser } from "../support/console_browser.ts";
import { signedInTab, signInAt } from "../support/console_person.ts";
import { openEvents } from "../support/event_stream.ts";
import { freePort } from "../support/free_port.ts";
import { personOfProcess } from "../support/person_of_process.ts";
import { runService } from "../support/running_service.ts";
import { ended, submitted, succeeded } from "../support/runs_over_https.ts";
import { csvOf, madeUpload, putFile, rawRequest } from "../support/sent_upload.ts";
import { startServiceProcess } from "../support/service_process.ts";
import { sharedService } from "../support/shared_service.ts";
import { pricesBody } from "../support/submission.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { fullTest } from "../support/tier.ts";
import { until } from "../support/until.ts";

const ID_OF = { backtest: "backtest_run_id", monte_carlo: "mc_run_id" };
const IS_JSON = { "content-type": "application/json" };

if (!HAS_BROWSER) noteAbsentProgram("Chromium");

Deno.test("a link of an upload takes the whole file after one that broke off", async () => {
  const service = await sharedService(), person = await verifiedBrowser(service);
  const { dates, series } = pricesBody(3, 60).prices, file = csvOf({ dates, series });
  const { path } = await madeUpload(person, { bytes: file.length });
  const head = [`PUT ${path} HTTP/1.1`, "Host: service.localhost", "Content-Type: text/csv"];
  const broken = [...head, `Content-Length: ${file.length}`, "", file.slice(0, 100)].join("\r\n");
  await rawRequest(service, broken, { isCut: true });
  // The service may not have seen yet that the connection is cut.
  await until(async () => (await putFile(service, path, file)).status === 200, "the whole file is taken");
});

Deno.test("a client that comes back to the events of a run gets the state that it has not seen yet", async () => {
  const service = await sharedService(), person = await verifiedBrowser(service);
  const runId = await submitted(person, pricesBody(3, 80));
  using cut = await openEvents(service, person, runId);
  const seen = await cut.next();
  cut.leave();
  const { status } = await ended(person, runId);
  using again = await openEvents(service, person, runId, { headers: { "last-event-id": seen?.id ?? "" } });
  const missed = await again.rest();
  assert.equal((missed.at(-1) ?? seen)?.run.status, status);
});

Deno.test("a submission that comes twice under one key is one job of a run", async () => {
  const service = await sharedService(), person = await verifiedBrowser(service);
  const runId = await succeeded(person, pricesBody(3, 80));
  for (const [kind, body] of [["backtest", { train_window: 40 }], ["monte_carlo", {}]] as const) {
    const sent = { body, headers: { "idempotency-key": crypto.randomUUID() } };
    const send = () => person.send("POST", `/runs/${runId}/${kind}`, sent);
    const [one, other] = [await send(), await send()];
    assert.equal(one.status, 202, kind);
    assert.equal(other.body[ID_OF[kind]], one.body[ID_OF[kind]], kind);
  }
});

Deno.test(fullTest(
  "an upload that breaks off is told, keeps what was composed, and is sent whole with the next try",
  { heldBy: "a link of an upload takes the whole file after one that broke off", ignore: !HAS_BROWSER },
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

Deno.test(fullTest(
  "a run whose uploaded file has expired at the service is sent with the file again by itself",
  { heldBy: "a link of an upload takes the whole file after one that broke off", ignore: !HAS_BROWSER },
  async () => {
    const clock = { aheadMs: 0 };
    await using service = await runService({ clock });
    await using browser = await openBrowser(service);
    await using folder = await temporaryFolder({ "large.csv": largePrices() });
    const { tab } = await signedInTab(service, browser);
    await tab.open("/app/new");
    await tab.click("tab", "Own prices");
    await (await tab.element("input[type=file]")).uploadFile(`${folder.path}/large.csv`);
    await tab.reads("1,800 days of 300 assets");
    await tab.type("Search the methods", "equal weight");
    await tab.click("checkbox", "Equal weight");
    await breakOffOnce(tab.page, "/jobs");
    await tab.click("button", "Submit the run");
    await tab.reads("Cannot reach the service");
    clock.aheadMs = 8 * 86_400_000;
    assert.equal(await service.store.uploads.sweep(), 1);
    await tab.click("button", "Submit the run");
    await tab.until("location.pathname.startsWith('/app/runs/run_')");
    await tab.reads("These weights follow from a formula.");
    assert.deepEqual(browser.complaints, ["Failed to load resource: net::ERR_CONNECTION_RESET"]);
  },
));

Deno.test(fullTest(
  "a file of prices that the browser has not kept, or the disk has no more, is asked for at its field until it is chosen",
  { heldBy: "a link of an upload takes the whole file after one that broke off", ignore: !HAS_BROWSER },
  async () => {
    await using service = await runService();
    await using browser = await openBrowser(service);
    await using folder = await temporaryFolder({ "large.csv": largePrices() });
    const { tab } = await signedInTab(service, browser), path = `${folder.path}/large.csv`;
    const choose = async (): Promise<void> => {
      await tab.click("tab", "Own prices");
      await (await tab.element("input[type=file]")).uploadFile(path);
      await tab.reads("1,800 days of 300 assets");
    };
    const asks = (text: string): Promise<void> =>
      tab.until(`document.querySelector("p.fault")?.textContent.includes(${JSON.stringify(text)})`);
    await tab.open("/app/new");
    await tab.page.evaluate(NO_ROOM_FOR_FILES);
    await choose();
    await tab.reads("This browser allows no storage, or none is left: what you choose is lost");
    await tab.type("Search the methods", "equal weight");
    await tab.click("checkbox", "Equal weight");
    await tab.until("Object.values(localStorage).some((text) => text.includes('equal_weight'))");
    await tab.open("/app/new");
    await asks("The browser has not kept the file of prices: choose it again");
    assert.deepEqual(await tab.faultsByAxe(), []);
    await choose();
    await tab.gone("p.fault");
    await Deno.writeTextFile(path, "changed");
    await tab.click("button", "Submit the run");
    await asks('Cannot read "large.csv" any more');
    assert.deepEqual(await tab.faultsByAxe(), []);
    assert.deepEqual(browser.complaints.filter((line) => !line.includes("net::ERR_UPLOAD_FILE_CHANGED")), []);
  },
));

Deno.test(fullTest(
  "a file of prices that is chosen while the code that reads it cannot be loaded is refused in words, and read once it can be",
  { heldBy: "a link of an upload takes the whole file after one that broke off", ignore: !HAS_BROWSER },
  async () => {
    await using service = await runService();
    await using browser = await openBrowser(service);
    await using folder = await temporaryFolder({ "small.csv": csvOf(pricesBody(3, 60).prices) });
    const { tab } = await signedInTab(service, browser);
    await tab.open("/app/new");
    await tab.click("tab", "Own prices");
    await breakOffOnce(tab.page, "/app/assets/worker-");
    const choose = async (): Promise<void> => {
      await (await tab.element("input[type=file]")).uploadFile(`${folder.path}/small.csv`);
    };
    await choose();
    await tab.reads("Cannot load the part of this page that reads files");
    await tab.gone(".asset-paste .waiting");
    await choose();
    await tab.reads("60 days of 3 assets");
    assert.deepEqual(browser.complaints, ["Failed to load resource: net::ERR_CONNECTION_RESET"]);
  },
));

Deno.test(fullTest(
  "the form of a run of an uploaded file asks for the file at its field until it is chosen",
  { heldBy: "a link of an upload takes the whole file after one that broke off", ignore: !HAS_BROWSER },
  async () => {
    await using service = await runService();
    await using browser = await openBrowser(service);
    const { dates, series } = pricesBody(3, 60).prices, file = csvOf({ dates, series });
    await using folder = await temporaryFolder({ "small.csv": file });
    const { tab, email } = await signedInTab(service, browser), person = new Browser(service);
    await person.logIn(email);
    const { path, id } = await madeUpload(person, { bytes: file.length });
    await putFile(service, path, file);
    const runId = await succeeded(person, { methods: ["equal_weight"], prices: { upload: id } });
    await tab.open(`/app/new?from=${runId}`);
    await tab.reads("The request is of an uploaded file, whose assets this form cannot show: choose the file again");
    assert.deepEqual(await tab.faultsByAxe(), []);
    await tab.click("tab", "Own prices");
    await (await tab.element("input[type=file]")).uploadFile(`${folder.path}/small.csv`);
    await tab.gone("p.fault");
    await tab.click("button", "Submit the run");
    await tab.until("location.pathname.startsWith('/app/runs/run_')");
    await tab.reads("These weights follow from a formula.");
    assert.deepEqual(browser.complaints, []);
  },
));

Deno.test(fullTest(
  "a page that follows a run goes on by itself after the service was killed and started again, and shows the result",
  {
    heldBy: "a client that comes back to the events of a run gets the state that it has not seen yet",
    ignore: !HAS_BROWSER,
  },
  async () => {
    await using folder = await temporaryFolder();
    const port = freePort(), dataDir = folder.path;
    const settings = { DATA_DIR: dataDir, HTTPS_PORT: String(port), RATE_LIMITS: "off" };
    const killed = startServiceProcess({ ...settings, WORKERS: "0" });
    await killed.printed(/ started /);
    using person = await personOfProcess(killed, { port, dataDir });
    const body = JSON.stringify(pricesBody(3, 80));
    const { run_id: runId } = await (await person.fetch("/jobs", { method: "POST", body, headers: IS_JSON })).json();
    await using browser = await openBrowser({ url: `https://localhost:${port}` });
    const tab = await browser.newPerson();
    await signInAt(tab, "ada@example.com");
    await tab.find("heading", "Overview");
    await tab.open(`/app/runs/${runId}`);
    await tab.reads("Waiting for its turn");
    killed.kill("SIGKILL");
    await killed.ended();
    await using _again = startServiceProcess({ ...settings, WORKERS: "1" });
    await tab.element(".weights svg");
    assert.deepEqual(browser.complaints.filter((line) => !line.includes("net::ERR_")), []);
  },
));

Deno.test(fullTest(
  "who goes back while a run is being sent stays there, and is told once it is submitted",
  { heldBy: "a link of an upload takes the whole file after one that broke off", ignore: !HAS_BROWSER },
  async () => {
    await using service = await runService();
    await using browser = await openBrowser(service);
    const { tab } = await signedInTab(service, browser);
    await tab.click("link", "New run");
    await tab.click("button", "Try a sample portfolio");
    await tab.until(`document.querySelector(".submit-panel .button-primary")?.disabled === false`);
    const sent = Promise.withResolvers<HTTPRequest>();
    await tab.page.setRequestInterception(true);
    tab.page.on("request", async (request: HTTPRequest) => {
      if (request.method() === "POST" && new URL(request.url()).pathname === "/jobs") return sent.resolve(request);
      await request.continue();
    });
    await tab.click("button", "Submit the run");
    const request = await sent.promise;
    await tab.page.goBack();
    await tab.find("heading", "Overview");
    await request.continue();
    await tab.reads("The run was submitted: it is the newest one under Runs");
    assert.equal(new URL(tab.page.url()).pathname, "/app");
    assert.deepEqual(browser.complaints, []);
  },
));

Deno.test(fullTest(
  "a run whose events are held back on their way is read and shown all the same",
  {
    heldBy: "a client that comes back to the events of a run gets the state that it has not seen yet",
    ignore: !HAS_BROWSER,
  },
  async () => {
    await using service = await runService();
    await using browser = await openBrowser(service);
    const { tab, email } = await signedInTab(service, browser), person = new Browser(service);
    await person.logIn(email);
    const runId = await succeeded(person, pricesBody(3, 60));
    await tab.page.setRequestInterception(true);
    tab.page.on("request", async (request: HTTPRequest) => {
      if (!request.url().endsWith("/events")) await request.continue();
    });
    await tab.open(`/app/runs/${runId}`);
    await tab.reads("Reading the run");
    await tab.element(".weights svg");
    assert.deepEqual(browser.complaints, []);
  },
));

Deno.test(fullTest(
  "a frontier whose words could not be read says so, and is shown by itself once they can be, and so are names of rules and tags",
  { heldBy: "a link of an upload takes the whole file after one that broke off", ignore: !HAS_BROWSER },
  async () => {
    await using service = await runService();
    await using browser = await openBrowser(service);
    const { tab, email } = await signedInTab(service, browser), person = new Browser(service);
    await person.logIn(email);
    const runId = await submitted(person, { ...pricesBody(3, 60), efficient_frontier: { points: 3 } });
    await ended(person, runId);
    await person.send("POST", `/runs/${runId}/tags`, { body: { tag: "Core" } });
    let isFailing = true;
    await tab.page.setRequestInterception(true);
    tab.page.on("request", async (request: HTTPRequest) => {
      const isRead = WORDS.has(new URL(request.url()).pathname);
      if (!isFailing || !isRead) return await request.continue();
      await request.respond({
        status: 503,
        contentType: "application/problem+json",
        body: '{"detail":"No words now"}',
      });
    });
    await tab.open(`/app/runs/${runId}`);
    await tab.reads("No words now");
    isFailing = false;
    // The page looks again by itself, since a person could not ask for words that other parts of it lack.
    await tab.reads("Portfolio on the frontier");
    isFailing = true;
    await tab.open("/app/runs");
    await tab.reads("1 run");
    // What comes with the runs reads the words, too.
    await delay(1_000);
    isFailing = false;
    await tab.until(
      "[...document.querySelectorAll('main option')].some(({ textContent }) => textContent === 'core (1)')",
    );
    assert.deepEqual(browser.complaints, []);
  },
));

Deno.test(fullTest(
  "a backtest, a simulation and a stretch whose answer was lost are sent again under the same key, and the next one under another",
  { heldBy: "a submission that comes twice under one key is one job of a run", ignore: !HAS_BROWSER },
  async () => {
    await using service = await runService();
    await using browser = await openBrowser(service);
    const { tab, email } = await signedInTab(service, browser), person = new Browser(service);
    await person.logIn(email);
    const runId = await succeeded(person, pricesBody(3, 600));
    const keys: (string | undefined)[] = [];
    await tab.page.setRequestInterception(true);
    tab.page.on("request", async (request: HTTPRequest) => {
      if (request.method() !== "POST" || !/(backtest|monte_carlo)$/.test(request.url())) {
        return await request.continue();
      }
      keys.push(request.headers()["idempotency-key"]);
      if (keys.length % 3 === 1) await request.abort("connectionreset");
      else await request.continue();
    });
    const jobs = [
      { part: "backtest", opens: "Run a backtest", sends: "Run the backtest" },
      { part: "simulation", opens: "Run a simulation", sends: "Run the simulation" },
      { part: "rules", opens: "What if it were …", sends: STRETCH },
    ];
    for (const { part, opens, sends } of jobs) {
      keys.length = 0;
      const send = async (): Promise<void> => {
        await tab.click("button", opens);
        if (sends === STRETCH) await (await tab.element(STRETCH)).click();
        else await tab.click("button", sends);
      };
      await tab.open(`/app/runs/${runId}?tab=${part}`);
      await send();
      await tab.reads("Cannot reach the service");
      await tab.click("button", "Close");
      await send();
      await tab.gone("dialog[open]");
      await send();
      await tab.gone("dialog[open]");
      const [lost, again, next] = keys;
      assert.equal(keys.length, 3, part);
      assert.match(lost ?? "", /^[0-9a-f-]{36}$/, part);
      assert.equal(again, lost, part);
      assert.notEqual(next, lost, part);
      // The name ends with its time once it is not under way any more.
      await tab.until("/M$/.test(document.querySelector('[role=tabpanel] .shown-method option:checked')?.textContent)");
    }
    assert.deepEqual(browser.complaints.filter((one) => !/ERR_CONNECTION_RESET/.test(one)), []);
  },
));

/** Paths of names and definitions that pages can show something without. */
const WORDS = new Set(["/methods/requirements", "/constraints/capability", "/analytics/tags"]);

/** Lets the browser keep no files of drafts until the page is loaded again, as where its storage is full. */
const NO_ROOM_FOR_FILES = `indexedDB.open = () => {
  throw new DOMException("The storage is full", "QuotaExceededError");
}`;

/** Selector of the first stretch of the history that a page offers for a backtest. */
const STRETCH = ".stretches button";

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
