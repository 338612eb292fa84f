/** Tests that long and odd texts in place of an id, tag or token in a path are refused with 403, 404 or 422. */
import assert from "node:assert/strict";
import { ENDPOINTS } from "../../src/http/routes/mod.ts";
import { verifiedBrowser } from "../support/browser.ts";
import { sharedService } from "../support/shared_service.ts";
import { partOf, testInTurn } from "../support/tier.ts";

const ULID = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
const LENGTHS = [1, 30, 683, 1_024, 2_048, 2_100, 6_000];
/** Characters of the tested path parameters: one of one byte, one of three bytes, and one that a URL escapes. */
const LETTERS = ["a", "€", "%"];
const NAMES = [
  "constructor",
  "__proto__",
  `run_${ULID}x`,
  `key_${ULID.toLowerCase()}`,
  "run_",
  " ",
  "..;",
  "\u0000",
  "\u{1f600}",
];
/** Largest tested path length; the runtime itself refuses a longer request head with status 431. */
const LONGEST_PATH = 12_000;
const REFUSED: ReadonlySet<number> = new Set([403, 404, 422]);

Deno.test(
  testInTurn("invalid path parameters of any length and characters are refused with 403, 404 or 422", async () => {
    const service = await sharedService();
    const person = await verifiedBrowser(service);
    const long = LETTERS.flatMap((letter) => LENGTHS.map((length) => letter.repeat(length)));
    const values = [...NAMES, ...long];
    const paths = ENDPOINTS.map(({ contract }) => contract).filter(({ path }) => path.includes("{") && !isPage(path));
    for (const [shift, { method, path }] of partOf(paths).entries()) {
      for (const value of partOf(values, { shift })) {
        const to = path.replace(/\{\w+\}/g, encodeURIComponent(value));
        if (to.length >= LONGEST_PATH) continue;
        const { status, body } = await person.send(method, to, method === "PATCH" ? { body: { name: "x" } } : {});
        const shown = `${method} ${path} with ${value.length} of ${JSON.stringify(value[0])}: ${JSON.stringify(body)}`;
        assert.ok(REFUSED.has(status), `${status} for ${shown}`);
      }
    }
  }),
);

/** Whether a path is of a page of the console, whose script shows for any text that there is no such thing. */
function isPage(path: string): boolean {
  return path.startsWith("/app/{");
}
