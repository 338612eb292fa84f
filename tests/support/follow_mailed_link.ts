/**
 * Script for tests that opens a link from a mail in a browser, fills in the form of the page and prints what the page
 * then shows, as JSON. It runs in its own process because the browser driver requests all permissions.
 */
import { chromium } from "playwright-core";
import { DEADLINE_MS } from "./until.ts";

/** What the browser showed after it opened a link from a mail and submitted the form. */
export interface Followed {
  readonly title: string;
  /** Status message of the page after the form was submitted. */
  readonly said: string;
  /** Error messages of the browser console, including violations of the content security policy. */
  readonly complaints: readonly string[];
}

if (import.meta.main) {
  const [executablePath, link, password] = Deno.args;
  // deno-lint-ignore no-console
  console.log(JSON.stringify(await follow(executablePath, link, password)));
  Deno.exit(0);
}

async function follow(executablePath: string, link: string, password: string | undefined): Promise<Followed> {
  const args = ["--no-sandbox", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost"];
  const browser = await chromium.launch({ executablePath, args, timeout: DEADLINE_MS });
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  context.setDefaultTimeout(DEADLINE_MS);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.goto(link);
  if (password !== undefined) await page.getByLabel("New password").fill(password);
  await page.getByRole("button").click();
  const status = page.getByRole("status").filter({ hasText: /./ });
  await status.waitFor();
  const followed = { title: await page.title(), said: await status.innerText(), complaints };
  await browser.close();
  return followed;
}
