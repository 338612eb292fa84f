import assert from "node:assert/strict";
import { noteAbsentProgram } from "../support/absent_program.ts";
import { HAS_BROWSER, openBrowser } from "../support/console_browser.ts";
import { inConsole, signedInTab } from "../support/console_person.ts";
import { runService } from "../support/running_service.ts";
import { sharedService } from "../support/shared_service.ts";
import { fullTest } from "../support/tier.ts";

if (!HAS_BROWSER) noteAbsentProgram("Chromium");

const REACHED = "the endpoint by which the console looks for the service again needs no credential and is not kept";
const NAME = "Name of the run";
/** JavaScript expression for the name of the run in the form. */
const SHOWN_NAME = "document.querySelector('.submit-panel input').value";
const DRAFTS = "Object.keys(localStorage).filter((name) => name.startsWith('draft'))";

Deno.test(REACHED, async () => {
  const response = await (await sharedService()).fetch("/health");
  assert.equal(response.status, 200);
  assert.doesNotMatch(response.headers.get("cache-control") ?? "", /max-age=[1-9]/);
  await response.body?.cancel();
});

Deno.test(fullTest(
  "without a network what was loaded stays readable, other pages open, and what is typed is there when it is back",
  { heldBy: REACHED, ignore: !HAS_BROWSER },
  async () => {
    await using service = await runService();
    await using browser = await openBrowser(service);
    const { tab } = await signedInTab(service, browser);
    const { page } = tab;
    await tab.open("/app/help");
    await tab.find("heading", "Methods");
    await tab.until("performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/new-'))");
    await tab.open("/app/new");
    await tab.find("heading", "What is the run about?");
    await tab.until("performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/help-'))");
    await page.setOfflineMode(true);
    await tab.reads("The service cannot be reached.");
    await tab.type(NAME, "Typed without a network");
    await tab.click("link", "Help");
    await tab.find("heading", "Help");
    await tab.click("link", "New run");
    await tab.until(`${SHOWN_NAME} === 'Typed without a network'`);
    assert.deepEqual(await tab.faultsByAxe(), []);
    await page.setOfflineMode(false);
    await tab.until("document.querySelector('.banner') === null");
    await page.reload();
    await tab.until(`${SHOWN_NAME} === 'Typed without a network'`);
    // The browser itself writes a line for each request that has no network.
    assert.deepEqual(browser.complaints.filter((one) => !/ERR_INTERNET_DISCONNECTED/.test(one)), []);
  },
));

Deno.test(fullTest(
  "two tabs show one draft, what was thrown away does not come back, and a sign-out leaves nothing behind in either",
  { heldBy: REACHED, ignore: !HAS_BROWSER },
  inConsole(async (service, browser) => {
    const { tab } = await signedInTab(service, browser);
    const other = await browser.newTab(tab);
    for (const one of [tab, other]) {
      await one.open("/app/new");
      await one.find("heading", "What is the run about?");
    }
    await tab.type(NAME, "Of both tabs");
    await other.until(`${SHOWN_NAME} === 'Of both tabs'`);
    await other.click("button", "Start again");
    await tab.until(`${SHOWN_NAME} === ''`);
    for (const one of [tab, other]) {
      await one.page.reload();
      await one.find("heading", "What is the run about?");
      assert.equal(await one.page.evaluate(SHOWN_NAME), "");
    }
    await tab.type(NAME, "Not for the next person");
    await other.until(`${SHOWN_NAME} === 'Not for the next person'`);
    await other.open("/app/account");
    await other.click("button", "Sign out");
    for (const one of [tab, other]) {
      await one.find("heading", "Sign in");
      assert.deepEqual(await one.page.evaluate(DRAFTS), []);
    }
    await tab.page.reload();
    await tab.find("heading", "Sign in");
    assert.deepEqual(await tab.page.evaluate(DRAFTS), []);
  }),
));
