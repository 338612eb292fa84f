import assert from "node:assert/strict";
import { noteAbsentProgram } from "../support/absent_program.ts";
import { verifiedBrowser } from "../support/browser.ts";
import { HAS_BROWSER, openBrowser } from "../support/console_browser.ts";
import { inConsole, signedInTab } from "../support/console_person.ts";
import { runService } from "../support/running_service.ts";
import { QUEUED, sharedService } from "../support/shared_service.ts";
import { pricesBody } from "../support/submission.ts";
import { fullTest } from "../support/tier.ts";

if (!HAS_BROWSER) noteAbsentProgram("Chromium");

const NAME = "Name of the run";
/** JavaScript expression for the name of the run in the form. */
const SHOWN_NAME = "document.querySelector('.submit-panel input').value";
const DRAFTS = "Object.keys(localStorage).filter((name) => name.startsWith('draft'))";

Deno.test("the endpoint by which the console looks for the service again needs no credential and is not kept", async () => {
  const response = await (await sharedService()).fetch("/health");
  assert.equal(response.status, 200);
  assert.doesNotMatch(response.headers.get("cache-control") ?? "", /max-age=[1-9]/);
  await response.body?.cancel();
});

Deno.test("a sign-out ends the session at the service and takes its cookies away", async () => {
  const person = await verifiedBrowser(await sharedService());
  assert.equal((await person.send("POST", "/auth/logout")).status, 200);
  assert.equal((await person.send("POST", "/auth/refresh", { anonymous: true })).status, 401);
  assert.equal((await person.send("GET", "/users/me")).status, 401);
});

Deno.test("a submission that comes twice under one key is one run", async () => {
  const person = await verifiedBrowser(await sharedService(QUEUED));
  const submission = { body: pricesBody(3, 60), headers: { "idempotency-key": crypto.randomUUID() } };
  const ids = [await person.send("POST", "/jobs", submission), await person.send("POST", "/jobs", submission)]
    .map(({ body }) => body.run_id);
  assert.match(ids[0], /^run_/);
  assert.equal(ids[1], ids[0]);
});

Deno.test(fullTest(
  "without a network what was loaded stays readable, other pages open, and what is typed is there when it is back",
  {
    heldBy: "the endpoint by which the console looks for the service again needs no credential and is not kept",
    ignore: !HAS_BROWSER,
  },
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
    await tab.until(`JSON.stringify(localStorage).includes('Typed without a network')`);
    await tab.click("link", "Help");
    await tab.find("heading", "Help");
    await tab.click("link", "New run");
    await tab.until(`${SHOWN_NAME} === 'Typed without a network'`);
    assert.deepEqual(await tab.faultsByAxe(), []);
    await page.setOfflineMode(false);
    await tab.until("document.querySelector('.banner') === null");
    await page.reload();
    await tab.find("heading", "What is the run about?");
    assert.equal(await page.evaluate(SHOWN_NAME), "Typed without a network");
    // The browser itself writes a line for each request that has no network.
    assert.deepEqual(browser.complaints.filter((one) => !/ERR_INTERNET_DISCONNECTED/.test(one)), []);
  },
));

Deno.test(fullTest(
  "two tabs show one draft, what was thrown away does not come back, and a sign-out leaves nothing behind in either",
  { heldBy: "a sign-out ends the session at the service and takes its cookies away", ignore: !HAS_BROWSER },
  inConsole(async (service, browser) => {
    const { tab } = await signedInTab(service, browser);
    const other = await browser.newTab(tab);
    for (const one of [tab, other]) {
      await one.open("/app/new");
      await one.find("heading", "What is the run about?");
    }
    await tab.type(NAME, "Of both tabs");
    await other.until(`${SHOWN_NAME} === 'Of both tabs'`);
    await (await other.element("#family-weight_bounds")).click();
    await tab.until(`document.querySelector(".request-code").textContent.includes("weight_bounds")`);
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

Deno.test(fullTest(
  "a submission that broke off loses nothing that was typed, and is sent again under the same key",
  { heldBy: "a submission that comes twice under one key is one run", ignore: !HAS_BROWSER },
  async () => {
    await using service = await runService();
    await using browser = await openBrowser(service);
    const { tab } = await signedInTab(service, browser);
    const { page } = tab;
    await tab.open("/app/new?sample=1");
    await tab.reads("The form shows a sample portfolio");
    const keys: (string | undefined)[] = [];
    await page.setRequestInterception(true);
    page.on("request", async (request) => {
      if (request.method() !== "POST" || new URL(request.url()).pathname !== "/jobs") return await request.continue();
      keys.push(request.headers()["idempotency-key"]);
      if (keys.length === 1) await request.abort("connectionreset");
      else await request.continue();
    });
    await tab.click("button", "Submit the run");
    await tab.reads("Cannot reach the service");
    await tab.until(`${SHOWN_NAME} === 'Sample portfolio'`);
    await tab.click("button", "Submit the run");
    await tab.until("location.pathname.startsWith('/app/runs/run_')");
    assert.equal(keys.length, 2);
    assert.equal(keys[0], keys[1]);
    assert.match(keys[0] ?? "", /^[0-9a-f-]{36}$/);
    assert.deepEqual(browser.complaints.filter((one) => !/ERR_CONNECTION_RESET/.test(one)), []);
  },
));
