import assert from "node:assert/strict";
import { WorkbookParser } from "../../src/holdings/parser/workbook_parser.ts";
import { workbookPool } from "../../src/jobs/workbook_pool.ts";
import { processesWith, type RunningProcess } from "../support/processes_with.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { until } from "../support/until.ts";

const FOREVER = `console.log("ready"); await new Promise((resolve) => setTimeout(resolve, 600_000));`;

/**
 * Least niceness of the workbook parser, and the niceness that is added to some threads of the service. Twice as much
 * would leave the parser almost no processor time.
 */
const GIVES_WAY_BY = 10;

/** Largest niceness that Linux knows. */
const LOWEST_PRIORITY = 19;

Deno.test({
  name: "the workbook parser's niceness is raised to 10 once, whether or not the thread that starts it is niced too",
  ignore: Deno.build.os !== "linux",
  async fn() {
    await using folder = await temporaryFolder({ "parser.ts": FOREVER });
    const pool = workbookPool(), gone = new AbortController();
    const parser = new WorkbookParser({
      onFailure: () => undefined,
      nextTurn: () => Promise.resolve(),
      program: `${folder.path}/parser.ts`,
      run: (order, signal) => pool.run("guarded_run", order, { signal }),
    });
    const body = new TextEncoder().encode(JSON.stringify({ content_base64: "" }));
    const reading = parser.statementOf(body, gone.signal).catch((error) => error);
    let found: RunningProcess | undefined;
    await until(async () => {
      const running = await processesWith(folder.path);
      found = running.find(({ command }) => command.startsWith(Deno.execPath()) && command.endsWith("parser.ts"));
      return found !== undefined;
    }, "the parser to be there");
    const [own, ofGuard, ofParser] = await Promise.all([Deno.pid, found?.parent, found?.pid].map(nicenessOf));
    gone.abort(new Error("gone"));
    await reading;
    pool.close();
    // The guard has the niceness of the thread that starts it: that of the tests, or one that is raised above it.
    assert.ok([own, Math.min(LOWEST_PRIORITY, own + GIVES_WAY_BY)].includes(ofGuard), `${own}, ${ofGuard}`);
    assert.equal(ofParser, Math.max(ofGuard, GIVES_WAY_BY));
  },
});

async function nicenessOf(process: unknown): Promise<number> {
  const { stdout } = await new Deno.Command("cut", { args: ["-d", " ", "-f", "19", `/proc/${process}/stat`] }).output();
  return Number(new TextDecoder().decode(stdout));
}
