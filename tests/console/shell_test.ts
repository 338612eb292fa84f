import assert from "node:assert/strict";
import type { HTTPRequest } from "puppeteer-core";
import { noteAbsentProgram } from "../support/absent_program.ts";
import { newEmail, PASSWORD } from "../support/browser.ts";
import { HAS_BROWSER, openBrowser } from "../support/console_browser.ts";
import { inConsole, pathInMail, signedInTab } from "../support/console_person.ts";
import { runService } from "../support/running_service.ts";
import { fullTest } from "../support/tier.ts";
import { until } from "../support/until.ts";

if (!HAS_BROWSER) noteAbsentProgram("Chromium");

/** Letters that open the pages of the navigation after `g`, with their titles. */
const SHORTCUTS = { n: "New run", r: "Runs", l: "Lists", a: "Account", h: "Help", o: "Overview" };
const PATHS = [
  "/app",
  "/app/runs",
  "/app/runs/run_1",
  "/app/runs/run_1?tab=rules&method=hrp",
  "/app/nowhere/at/all",
  "/app/sign-in?next=%2Fapp%2Fruns",
];

/** Pages that read from the service. */
const OF_ACCOUNT = [
  "/app",
  "/app/new",
  "/app/runs",
  "/app/runs/run_01K00000000000000000000000",
  "/app/compare",
  "/app/compare/cmp_01K00000000000000000000000",
  "/app/lists",
  "/app/lists/new",
  "/app/account",
  "/app/account/sessions",
  "/app/help",
];
/** An answer after which the page does not wait by itself. */
const NOT_NOW = { status: 500, contentType: "application/problem+json", body: '{"detail":"Not now"}' };

Deno.test("the console is one document with a strict policy, whose scripts and styles the service serves for ever", async () => {
  await using service = await runService();
  for (const path of PATHS) {
    const response = await service.fetch(path);
    const document = await response.text();
    assert.equal(response.status, 200);
    assert.match(response.headers.get("content-security-policy") ?? "", /^default-src 'none'; script-src 'self'; /);
    assert.doesNotMatch(response.headers.get("content-security-policy") ?? "", /unsafe|https?:|\*/);
    assert.doesNotMatch(document, /https?:\/\/(?!www\.w3\.org)|<style|style=|<script>/);
    const assets = [...document.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, asset]) => asset);
    assert.ok(assets.length > 3);
    for (const asset of new Set(assets)) {
      const file = await service.fetch(asset, { headers: { "accept-encoding": "identity" } });
      assert.equal(file.status, 200, asset);
      assert.match(file.headers.get("cache-control") ?? "", /immutable/);
      assert.match(file.headers.get("content-type") ?? "", /^text\/(css|javascript); charset=utf-8$/);
      assert.ok((await file.bytes()).length > 0);
    }
  }
  for (const name of ["nothing-ABCDEFGH.js", "..%2Fdocuments%2Findex.html", "main.html"]) {
    const response = await service.fetch(`/app/assets/${name}`);
    assert.equal(response.status, 404, name);
    await response.body?.cancel();
  }
});

Deno.test("an address of the console with a slash at its end leads to the page, and nothing else of the service does", async () => {
  await using service = await runService();
  const led = async (path: string): Promise<readonly unknown[]> => {
    const response = await service.fetch(path, { redirect: "manual" });
    await response.body?.cancel();
    return [response.status, response.headers.get("location"), response.headers.get("x-content-type-options")];
  };
  assert.deepEqual(await led("/app/"), [308, "/app", "nosniff"]);
  assert.deepEqual(await led("/app/runs/?status=failed"), [308, "/app/runs?status=failed", "nosniff"]);
  assert.deepEqual(await led("/app/runs/run_1/"), [308, "/app/runs/run_1", "nosniff"]);
  assert.deepEqual(await led("/jobs/history/"), [404, null, "nosniff"]);
});

Deno.test(fullTest(
  "a person signs up, is asked to confirm the address, follows the mailed link and signs in, without a complaint of the browser",
  {
    heldBy: "the console is one document with a strict policy, whose scripts and styles the service serves for ever",
    ignore: !HAS_BROWSER,
  },
  inConsole(async (service, browser) => {
    const email = newEmail();
    const tab = await browser.newPerson();
    await tab.open("/app");
    await tab.click("link", "Make an account");
    await tab.find("heading", "Make an account");
    await tab.pictures("sign-up");
    assert.deepEqual(await tab.faultsByAxe(), []);
    await tab.type("Full name", "Ada Lovelace");
    await tab.type("E-mail address", email);
    await tab.type("Password", PASSWORD);
    await tab.click("button", "Sign up");
    await tab.find("heading", "Confirm your address");
    assert.deepEqual(await tab.faultsByAxe(), []);
    const link = pathInMail((await service.mailTo(email)).text);
    await tab.open(`${link}x`);
    await tab.click("button", "Confirm the address");
    await tab.find("link", "Sign in to get another mail");
    assert.deepEqual(await tab.faultsByAxe(), []);
    await tab.open("/app/help");
    await tab.open(link);
    await tab.click("button", "Confirm the address");
    await tab.reads("The e-mail address is verified");
    await tab.type("E-mail address", email);
    await tab.type("Password", PASSWORD);
    await tab.click("button", "Sign in");
    await tab.find("heading", "Overview");
    await tab.pictures("overview");
    assert.deepEqual(await tab.faultsByAxe(), []);
  }),
));

Deno.test(fullTest(
  "every page opens by keyboard alone, fits into 320 px, has a title and a heading, and is without a finding of axe",
  {
    heldBy: "the console is one document with a strict policy, whose scripts and styles the service serves for ever",
    ignore: !HAS_BROWSER,
  },
  inConsole(async (service, browser) => {
    const { tab } = await signedInTab(service, browser);
    const { page } = tab;
    await page.keyboard.press("?");
    await tab.find("heading", "Keyboard shortcuts");
    assert.deepEqual(await tab.faultsByAxe(), []);
    await page.keyboard.press("Escape");
    await tab.gone("dialog[open]");
    await page.setViewport({ width: 320, height: 640 });
    for (const [shortcut, title] of Object.entries(SHORTCUTS)) {
      // The letter must follow soon, which a busy machine may not manage at once.
      await until(
        async () => {
          await page.keyboard.press("g");
          await page.keyboard.type(shortcut);
          return await page.evaluate(`document.title.startsWith(${JSON.stringify(title)})`) === true;
        },
        `the page ${title}`,
        { longestPauseMs: 1_000 },
      );
      await tab.until("document.querySelector('main h1') !== null && document.activeElement.tagName === 'H1'");
      await tab.until("document.querySelector('main .waiting') === null");
      assert.equal(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), true, title);
      assert.deepEqual(await tab.faultsByAxe(), [], title);
    }
    for (const path of ["/app/account/nothing", "/app/lists/nothing", "/app/nowhere/at/all"]) {
      await tab.open(path);
      await tab.find("heading", "Page not found");
    }
    assert.deepEqual(await tab.faultsByAxe(), []);
    await page.keyboard.press("Tab");
    await tab.until("document.activeElement.textContent === 'Skip to the content'");
    await page.keyboard.press("Enter");
    await tab.until("document.activeElement.id === 'main'");
  }),
));

Deno.test(fullTest(
  "the colours that a person chose are there at once when the page is loaded again, also against the system",
  {
    heldBy: "the console is one document with a strict policy, whose scripts and styles the service serves for ever",
    ignore: !HAS_BROWSER,
  },
  inConsole(async (_service, browser) => {
    const tab = await browser.newPerson();
    await tab.page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "light" }]);
    await tab.open("/app/sign-in");
    const ground = (): Promise<unknown> => tab.page.evaluate("getComputedStyle(document.body).backgroundColor");
    assert.equal(await ground(), "rgb(255, 255, 255)");
    await tab.click("button", "Colours: as the system");
    await tab.click("button", "Colours: light");
    assert.equal(await ground(), "rgb(20, 23, 28)");
    await tab.page.reload({ waitUntil: "domcontentloaded" });
    assert.equal(await ground(), "rgb(20, 23, 28)");
    await tab.click("button", "Colours: dark");
    assert.equal(await ground(), "rgb(255, 255, 255)");
  }),
));

Deno.test(fullTest(
  "a page whose session, code or data is on its way, refused or out of reach has a heading and is without a finding of axe",
  {
    heldBy: "the console is one document with a strict policy, whose scripts and styles the service serves for ever",
    ignore: !HAS_BROWSER,
  },
  async () => {
    await using service = await runService();
    await using browser = await openBrowser(service);
    const { tab } = await signedInTab(service, browser);
    const { page } = tab;
    let meets: (path: string, request: HTTPRequest) => Promise<void> = (_path, request) => request.continue();
    await page.setRequestInterception(true);
    page.on("request", (request: HTTPRequest) => meets(new URL(request.url()).pathname, request));
    const look = async (path: string, state: string, shown: string): Promise<void> => {
      await page.goto(service.url + path, { waitUntil: "domcontentloaded" });
      await tab.element(shown);
      assert.deepEqual(await tab.faultsByAxe(), [], `${path}, ${state}`);
    };
    const held = (which: RegExp): typeof meets => async (path, request) => {
      if (!which.test(path)) await request.continue();
    };
    const waiting = "main .waiting";
    meets = held(/^\/auth\/refresh$/);
    await look("/app/runs", "session on its way", waiting);
    meets = held(/^\/app\/assets\/(runs|sign_in)-/);
    await look("/app/runs", "code on its way", waiting);
    const data = /^(?!\/app|\/auth\/refresh)/;
    for (const path of OF_ACCOUNT) {
      meets = held(data);
      await look(path, "data on its way", waiting);
      meets = (at, request) => data.test(at) ? request.respond(NOT_NOW) : request.continue();
      await look(path, "refused", "main .notice");
      meets = (at, request) => data.test(at) ? request.abort("internetdisconnected") : request.continue();
      await look(path, "out of reach", ".banner");
    }
    meets = (_path, request) => request.continue();
    await look("/app/runs/run_01K00000000000000000000000", "not there", "main .button-primary");
    // The browser writes a line for each answer that this test withholds or spoils.
    assert.deepEqual(browser.complaints.filter((line) => !line.startsWith("Failed to load resource")), []);
  },
));
