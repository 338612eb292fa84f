import assert from "node:assert/strict";
import { newEmail, PASSWORD, verifiedBrowser } from "./browser.ts";
import { type ConsoleBrowser, type ConsoleTab, openBrowser } from "./console_browser.ts";
import { type RunningService, type RunningServiceOptions, runService } from "./running_service.ts";

/**
 * Test helper. Returns a test of the console on a service of its own in a real browser. It fails where the browser
 * complains, for example of the content security policy or of a request to another host.
 */
export function inConsole(
  test: (service: RunningService, browser: ConsoleBrowser) => Promise<void>,
  options: RunningServiceOptions = {},
): () => Promise<void> {
  return async () => {
    await using service = await runService(options);
    await using browser = await openBrowser(service);
    await test(service, browser);
    assert.deepEqual(browser.complaints, []);
  };
}

/** Test helper. Returns a tab of the console in which a new person with a confirmed address is signed in. */
export async function signedInTab(
  service: RunningService,
  browser: ConsoleBrowser,
): Promise<{ readonly tab: ConsoleTab; readonly email: string }> {
  const email = newEmail();
  await verifiedBrowser(service, email);
  const tab = await browser.newPerson();
  await signInAt(tab, email);
  await tab.find("heading", "Overview");
  return { tab, email };
}

/** Test helper. Opens the page at which a person signs in and sends its form. */
export async function signInAt(tab: ConsoleTab, email: string, password = PASSWORD): Promise<void> {
  await tab.open("/app/sign-in");
  await tab.type("E-mail address", email);
  await tab.type("Password", password);
  await tab.click("button", "Sign in");
}

/** Test helper. Returns the path of the link in a mail, which names the public address of the service. */
export function pathInMail(text: string): string {
  const link = /^https:\S+$/m.exec(text)?.[0] ?? "";
  return link.replace("https://service.localhost", "");
}
