import assert from "node:assert/strict";
import { noteAbsentProgram } from "../support/absent_program.ts";
import { Browser, newEmail, verifiedBrowser } from "../support/browser.ts";
import { BROWSERS, type ConsoleTab, openBrowser } from "../support/console_browser.ts";
import { signedInTab } from "../support/console_person.ts";
import { runService } from "../support/running_service.ts";
import { QUEUED, sharedService } from "../support/shared_service.ts";
import { pricesBody } from "../support/submission.ts";
import { fullTest } from "../support/tier.ts";

for (const program of ["Chromium", "Firefox"] as const) {
  if (BROWSERS[program] === undefined) noteAbsentProgram(program);
}

const TOLD = "document.querySelector('.submit-panel')?.textContent.includes('was submitted in another tab') === true";
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
