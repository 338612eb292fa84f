/**
 * Opens a mailed link in a browser, fills its form in and prints what the page then says, as JSON. A process of its
 * own: the driver of the browser asks for every permission.
 */
import { chromium } from "playwright-core";
import { DEADLINE_MS } from "./until.ts";

/** What a person saw behind a link. */
export interface Followed {
  readonly title: string;
  /** What the page says in the end. */
  readonly said: string;
  /** Errors of the console, violations of the policy among them. */
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
