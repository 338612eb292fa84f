import assert from "node:assert/strict";
import { CONSTRAINT_FAMILIES } from "../../src/optimization/constraints/mod.ts";
import { noteAbsentProgram } from "../support/absent_program.ts";
import { HAS_BROWSER, openBrowser } from "../support/console_browser.ts";
import { csvOfPrices, openStudio } from "../support/console_studio.ts";
import { flagsWithOneMoreMethod } from "../support/flags_with_one_more_method.ts";
import { METHODS } from "../support/methods_with_one_more.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { fullTest } from "../support/tier.ts";

if (!HAS_BROWSER) noteAbsentProgram("Chromium");

const ADDED = [...METHODS].at(-1)?.id ?? "";

Deno.test("nothing in the console's sources names a method", async () => {
  const sources = await sourcesIn(new URL("../../app/", import.meta.url));
  const named = [...METHODS.ids].filter((id) => sources.some((text) => text.includes(`"${id}"`)));
  assert.deepEqual(named, []);
});

Deno.test("nothing in the console's sources knows a family of rules by its name", async () => {
  const sources = await sourcesIn(new URL("../../app/", import.meta.url));
  // These two words also name a kind of saved list and a metric of a backtest, which the page may name.
  const families = [...CONSTRAINT_FAMILIES.ids].filter((id) => id !== "groups" && id !== "turnover");
  const named = families.filter((id) =>
    sources.some((text) => text.includes(`"${id}"`) || new RegExp(String.raw`constraints\??\.${id}\b`).test(text))
  );
  assert.deepEqual(named, []);
});

Deno.test(fullTest(
  "a method that is added to the list of methods appears in the forms of the page by itself, and its run gives weights",
  { heldBy: "nothing in the console's sources names a method", ignore: !HAS_BROWSER },
  async () => {
    await using map = await temporaryFolder();
    await using folder = await temporaryFolder({ "prices.csv": csvOfPrices(3, 260) });
    const flags = await flagsWithOneMoreMethod(map.path);
    await using studio = await openStudio(folder.path, { args: ["prices.csv"], flags });
    await using browser = await openBrowser({ url: studio.address });
    const { page, ...tab } = await browser.newPerson();
    await page.goto(studio.link);
    await tab.find("button", "Remove the file");
    await page.type("[aria-label='Search the methods']", "which only a test has added");
    await page.click(`#method-${ADDED}`);
    await tab.type("Power of volatility", "2");
    await tab.until(`document.querySelector(".request-code").textContent.includes('"power_of_volatility": 2')`);
    await tab.pictures("added-method");
    await tab.click("button", "Submit the run");
    await tab.until("location.pathname.startsWith('/app/runs/run_')");
    await tab.reads(`Weights of ${ADDED}`);
    assert.deepEqual(browser.complaints, []);
  },
));

/** Returns the texts of the sources of the console in a folder, without its tests and what its build makes. */
async function sourcesIn(folder: URL): Promise<readonly string[]> {
  const texts: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (isDirectory && name !== "build") texts.push(...await sourcesIn(new URL(`${name}/`, folder)));
    else if (/\.tsx?$/.test(name) && !/_test\.tsx?$/.test(name)) {
      texts.push(await Deno.readTextFile(new URL(name, folder)));
    }
  }
  return texts;
}
