import assert from "node:assert/strict";
import { noteAbsentProgram } from "../support/absent_program.ts";
import { newEmail, PASSWORD, verifiedBrowser } from "../support/browser.ts";
import { type ConsoleTab, HAS_BROWSER, openBrowser } from "../support/console_browser.ts";
import { labelsWithoutHint } from "../support/labels_without_hint.ts";
import { runService } from "../support/running_service.ts";
import { submitted, succeeded } from "../support/runs_over_https.ts";
import { pricesBody } from "../support/submission.ts";
import { fullTest } from "../support/tier.ts";

if (!HAS_BROWSER) noteAbsentProgram("Chromium");

Deno.test("the page of a run has a document of its own, whichever part of the result its address names", async () => {
  await using service = await runService();
  const pages = ["/app/runs/run_1", "/app/runs/run_1?tab=rules&method=hrp"].map(async (path) => {
    const response = await service.fetch(path);
    assert.equal(response.status, 200);
    return await response.text();
  });
  const [plain, ofPart] = await Promise.all(pages);
  assert.equal(plain, ofPart);
  assert.match(plain ?? "", /<link rel="modulepreload" href="\/app\/assets\/run-\w+\.js">/);
});

/** Name of a run that a careless page would take for markup, or turn around. */
const NAME = '<img src=x onerror="document.title=1"> שלום';

/** All parts of a result behind tabs, with a text that each shows. */
const PARTS = [
  ["Frontier", "Portfolio on the frontier"],
  ["History", "Cumulative return"],
  ["Risk", "Correlation"],
  ["Rules", "rules bind"],
  // What earned nothing because it never had weights must not look like a method that lost nothing.
  ["Backtest", "efficient_return was without proven weights at"],
  ["Simulation", "Run a simulation"],
  ["Data", "Dates common to all assets"],
  ["Certificate", "Figures of the proofs"],
  ["Measures", "Sharpe ratio"],
  ["Buy and sell", "Whole lots need not"],
  ["Files", "result.json"],
] as const;

async function signIn(tab: ConsoleTab, email: string, path: string): Promise<void> {
  await tab.open(path);
  await tab.type("E-mail address", email);
  await tab.type("Password", PASSWORD);
  await tab.click("button", "Sign in");
}

Deno.test(fullTest(
  "a person follows a run to its result and opens every part of it, without a finding of axe or a complaint of the browser",
  {
    heldBy: "the page of a run has a document of its own, whichever part of the result its address names",
    ignore: !HAS_BROWSER,
  },
  async () => {
    await using service = await runService();
    await using browser = await openBrowser(service);
    const email = newEmail();
    const person = await verifiedBrowser(service, email);
    const runId = await submitted(person, {
      ...pricesBody(6, 400),
      name: NAME,
      methods: ["min_volatility", "hrp", { method: "efficient_return", target_return: 99 }],
      constraints: { weight_bounds: { max: 0.3 } },
      efficient_frontier: { points: 5 },
      rolling_backtest: {},
      allocation: { capital: 100_000 },
    });
    const tab = await browser.newPerson();
    await signIn(tab, email, `/app/runs/${runId}`);
    await tab.find("heading", NAME);
    await tab.reads("Proven: no other weights that keep your rules are better by more than 0.0000001.");
    await tab.reads("The rule that costs most");
    await tab.reads("At the rate of its first step");
    await tab.pictures("run-result");
    for (const [part, text] of PARTS) {
      await tab.click("tab", part);
      await tab.reads(text);
      await tab.until(`document.querySelector("main progress") === null`);
      assert.deepEqual(await tab.faultsByAxe(), [], part);
      await tab.pictures(`run-${part.toLowerCase().replaceAll(" ", "-")}`);
    }
    await tab.page.select("select", "hrp");
    await tab.reads("These weights follow from a formula.");
    assert.match(tab.page.url(), /method=hrp/);
    await tab.click("tab", "Frontier");
    await tab.click("button", "Start a run from this portfolio");
    await tab.until(`location.pathname === "/app/new" && location.search === ""`);
    await tab.until(`document.querySelector(".request-code")?.textContent.includes("starting_portfolio") === true`);
    assert.deepEqual(browser.complaints, []);
  },
));

Deno.test(fullTest(
  "a failed run says which rules are in conflict and what would be enough, and a run that ends says so in the title",
  {
    heldBy: "the page of a run has a document of its own, whichever part of the result its address names",
    ignore: !HAS_BROWSER,
  },
  async () => {
    await using service = await runService();
    await using browser = await openBrowser(service);
    const email = newEmail();
    const person = await verifiedBrowser(service, email);
    const failing = await submitted(person, { ...pricesBody(3, 60), constraints: { min_return: 9.9 } });
    const tab = await browser.newPerson();
    await signIn(tab, email, `/app/runs/${failing}`);
    await tab.reads("Any one of these changes is enough");
    const rules = String(await tab.page.evaluate("document.querySelector('.notice-fault ul').textContent"));
    assert.match(rules, /Budget: Sum of the weights of exactly 1/);
    await tab.find("link", "Change the request");
    assert.deepEqual(await tab.faultsByAxe(), []);
    await tab.pictures("run-failed");
    const runId = await succeeded(person, pricesBody(3, 60));
    await tab.open(`/app/runs/${runId}?tab=backtest`);
    await tab.click("button", "Run a backtest");
    await tab.element("dialog[open] .field");
    assert.deepEqual(await tab.page.evaluate(labelsWithoutHint("dialog[open]")), []);
    assert.deepEqual(await tab.faultsByAxe(), []);
    await tab.pictures("run-backtest-form");
    await tab.open(`/app/runs/${runId}?tab=simulation`);
    await tab.click("button", "Run a simulation");
    assert.deepEqual(await tab.page.evaluate(labelsWithoutHint("dialog[open]")), []);
    await tab.type("Paths", "100000");
    assert.deepEqual(await tab.faultsByAxe(), []);
    await tab.click("button", "Run the simulation");
    await tab.reads("Median wealth at the end");
    await tab.until(`document.title.startsWith("✓ Ready")`);
    assert.deepEqual(browser.complaints, []);
  },
));
