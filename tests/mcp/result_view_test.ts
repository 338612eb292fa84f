/** Tests the view of a result as a client shows it: in a sandboxed frame to which the client speaks by messages. */
import assert from "node:assert/strict";
import axe from "axe-core";
import { noteAbsentProgram } from "../support/absent_program.ts";
import { connectedAssistant } from "../support/connected_assistant.ts";
import { HAS_BROWSER, openBrowser } from "../support/console_browser.ts";
import { sharedService } from "../support/shared_service.ts";
import { fullTest } from "../support/tier.ts";
import { until } from "../support/until.ts";
import { viewHost } from "../support/view_host.ts";

const RUN = { assets: ["NSE:EXMANGO", "NSE:EXLOTUS", "NSE:EXGINGER"], methods: ["min_volatility"] };
const VIEW = "ui://portfolio-optimization/result.html";

if (!HAS_BROWSER) noteAbsentProgram("Chromium");

Deno.test("the view of a result is what get_result names, and its policy lets nothing be loaded", async () => {
  const service = await sharedService();
  await using assistant = await connectedAssistant(service);
  const { tools } = await assistant.client.listTools();
  assert.deepEqual(tools.find(({ name }) => name === "get_result")?._meta, { ui: { resourceUri: VIEW } });
  const { contents: [page] } = await assistant.client.readResource({ uri: VIEW });
  assert.match("text" in page ? page.text : "", /Content-Security-Policy" content="default-src 'none'; script-src/);
});

Deno.test(fullTest(
  "the view of a result draws weights and charts in Chromium, asks nobody, and fits 320 px",
  {
    heldBy: "the view of a result is what get_result names, and its policy lets nothing be loaded",
    ignore: !HAS_BROWSER,
  },
  async () => {
    const service = await sharedService();
    await using assistant = await connectedAssistant(service);
    const submitted = await assistant.client.callTool({ name: "submit_run", arguments: RUN });
    const { run_id } = submitted.structuredContent as { readonly run_id: string };
    const result = await assistant.client.callTool({
      name: "get_result",
      arguments: { run_id, section: "weights" },
    });
    await using host = await viewHost(assistant.client, { view: VIEW, result });
    await using browser = await openBrowser(host);
    const tab = await browser.newPerson();
    for (const theme of ["light", "dark"] as const) {
      for (const width of [800, 320]) {
        await tab.page.setViewport({ width, height: 900 });
        await tab.open(`/?theme=${theme}`);
        const frame = tab.page.frames().find((each) => each !== tab.page.mainFrame());
        assert.ok(frame !== undefined);
        await until(async () => await frame.evaluate(DRAWN) === 2, "the charts in the view", { longestPauseMs: 100 });
        const text = String(await frame.evaluate("document.body.innerText"));
        const { table } = result.structuredContent as { readonly table: { readonly rows: readonly unknown[][] } };
        assert.equal(await frame.evaluate("document.querySelectorAll('td:first-child').length"), table.rows.length);
        for (const [asset, weight] of table.rows) {
          assert.ok(text.includes(String(asset).replace(/[‹›]/g, "")), text);
          assert.ok(text.includes(String(Number(Number(weight).toPrecision(6)))), text);
        }
        assert.deepEqual(await frame.evaluate(BEYOND_EDGES), []);
        assert.equal(await frame.evaluate("getComputedStyle(document.documentElement).colorScheme"), theme);
        // The host gives the frame the height that the view asks for, so that nothing in it has to be scrolled.
        await until(
          async () => await frame.evaluate("document.documentElement.scrollHeight <= innerHeight") === true,
          "the height of the view",
          { longestPauseMs: 100 },
        );
        await frame.evaluate(axe.source);
        assert.deepEqual(await frame.evaluate(FINDINGS), []);
        const folder = Deno.env.get("CONSOLE_PICTURES");
        if (folder === undefined) continue;
        const picture = await tab.page.screenshot({ fullPage: true });
        await Deno.writeFile(`${folder}/result-view-${theme}-${width}.png`, picture);
      }
    }
    assert.deepEqual(browser.complaints, []);
  },
));

/** Number of charts that the page has drawn. */
const DRAWN = "[...document.images].filter((image) => image.complete && image.naturalWidth > 0).length";
/** Elements that reach over the right edge, but for those that scroll within their own. */
const BEYOND_EDGES = `[...document.querySelectorAll("body *:not(.scroll *)")]
  .filter((element) => element.getBoundingClientRect().right > document.documentElement.clientWidth + 0.5)
  .map((element) => element.outerHTML.slice(0, 100))`;
const FINDINGS = `axe.run().then(({ violations }) =>
  violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => id + ": " + html + failureSummary)))`;
