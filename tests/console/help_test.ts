import assert from "node:assert/strict";
import { glossaryEntries, KINDS } from "../../app/help/glossary_entries.ts";
import { noteAbsentProgram } from "../support/absent_program.ts";
import { verifiedBrowser } from "../support/browser.ts";
import { HAS_BROWSER } from "../support/console_browser.ts";
import { inConsole, signedInTab } from "../support/console_person.ts";
import { sharedService } from "../support/shared_service.ts";
import { fullTest } from "../support/tier.ts";

if (!HAS_BROWSER) noteAbsentProgram("Chromium");

Deno.test("every term that the service lists has a definition, and what is computed has a formula", async () => {
  const person = await verifiedBrowser(await sharedService());
  const { body: catalogue } = await person.send("GET", "/methods/requirements");
  const { body: { families } } = await person.send("GET", "/constraints/capability");
  const entries = glossaryEntries(catalogue, families);
  assert.deepEqual([...new Set(entries.map(({ kind }) => kind))], KINDS.map(({ kind }) => kind));
  for (const { kind, id, description } of entries) {
    assert.match(description, /\w+ \w+/, id);
    if (!["word", "doubt"].includes(kind)) assert.match(description, /\n\nFormula: `[^`]+`/, `${kind} ${id}`);
  }
  assert.equal(new Set(entries.map(({ kind, id }) => `${kind} ${id}`)).size, entries.length);
});

Deno.test(fullTest(
  "the glossary is searched, a tour is taken and left and does not come back, and letters that are typed are no shortcuts",
  {
    heldBy: "every term that the service lists has a definition, and what is computed has a formula",
    ignore: !HAS_BROWSER,
  },
  inConsole(async (service, browser) => {
    const { tab } = await signedInTab(service, browser);
    const { page } = tab;
    await tab.click("button", "Take the tour");
    await tab.click("button", "Next");
    await tab.until("location.pathname === '/app/new'");
    await tab.find("heading", "A run answers what to hold");
    // The page below the tour may still be on its way.
    await tab.find("heading", "New run");
    await tab.pictures("tour");
    assert.deepEqual(await tab.faultsByAxe(), []);
    await tab.click("button", "Leave the tour");
    await tab.open("/app");
    await tab.find("heading", "Overview");
    assert.equal(await page.$(".tour"), null);
    await tab.open("/app/help");
    await tab.find("heading", "Methods");
    await tab.pictures("help");
    assert.deepEqual(await tab.faultsByAxe(), []);
    await page.keyboard.press("s");
    await tab.until("document.activeElement.type === 'search'");
    await page.keyboard.type("ulcer index");
    await tab.until("document.querySelector('.glossary dt').textContent.includes('ulcer_index')");
    await page.keyboard.type(" g r?");
    assert.equal(new URL(page.url()).pathname, "/app/help");
    assert.equal(await page.$("dialog[open]"), null);
    await tab.reads("Look for another word");
    await tab.click("button", "Keyboard shortcuts");
    await tab.click("checkbox", "Shortcuts are on");
    await page.keyboard.press("Escape");
    await tab.gone("dialog[open]");
    await page.keyboard.press("?");
    await page.reload();
    await tab.find("heading", "Methods");
    await page.keyboard.press("?");
    assert.equal(await page.$("dialog[open]"), null);
  }),
));

Deno.test(fullTest(
  "a sample portfolio is one click away, and is submitted as it stands",
  {
    heldBy: "every term that the service lists has a definition, and what is computed has a formula",
    ignore: !HAS_BROWSER,
  },
  inConsole(async (service, browser) => {
    const { tab } = await signedInTab(service, browser);
    await tab.click("link", "Try a sample portfolio");
    await tab.reads("The form shows a sample portfolio");
    await tab.until("document.querySelector('.submit-panel button.button-primary').disabled === false");
    assert.equal(new URL(tab.page.url()).search, "");
    await tab.click("button", "Submit the run");
    await tab.until("location.pathname.startsWith('/app/runs/run_')");
  }),
));
