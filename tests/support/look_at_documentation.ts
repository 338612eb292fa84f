/**
 * Script for tests that opens the API reference page in a browser that can reach no other host, sends a request to one
 * endpoint from the page, and prints its observations as JSON. It runs in its own process because the browser driver
 * needs all permissions. Arguments: the path of the browser, and the address of the service.
 */
import { chromium, type Locator, type Page } from "playwright-core";
import { DEADLINE_MS } from "./until.ts";

/** What the browser observed on the API reference page. */
export interface Sighting {
  readonly title: string;
  /** Number of endpoints that the API reference page shows. */
  readonly operations: number;
  readonly triedOutStatus: string;
  /** URLs of requests that the API reference page made to other hosts. */
  readonly elsewhere: readonly string[];
  /** Errors and warnings of the browser console, including violations of the content security policy. */
  readonly complaints: readonly string[];
  /** Field names that the schema of the POST /jobs body shows for a method, by method id. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** Paths of two screenshots: the whole reference page, and the unfolded body of POST /jobs. */
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

/** Test helper. Opens the body schema of POST /jobs on the API reference page and unfolds it down to its methods. */
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

/**
 * Test helper. Unfolds the first folded part of the schema on the API reference page that has the given name, and
 * returns that part.
 */
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
