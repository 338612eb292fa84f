import assert from "node:assert/strict";
import { noteAbsentProgram } from "../support/absent_program.ts";
import { type ConsoleTab, HAS_BROWSER, openBrowser } from "../support/console_browser.ts";
import { mouseAt } from "../support/console_hands.ts";
import { startDemoProcess } from "../support/service_process.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { fullTest } from "../support/tier.ts";

if (!HAS_BROWSER) noteAbsentProgram("Chromium");

Deno.test("the tutorial says that the demo's first link opens the console", async () => {
  const tutorial = await Deno.readTextFile(new URL("../../docs/tutorial/1_demo.md", import.meta.url));
  assert.match(tutorial, /^The console in a browser of this machine, signed in, by a link that opens once:$/m);
});

/** Clicks that a newcomer may need from the printed link to an own file optimised under a rule of sectors. */
const MOST_CLICKS = 12;

Deno.test(fullTest(
  `the link that the demo prints opens the console, signed in on the sample market, and at most ${MOST_CLICKS} clicks on an own CSV is optimised under a rule of sectors`,
  { heldBy: "the tutorial says that the demo's first link opens the console", ignore: !HAS_BROWSER },
  async () => {
    await using folder = await temporaryFolder({ "prices.csv": pricesOfSectors() });
    await using demo = startDemoProcess({ TMPDIR: folder.path, HTTPS_PORT: "0" });
    const link = (await demo.printed(/^ {2}http:\/\/localhost:\d+\/\S+$/)).trim();
    const [address = ""] = /https:\/\/localhost:\d+/.exec(await demo.printed(/^Later sign in at /)) ?? [];
    await using browser = await openBrowser({ url: address });
    const tab = await browser.newPerson();
    await tab.page.goto(link);
    await tab.find("heading", "Overview");
    assert.equal(await tab.page.evaluate("location.origin"), address);
    const clicks = await optimiseOwnFile(tab, `${folder.path}/prices.csv`);
    assert.ok(clicks <= MOST_CLICKS, `${clicks} clicks`);
    await tab.open("/app/account");
    await tab.reads("ada@example.com");
    assert.deepEqual(browser.complaints.filter((complaint) => !complaint.includes(link)), []);
  },
));

const SECTORS = { NORTH: "Energy", SOUTH: "Energy", EAST: "Banks", WEST: "Banks" };

/** Goes the shortest way from the overview to the weights of an own file. Returns the clicks, with that on the link. */
async function optimiseOwnFile(tab: ConsoleTab, path: string): Promise<number> {
  const hands = mouseAt(tab);
  let clicks = 1;
  const press = async (...[role, name]: Parameters<typeof hands.press>): Promise<void> => {
    clicks++;
    await hands.press(role, name);
  };
  await press("link", "New run");
  await press("tab", "Own prices");
  // One click opens the window of the system, and one chooses the file there.
  clicks += 2;
  await hands.choose(path);
  await tab.reads("300 days of 4 assets");
  clicks++;
  await tab.page.click(".method-group:nth-child(2) summary");
  await press("checkbox", "Minimum volatility");
  await press("checkbox", "Groups");
  clicks++;
  await hands.paste("Name to add to map", Object.entries(SECTORS).map((pair) => pair.join("\t")).join("\n"));
  await press("button", "Add rule");
  await tab.until("document.activeElement.ariaLabel === 'Group of rule 1'");
  await tab.page.keyboard.type("Energy");
  await tab.page.keyboard.press("Tab");
  await tab.page.keyboard.press("Tab");
  await tab.page.keyboard.type("30 %");
  await press("button", "Submit the run");
  await tab.reads("Proven: no other weights that keep your rules are better");
  await tab.reads("Energy");
  return clicks;
}

/** Returns daily prices of four assets as CSV. */
function pricesOfSectors(): string {
  const lines = Array.from({ length: 300 }, (_, row) => {
    const day = new Date(Date.UTC(2024, 0, 1 + row)).toISOString().slice(0, 10);
    return [day, ...[0, 1, 2, 3].map((at) => (100 + row / 10 + 4 * Math.sin(row * (1 + at) + at)).toFixed(2))].join();
  });
  return `date,${Object.keys(SECTORS).join()}\n${lines.join("\n")}\n`;
}
