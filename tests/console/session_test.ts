import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import type { HTTPRequest, Page } from "puppeteer-core";
import { openStore, type Store, type StoreOptions } from "../../src/store/open_store.ts";
import { noteAbsentProgram } from "../support/absent_program.ts";
import { Browser, newEmail, verifiedBrowser } from "../support/browser.ts";
import { type ConsoleTab, HAS_BROWSER } from "../support/console_browser.ts";
import { inConsole, signedInTab, signInAt } from "../support/console_person.ts";
import { runService } from "../support/running_service.ts";
import { succeeded } from "../support/runs_over_https.ts";
import { pricesBody } from "../support/submission.ts";
import { fullTest } from "../support/tier.ts";

if (!HAS_BROWSER) noteAbsentProgram("Chromium");

/** Milliseconds after which an access token has expired. */
const EXPIRED_MS = 16 * 60_000;
/** Milliseconds by which the answer to a renewal is late on a bad network. */
const SLOW_MS = 2_000;

Deno.test("a session is renewed by its cookies alone, and a refresh token that comes twice ends it", async () => {
  await using service = await runService();
  const person = await verifiedBrowser(service);
  const before = {
    cookie: [...person.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
    "x-csrf-token": person.cookies.get("csrf_token") ?? "",
  };
  assert.equal((await person.send("POST", "/auth/refresh", { anonymous: true })).status, 200);
  const twice = await person.send("POST", "/auth/refresh", { anonymous: true, headers: before });
  assert.equal(twice.status, 401);
});

Deno.test("a session that was ended elsewhere takes neither its access token nor its refresh token", async () => {
  await using service = await runService();
  const email = newEmail(), person = await verifiedBrowser(service, email), elsewhere = new Browser(service);
  await elsewhere.logIn(email);
  for (const { session_id, current } of (await elsewhere.send("GET", "/auth/sessions")).body.items) {
    if (!current) await elsewhere.send("DELETE", `/auth/sessions/${session_id}`);
  }
  assert.equal((await person.send("GET", "/users/me")).status, 401);
  assert.equal((await person.send("POST", "/auth/refresh", { anonymous: true })).status, 401);
  assert.equal((await elsewhere.send("GET", "/users/me")).status, 200);
});

const clock = { aheadMs: 0 };

Deno.test(fullTest(
  "an expired access token is renewed once for all requests that meet it, and two tabs that meet it at once stay signed in",
  {
    heldBy: "a session is renewed by its cookies alone, and a refresh token that comes twice ends it",
    ignore: !HAS_BROWSER,
  },
  inConsole(async (service, browser) => {
    const { tab, email } = await signedInTab(service, browser);
    const program = new Browser(service);
    await program.logIn(email);
    for (const name of ["A", "B", "C"]) await program.send("POST", "/auth/api-clients", { body: { name } });
    const other = await browser.newTab(tab);
    await other.open("/app/account");
    await other.find("heading", "Password");
    await tab.open("/app/account/keys");
    await tab.find("heading", "C");
    await tab.click("tab", "Profile");
    await tab.find("heading", "Password");
    const refreshes = countRefreshes(tab.page);
    const others = countRefreshes(other.page);
    clock.aheadMs += EXPIRED_MS;
    await Promise.all([tab.click("tab", "API keys"), other.click("tab", "Plan and usage")]);
    await tab.find("heading", "C");
    await tab.until("document.querySelectorAll('main .card .muted').length >= 3");
    await other.find("meter", "Storage");
    assert.ok(refreshes.count <= 1 && others.count <= 1, `${refreshes.count} and ${others.count} refreshes`);
    await tab.page.reload();
    await tab.find("heading", "C");
  }, { clock }),
));

Deno.test(fullTest(
  "a page that is loaded again while it renews its session does not end it",
  {
    heldBy: "a session is renewed by its cookies alone, and a refresh token that comes twice ends it",
    ignore: !HAS_BROWSER,
  },
  inConsole(async (service, browser) => {
    const { tab } = await signedInTab(service, browser);
    for (let times = 0; times < 20; times++) {
      await reloadInRenewal(tab);
    }
  }),
));

Deno.test(fullTest(
  "a page that is loaded again while the answer to its renewal is slow waits for that answer, and its session goes on",
  {
    heldBy: "a session is renewed by its cookies alone, and a refresh token that comes twice ends it",
    ignore: !HAS_BROWSER,
  },
  inConsole(async (service, browser) => {
    const { tab } = await signedInTab(service, browser);
    for (let times = 0; times < 3; times++) {
      await reloadInRenewal(tab);
    }
  }, { openStore: openSlowlyRenewingStore }),
));

Deno.test(fullTest(
  "where a session has ended elsewhere, the page keeps what was typed and goes on after a sign-in over it",
  {
    heldBy: "a session that was ended elsewhere takes neither its access token nor its refresh token",
    ignore: !HAS_BROWSER,
  },
  inConsole(async (service, browser) => {
    const { tab, email } = await signedInTab(service, browser);
    await tab.open("/app/account");
    await tab.type("Display name", "Countess");
    const elsewhere = new Browser(service);
    await elsewhere.logIn(email);
    const { items } = (await elsewhere.send("GET", "/auth/sessions")).body;
    for (const { session_id, current } of items) {
      if (!current) await elsewhere.send("DELETE", `/auth/sessions/${session_id}`);
    }
    await tab.click("button", "Save the name");
    await tab.find("heading", "Sign in again");
    assert.deepEqual(await tab.faultsByAxe(), []);
    await tab.type("E-mail address", email);
    await tab.type("Password", "Correct horse");
    await tab.page.click("dialog[open] button[type=submit]");
    await tab.gone("dialog[open]");
    assert.equal(await tab.valueOf("nickname"), "Countess");
    await tab.gone("main [role=alert]");
    await tab.click("button", "Save the name");
    await tab.reads("The display name is saved");
  }),
));

Deno.test(fullTest(
  "a busy service is waited for while the page says so, and then its answer is shown",
  {
    heldBy: "a session is renewed by its cookies alone, and a refresh token that comes twice ends it",
    ignore: !HAS_BROWSER,
  },
  inConsole(async (service, browser) => {
    const { tab, email } = await signedInTab(service, browser), person = new Browser(service);
    await tab.open("/app/account");
    await tab.find("heading", "Password");
    await refuseOnce(tab.page, /^\/billing\/me$|\/report\/pdf$/, { status: 503, retryAfterSeconds: 2 });
    await tab.click("tab", "Plan and usage");
    await tab.reads("The service is busy.");
    await tab.find("meter", "Storage");
    await tab.gone(".banner");
    await person.logIn(email);
    const runId = await succeeded(person, pricesBody(3, 60));
    await tab.open(`/app/runs/${runId}?tab=files`);
    await tab.find("button", "Make PDF: Summary");
    await tab.page.setViewport({ width: 1280, height: 500 });
    await tab.click("button", "Make PDF: Summary");
    // However far down the page is.
    await tab.until(`scrollY > 100 && document.querySelector(".banner")?.getBoundingClientRect().top > 0`);
    await tab.find("link", "Open PDF: Summary");
  }),
));

Deno.test(fullTest(
  "a browser without storage and without cookies can sign in, and says why it must again and what to do",
  {
    heldBy: "a session is renewed by its cookies alone, and a refresh token that comes twice ends it",
    ignore: !HAS_BROWSER,
  },
  inConsole(async (service, browser) => {
    const email = "storage@example.com";
    await verifiedBrowser(service, email);
    const tab = await browser.newPerson();
    await tab.page.evaluateOnNewDocument(`for (const name of ["localStorage", "sessionStorage"]) {
      Object.defineProperty(globalThis, name, { get() { throw new DOMException("Access is denied", "SecurityError"); } });
    }
    // As Chromium does where cookies are blocked.
    LockManager.prototype.request = () => Promise.reject(new DOMException("The request was denied.", "SecurityError"));`);
    const cdp = await tab.page.createCDPSession();
    await cdp.send("Emulation.setDocumentCookieDisabled", { disabled: true });
    await signInAt(tab, email);
    await tab.find("heading", "Overview");
    await tab.click("button", "Colours: as the system");
    await tab.click("link", "New run");
    await tab.reads("This browser allows no storage, or none is left: what you choose is lost");
    await tab.open("/app/account");
    await tab.find("heading", "Sign in");
    await tab.reads("This browser keeps no cookies of this site");
    assert.deepEqual(await tab.faultsByAxe(), []);
    await tab.open("/app/sign-up");
    await tab.reads("This browser keeps no cookies of this site");
    const other = await browser.newPerson();
    await other.open("/app/sign-in");
    await other.field("Password");
    assert.doesNotMatch(String(await other.page.evaluate("document.body.innerText")), /cookies/);
  }),
));

Deno.test(fullTest(
  "what was typed into the form of a sign-up is there again after a reload, and the password is not",
  {
    heldBy: "a session is renewed by its cookies alone, and a refresh token that comes twice ends it",
    ignore: !HAS_BROWSER,
  },
  inConsole(async (_service, browser) => {
    const tab = await browser.newPerson();
    await tab.open("/app/sign-up");
    await tab.type("Full name", "Ada Lovelace");
    await tab.type("E-mail address", "ada@example.com");
    await tab.type("Password", "Correct horse");
    await tab.page.reload();
    await tab.find("heading", "Make an account");
    assert.equal(await tab.valueOf("name"), "Ada Lovelace");
    assert.equal(await tab.valueOf("email"), "ada@example.com");
    assert.equal(await tab.valueOf("password"), "");
    const stored = String(await tab.page.evaluate("JSON.stringify(localStorage)"));
    assert.doesNotMatch(stored, /Correct horse/);
  }),
));

/** Test helper. Counts the refreshes of the session that a page asks for from now on. */
function countRefreshes(page: Page): { count: number } {
  const refreshes = { count: 0 };
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === "/auth/refresh") refreshes.count++;
  });
  return refreshes;
}

/** Test helper. Lets the next request of a page to each of some paths be refused before it reaches the service. */
async function refuseOnce(
  page: Page,
  paths: RegExp,
  { status, retryAfterSeconds }: { readonly status: number; readonly retryAfterSeconds: number },
): Promise<void> {
  const refused = new Set<string>();
  await page.setRequestInterception(true);
  page.on("request", async (request: HTTPRequest) => {
    const { pathname } = new URL(request.url());
    if (refused.has(pathname) || !paths.test(pathname)) return await request.continue();
    refused.add(pathname);
    await request.respond({
      status,
      contentType: "application/problem+json",
      headers: { "retry-after": String(retryAfterSeconds) },
      body: JSON.stringify({ status, code: "not_ready", detail: "The service is busy" }),
    });
  });
}

/** Loads a page again, and once more as soon as it renews its session. */
async function reloadInRenewal({ page, find }: ConsoleTab): Promise<void> {
  const isAsked = page.waitForRequest((request) => request.url().endsWith("/auth/refresh"));
  const reload = page.reload().catch(() => null);
  await isAsked;
  await page.reload().catch(() => null);
  await reload;
  await find("heading", "Overview");
}

/** Opens a store after whose renewals of sessions the answers are slow. */
async function openSlowlyRenewingStore(options: StoreOptions): Promise<Store> {
  const store = await openStore(options);
  const rotate: Store["sessions"]["rotate"] = async (digest, nextDigest) => {
    const rotated = await store.sessions.rotate(digest, nextDigest);
    await delay(SLOW_MS);
    return rotated;
  };
  return { ...store, sessions: { ...store.sessions, rotate } };
}
