import assert from "node:assert/strict";
import { noteAbsentProgram } from "../support/absent_program.ts";
import { HAS_BROWSER, openBrowser } from "../support/console_browser.ts";
import { startDemoProcess } from "../support/service_process.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { fullTest } from "../support/tier.ts";

if (!HAS_BROWSER) noteAbsentProgram("Chromium");

Deno.test("the tutorial says that the demo's first link opens the console", async () => {
  const tutorial = await Deno.readTextFile(new URL("../../docs/tutorial/1_demo.md", import.meta.url));
  assert.match(tutorial, /^The console in a browser of this machine, signed in, by a link that opens once:$/m);
});

Deno.test(fullTest(
  "the link that the demo prints opens the console in a browser, signed in on the sample market",
  { heldBy: "the tutorial says that the demo's first link opens the console", ignore: !HAS_BROWSER },
  async () => {
    await using folder = await temporaryFolder();
    await using demo = startDemoProcess({ TMPDIR: folder.path, HTTPS_PORT: "0" });
    const link = (await demo.printed(/^ {2}http:\/\/localhost:\d+\/\S+$/)).trim();
    const [address = ""] = /https:\/\/localhost:\d+/.exec(await demo.printed(/^Later sign in at /)) ?? [];
    await using browser = await openBrowser({ url: address });
    const tab = await browser.newPerson();
    await tab.page.goto(link);
    await tab.find("heading", "Overview");
    assert.equal(await tab.page.evaluate("location.origin"), address);
    await tab.open("/app/account");
    await tab.reads("ada@example.com");
    assert.deepEqual(browser.complaints.filter((complaint) => !complaint.includes(link)), []);
  },
));
