/**
 * Opens the page of the reference in a browser that knows no other host, tries one endpoint out, and prints what it saw
 * as JSON. A process of its own: the driver of the browser asks for every permission.
 */
import { chromium } from "playwright-core";
import { DEADLINE_MS } from "./until.ts";

/** What the browser saw. */
export interface Sighting {
  readonly title: string;
  /** Endpoints that the page shows. */
  readonly operations: number;
  readonly triedOutStatus: string;
  /** Requests to other hosts. */
  readonly elsewhere: readonly string[];
  /** Errors and warnings of the console, violations of the policy among them. */
  readonly complaints: readonly string[];
  /** Path of the picture. */
  readonly screenshot: string;
}

if (import.meta.main) {
  const [executablePath, url] = Deno.args;
  // deno-lint-ignore no-console
  console.log(JSON.stringify(await look(executablePath, url)));
  Deno.exit(0);
}

async function look(executablePath: string, url: string): Promise<Sighting> {
  const args = ["--no-sandbox", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost"];
  const browser = await chromium.launch({ executablePath, args, timeout: DEADLINE_MS });
  const context = await browser.newContext({ ignoreHTTPSErrors: true, viewport: { width: 1280, height: 1600 } });
  context.setDefaultTimeout(DEADLINE_MS);
  const page = await context.newPage();
  const elsewhere: string[] = [];
  const complaints: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith("data:")) elsewhere.push(request.url());
  });
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.goto(`${url}/docs`);
  await page.locator(".opblock").first().waitFor();
  const health = page.locator("#operations-system-get_health");
  await health.locator(".opblock-summary").click();
  await health.getByRole("button", { name: "Try it out" }).click();
  await health.getByRole("button", { name: "Execute" }).click();
  const status = health.locator(".live-responses-table .response .response-col_status").first();
  await status.waitFor();
  const screenshot = await Deno.makeTempFile({ prefix: "reference-", suffix: ".png" });
  await page.screenshot({ path: screenshot, fullPage: true });
  const sighting = {
    title: (await page.locator(".info .title").first().innerText()).split("\n")[0],
    operations: await page.locator(".opblock").count(),
    triedOutStatus: (await status.innerText()).trim(),
    elsewhere,
    complaints,
    screenshot,
  };
  await browser.close();
  return sighting;
}
