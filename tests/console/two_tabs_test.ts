import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import { noteAbsentProgram } from "../support/absent_program.ts";
import { Browser, newEmail, verifiedBrowser } from "../support/browser.ts";
import { BROWSERS, type ConsoleTab, HAS_BROWSER, openBrowser } from "../support/console_browser.ts";
import { inConsole, signedInTab } from "../support/console_person.ts";
import { runService } from "../support/running_service.ts";
import { succeeded } from "../support/runs_over_https.ts";
import { QUEUED, sharedService } from "../support/shared_service.ts";
import { pricesBody } from "../support/submission.ts";
import { type TemporaryFolder, temporaryFolder } from "../support/temporary_folder.ts";
import { fullTest } from "../support/tier.ts";
import { until } from "../support/until.ts";

for (const program of ["Chromium", "Firefox"] as const) {
  if (BROWSERS[program] === undefined) noteAbsentProgram(program);
}

const ENTERPRISE = { environment: { DEFAULT_PLAN: "enterprise" } };
const TOLD = "document.querySelector('.submit-panel')?.textContent.includes('was submitted in another tab') === true";
/** Longer than a file stays that nobody uses, in milliseconds, with the time in which a change can be undone. */
const FORGOTTEN_AFTER_MS = 30_000;
const SHOWN_NAME = "document.querySelector('.submit-panel input').value";

/** Milliseconds between the presses in two tabs: none, few, and so many that the first press has been answered. */
const BETWEEN_PRESSES_MS = [0, 5, 500];
const CAN_SUBMIT = "document.querySelector('.submit-panel .button-primary')?.disabled === false";
const IS_AT_RUN = "location.pathname.startsWith('/app/runs/run_')";

Deno.test("two sessions of a person that submit under one key make one run", async () => {
  const service = await sharedService(QUEUED), email = newEmail();
  const one = await verifiedBrowser(service, email), other = new Browser(service);
  await other.logIn(email);
  const submission = { body: pricesBody(3, 60), headers: { "idempotency-key": crypto.randomUUID() } };
  const ids = [await one.send("POST", "/jobs", submission), await other.send("POST", "/jobs", submission)]
    .map(({ body }) => body.run_id);
  assert.match(ids[0], /^run_/);
  assert.equal(ids[1], ids[0]);
});

Deno.test("what one session of a person has deleted is not there for the other, whatever it does with it", async () => {
  const service = await sharedService(), email = newEmail();
  const one = await verifiedBrowser(service, email), other = new Browser(service);
  await other.logIn(email);
  const request = pricesBody(3, 60), runId = await succeeded(one, request);
  const { template_id: id } = (await one.send("POST", "/templates", { body: { name: "Monthly", request } })).body;
  await one.send("DELETE", `/templates/${id}`);
  await one.send("DELETE", `/jobs/${runId}`);
  assert.equal((await other.send("PATCH", `/templates/${id}`, { body: { name: "Weekly" } })).status, 404);
  assert.equal((await other.send("GET", `/jobs/${runId}/artifacts`)).status, 404);
});

for (const program of ["Chromium", "Firefox"] as const) {
  Deno.test(fullTest(
    `two tabs that submit one draft make one run, which each shows or says to be of the other tab, in ${program}`,
    {
      heldBy: "two sessions of a person that submit under one key make one run",
      ignore: BROWSERS[program] === undefined,
    },
    async (test) => {
      await using service = await runService();
      await using browser = await openBrowser(service, { program });
      const { tab, email } = await signedInTab(service, browser);
      const other = await browser.newTab(tab), person = new Browser(service);
      await person.logIn(email);
      const runs = async () => (await person.send("GET", "/jobs/history")).body.items.length;
      for (const between of BETWEEN_PRESSES_MS) {
        await test.step(`${between} ms apart`, async () => {
          const before = await runs();
          await tab.open("/app/new");
          await tab.click("button", "Try a sample portfolio");
          await tab.until(CAN_SUBMIT);
          await other.open("/app/new");
          await other.until(CAN_SUBMIT);
          await Promise.all([pressSoon(tab, 0), pressSoon(other, between)]);
          const ends = [await endOf(tab), await endOf(other)];
          assert.equal(ends[0]?.run, ends[1]?.run);
          assert.ok(ends.some(({ isToldOnly }) => !isToldOnly), "a tab shows the run");
          assert.equal(await runs(), before + 1);
          // A tab that has no word of the other yet sends the same attempt again, and shows the run of it.
          const told = [tab, other].find((_, at) => ends[at]?.isToldOnly);
          if (told === undefined) return;
          await told.click("button", "Submit it once more");
          await told.until(IS_AT_RUN);
          assert.equal(await runs(), before + 2);
        });
      }
      await test.step("a letter goes with the press that follows it at once", async () => {
        await tab.open("/app/new");
        await tab.click("button", "Try a sample portfolio");
        await tab.until(CAN_SUBMIT);
        await other.open("/app/new");
        await other.until(CAN_SUBMIT);
        const names = ["Mine", "Theirs"], tabs = [tab, other];
        await Promise.all(tabs.map((one, at) => pressSoon(one, 0, names[at])));
        for (const [at, one] of tabs.entries()) {
          const { run, isToldOnly } = await endOf(one);
          if (isToldOnly) assert.equal(await one.page.evaluate(SHOWN_NAME), names[at]);
          else {
            const { body } = await person.send("GET", `/jobs/${String(run).split("/").at(-1)}`);
            assert.equal(body.name, names[at]);
          }
        }
      });
      assert.deepEqual(browser.complaints, []);
    },
  ));
}

/**
 * Presses the button that submits the run at a time of the clock, so that two tabs can do so at once. With a name, that
 * is typed a millisecond before.
 */
async function pressSoon({ page }: ConsoleTab, afterMs: number, name?: string): Promise<void> {
  const at = Date.now() + 1_000 + afterMs;
  const press = `setTimeout(() => {
    document.querySelector(".submit-panel .button-primary").click();
    globalThis.isPressed = true;
  }, ${at} - Date.now())`;
  const typed = `setTimeout(() => {
    const field = document.querySelector(".submit-panel input");
    field.value = ${JSON.stringify(name)};
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }, ${at - 1} - Date.now())`;
  await page.evaluate(name === undefined ? press : `${typed}; ${press}`);
}

/** Waits until a tab was pressed and shows a run, or tells of it beside its form. Returns the path of the run. */
async function endOf(tab: ConsoleTab): Promise<{ readonly run: unknown; readonly isToldOnly: boolean }> {
  await tab.until(`globalThis.isPressed && (${IS_AT_RUN} || ${TOLD})`);
  const isToldOnly = await tab.page.evaluate(TOLD) === true;
  const run = isToldOnly ? "document.querySelector('.submit-panel a').pathname" : "location.pathname";
  return { run: await tab.page.evaluate(run), isToldOnly };
}

Deno.test(fullTest(
  "a form that another tab has submitted keeps its file of prices, and what is changed in it, whatever the other does",
  { heldBy: "two sessions of a person that submit under one key make one run", ignore: !HAS_BROWSER },
  inConsole(async (service, browser) => {
    await using folder = await temporaryFolder();
    const { tab } = await signedInTab(service, browser), other = await browser.newTab(tab);
    await choosePrices(tab, folder, { days: 300 });
    await tab.page.type("[aria-label='Search the methods']", "cvar");
    await tab.page.click("#method-min_cvar");
    await tab.until(CAN_SUBMIT);
    await other.open("/app/new");
    await other.reads("300 days of 2 assets");
    await tab.click("button", "Submit the run");
    await tab.until(IS_AT_RUN);
    await other.until(TOLD);
    await other.page.reload();
    await other.reads("300 days of 2 assets");
    await other.until(TOLD);

    await choosePrices(tab, folder, { days: 200 });
    // Who leaves the page forgets the files that no draft has any more.
    await tab.click("link", "Overview");
    await tab.find("heading", "Overview");
    await other.type("Name of the run", "Mine");
    await other.page.reload();
    await other.reads("300 days of 2 assets");
    await other.until(`${SHOWN_NAME} === "Mine" && !(${TOLD})`);
    // On another page, and loaded there, the tab has nothing in its memory that needs the file.
    await other.open("/app");
    await tab.open("/app/new");
    await tab.reads("200 days of 2 assets");
    await delay(FORGOTTEN_AFTER_MS);
    await other.open("/app/new");
    await other.reads("300 days of 2 assets");
    await other.click("button", "Submit the run");
    await other.until(IS_AT_RUN);

    await other.open("/app/new");
    await other.reads("200 days of 2 assets");
    await until(async () => (await storedFiles(other)) === 1);
  }, ENTERPRISE),
));

/** Chooses a file with the prices of two assets in the form of a run. */
async function choosePrices(
  tab: ConsoleTab,
  folder: TemporaryFolder,
  { days }: { readonly days: number },
): Promise<void> {
  const lines = Array.from({ length: days }, (_, row) => {
    const day = new Date(Date.UTC(2020, 0, 1 + row)).toISOString().slice(0, 10);
    return `${day},${(100 + Math.sin(row)).toFixed(4)},${(50 + Math.cos(row / 3)).toFixed(4)}`;
  });
  await folder.write(`${days}.csv`, `date,A,B\n${lines.join("\n")}\n`);
  await tab.open("/app/new");
  await tab.click("tab", "Own prices");
  const input = await tab.element("input[type=file]");
  await input.uploadFile(`${folder.path}/${days}.csv`);
  await tab.reads(`${days} days of 2 assets`);
}

/** Returns the number of files that the browser keeps for drafts. */
async function storedFiles({ page }: ConsoleTab): Promise<unknown> {
  return await page.evaluate(`new Promise((resolve) => {
    indexedDB.open("files of drafts").onsuccess = ({ target: { result: database } }) => {
      const asking = database.transaction("histories").objectStore("histories").count();
      asking.onsuccess = () => {
        database.close();
        resolve(asking.result);
      };
    };
  })`);
}

Deno.test(fullTest(
  "a template that another tab has deleted leaves the list where it is renamed, and the files of a deleted run are said to be gone once",
  {
    heldBy: "what one session of a person has deleted is not there for the other, whatever it does with it",
    ignore: !HAS_BROWSER,
  },
  inConsole(async (service, browser) => {
    const { tab, email } = await signedInTab(service, browser), person = new Browser(service);
    await person.logIn(email);
    const { body } = await person.send("POST", "/templates", { body: { name: "Monthly", request: pricesBody(3, 60) } });
    await tab.open("/app/lists/templates");
    await tab.click("button", "Rename Monthly");
    await person.send("DELETE", `/templates/${body.template_id}`);
    await tab.type("Name", "Weekly");
    await tab.click("button", "Rename");
    await tab.reads("This template is not there any more: it was deleted meanwhile");
    assert.equal(await tab.page.evaluate("document.querySelector('dialog[open] input').value"), "Weekly");
    await tab.click("button", "Cancel");
    await tab.find("heading", "No templates yet");
    const runId = await succeeded(person, pricesBody(3, 60));
    await tab.open(`/app/runs/${runId}`);
    await tab.element(".weights svg");
    await person.send("DELETE", `/jobs/${runId}`);
    await tab.click("tab", "Files");
    await tab.reads("This run is not there any more.");
    // A part of the tab may be told a moment before the tab is.
    await tab.until("document.querySelectorAll('[role=tabpanel] [role=alert]').length === 1");
  }),
));

Deno.test(fullTest(
  "what another tab has deleted is deleted here too without a complaint, and where it is changed the page says that it is gone",
  {
    heldBy: "what one session of a person has deleted is not there for the other, whatever it does with it",
    ignore: !HAS_BROWSER,
  },
  inConsole(async (service, browser) => {
    const { tab, email } = await signedInTab(service, browser), person = new Browser(service);
    await person.logIn(email);
    const named = (name: string) => succeeded(person, { ...pricesBody(3, 60), name });
    const run_ids = [await named("One"), await named("Two"), await named("Three")], [one, two, three] = run_ids;
    const made = async (path: string, body: unknown) => (await person.send("POST", path, { body })).body;
    const { comparison_id: id } = await made("/analytics/comparisons", { name: "Both", run_ids });
    await tab.open(`/app/compare/${id}`);
    await tab.click("button", "Rename");
    await person.send("DELETE", `/analytics/comparisons/${id}`);
    await tab.type("Name", "All");
    await tab.page.keyboard.press("Enter");
    await tab.reads("This comparison is not there any more: it was deleted meanwhile");
    await tab.click("button", "Cancel");
    await tab.click("button", "Delete");
    await tab.reads("Deleted the comparison");
    await tab.until("location.pathname === '/app/compare'");

    const list = await made("/classification-maps", { name: "Mine", map: { "NSE:EXLOTUS": "Banks" } });
    await tab.open(`/app/lists/${list.map_id}`);
    await tab.type("Name", "Ours");
    const other = await browser.newTab(tab);
    await other.open("/app/lists");
    await other.find("link", "Mine");
    await person.send("DELETE", `/classification-maps/${list.map_id}`);
    await tab.click("button", "Save the list");
    await tab.reads("This list is not there any more: it was deleted meanwhile");
    assert.equal(await tab.page.evaluate("document.querySelector('main form input').value"), "Ours");
    await other.click("button", "Delete Mine");
    await other.reads("Deleted the list");
    await other.find("heading", "No lists yet");

    await other.open("/app/runs");
    await other.click("checkbox", "Choose One");
    await person.send("DELETE", `/jobs/${one}`);
    await other.click("button", "Delete");
    await other.click("button", "Delete 1 run for good");
    await other.reads("Deleted 1 run");
    await tab.open(`/app/runs/${two}`);
    await tab.click("button", "Delete");
    await person.send("DELETE", `/jobs/${two}`);
    await tab.click("button", "Delete for good");
    await tab.until("location.pathname === '/app/runs'");
    await tab.open(`/app/runs/${three}`);
    await tab.click("button", "Rename");
    await person.send("DELETE", `/jobs/${three}`);
    await tab.type("Name", "Last");
    await tab.page.keyboard.press("Enter");
    await tab.find("heading", "There is no such run");
  }, ENTERPRISE),
));
