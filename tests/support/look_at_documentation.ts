/**
 * Opens the page of the reference in a browser that knows no other host, tries one endpoint out, and prints what it saw
 * as JSON. A process of its own: the driver of the browser asks for every permission.
 */
import { chromium, type Locator, type Page } from "playwright-core";
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
  /** What fields the body of POST /jobs shows of a method that is unfolded in it. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** Paths of the pictures: the page, and that body. */
  readonly screenshots: readonly string[];
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
  const whole = await pictureOf((path) => page.screenshot({ path, fullPage: true }));
  const body = await unfoldedBody(page);
  const sighting = {
    title: (await page.locator(".info .title").first().innerText()).split("\n")[0],
    operations: await page.locator(".opblock").count(),
    triedOutStatus: (await status.innerText()).trim(),
    elsewhere,
    complaints,
    fields: { min_cvar: await fieldsOf(body, "Minimum CVaR"), risk_parity: await fieldsOf(body, "Risk parity") },
    screenshots: [whole, await pictureOf((path) => body.screenshot({ path }))],
  };
  await browser.close();
  return sighting;
}

/** The body of POST /jobs, unfolded as far as its methods. */
async function unfoldedBody(page: Page): Promise<Locator> {
  const operation = page.locator("#operations-jobs-post_jobs");
  await operation.locator(".opblock-summary").click();
  const body = operation.locator(".opblock-section-request-body");
  await body.getByRole("tab", { name: "Schema" }).click();
  for (const name of ["methods", "Items", "Any of", "Method", "One of"]) await unfold(body, name);
  return body;
}

async function fieldsOf(body: Locator, title: string): Promise<readonly string[]> {
  const method = await unfold(body, title);
  return await method.locator(".json-schema-2020-12-property .json-schema-2020-12__title").allInnerTexts();
}

/** Unfolds the first part of a name that is folded, and answers it. */
async function unfold(body: Locator, name: string): Promise<Locator> {
  const hasText = new RegExp(`^\\s*(#\\d+\\s*)?${name}\\s*$`);
  await body.locator("button.json-schema-2020-12-accordion[aria-expanded=false]", { hasText }).first().click();
  return body.locator(".json-schema-2020-12__title", { hasText }).first().locator("xpath=ancestor::article[1]");
}

async function pictureOf(take: (path: string) => Promise<unknown>): Promise<string> {
  const path = await Deno.makeTempFile({ prefix: "reference-", suffix: ".png" });
  await take(path);
  return path;
}
