/**
 * Script for tests that opens links from mails in a browser, fills in and sends the form of each page, and prints what
 * the pages then show, as JSON. It runs in its own process because the browser driver needs all permissions. Arguments:
 * the path of the browser, and the links as JSON.
 */
import { type Browser, chromium } from "playwright-core";
import { DEADLINE_MS } from "./until.ts";

/** A link from a mail, and the password for the form of its page if the form asks for one. */
export interface MailedLink {
  readonly link: string;
  readonly password?: string;
}

/** What the browser showed after it opened a link from a mail and submitted the form. */
export interface Followed {
  readonly title: string;
  /** Status message of the page after the form was submitted. */
  readonly said: string;
  /** Error messages of the browser console, including violations of the content security policy. */
  readonly complaints: readonly string[];
}

if (import.meta.main) {
  const [executablePath, links] = Deno.args;
  // deno-lint-ignore no-console
  console.log(JSON.stringify(await followAll(executablePath, JSON.parse(links))));
  Deno.exit(0);
}

async function followAll(executablePath: string, links: readonly MailedLink[]): Promise<readonly Followed[]> {
  const args = ["--no-sandbox", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost"];
  const browser = await chromium.launch({ executablePath, args, timeout: DEADLINE_MS });
  const followed: Followed[] = [];
  for (const link of links) followed.push(await follow(browser, link));
  await browser.close();
  return followed;
}

async function follow(browser: Browser, { link, password }: MailedLink): Promise<Followed> {
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
  await context.close();
  return followed;
}
