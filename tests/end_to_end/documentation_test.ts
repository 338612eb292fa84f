import assert from "node:assert/strict";
import { ENDPOINTS } from "../../src/http/routes/mod.ts";
import { noteAbsentProgram } from "../support/absent_program.ts";
import { CHROMIUM } from "../support/chromium.ts";
import type { Sighting } from "../support/look_at_documentation.ts";
import { runService } from "../support/running_service.ts";
import { fullTest } from "../support/tier.ts";

if (CHROMIUM === undefined) noteAbsentProgram("Chromium");

const TITLE = "Portfolio Optimization Service";
/** Request fields of two optimisation methods, in the order in which the API reference shows them. */
const FIELDS = {
  min_cvar: ["method", "confidence", "key", "constraints"],
  risk_parity: ["method", "measure", "confidence", "budgets", "key", "constraints"],
};

Deno.test("the OpenAPI document behind the API reference has every endpoint and the fields of two methods in order", async () => {
  await using service = await runService();
  const document = await (await service.fetch("/openapi.json")).json();
  const paths: object[] = Object.values(document.paths);
  assert.equal(document.info.title, TITLE);
  assert.equal(paths.flatMap((path) => Object.keys(path)).length, ENDPOINTS.length);
  const { MinCvarMethod, RiskParityMethod } = document.components.schemas;
  const fields = { min_cvar: MinCvarMethod, risk_parity: RiskParityMethod };
  for (const [method, { properties }] of Object.entries(fields)) {
    assert.deepEqual(Object.keys(properties), FIELDS[method as keyof typeof FIELDS]);
  }
});

Deno.test(fullTest(
  "in a browser the API reference shows every endpoint and method fields, tries one out, and contacts no other host",
  {
    heldBy: "the OpenAPI document behind the API reference has every endpoint and the fields of two methods in order",
    ignore: CHROMIUM === undefined,
  },
  async () => {
    await using service = await runService();
    const { title, operations, triedOutStatus, elsewhere, complaints, fields, screenshots } = await look(service.url);
    // deno-lint-ignore no-console
    console.log(`The reference as it looks: ${screenshots.join(" ")}`);
    assert.equal(title, TITLE);
    assert.equal(operations, ENDPOINTS.length);
    assert.equal(triedOutStatus, "200");
    assert.deepEqual(fields, FIELDS);
    assert.deepEqual(elsewhere, []);
    assert.deepEqual(complaints, []);
  },
));

Deno.test("the API reference page allows and loads only scripts and styles that the service serves, none inline", async () => {
  await using service = await runService();
  const response = await service.fetch("/docs");
  const page = await response.text();
  const policy = response.headers.get("content-security-policy") ?? "";
  assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';/);
  assert.doesNotMatch(policy, /unsafe|https?:|\*/);
  assert.doesNotMatch(page, /https?:\/\/|<style|style=|<script>/);
  for (const [, path] of page.matchAll(/(?:src|href)="(\/[^"]+)"/g)) {
    const asset = await service.fetch(path);
    assert.equal(asset.status, 200, path);
    assert.match(asset.headers.get("content-type") ?? "", /^text\/(css|javascript); charset=utf-8$/);
    assert.ok((await asset.bytes()).length > 0);
  }
  const other = await service.fetch("/docs/absolute-path.js");
  assert.equal(other.status, 404);
  await other.body?.cancel();
});

async function look(url: string): Promise<Sighting> {
  const script = new URL("../support/look_at_documentation.ts", import.meta.url);
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--no-check", "--allow-all", script.pathname, CHROMIUM ?? "", url],
    stdin: "null",
  }).output();
  assert.equal(code, 0, new TextDecoder().decode(stderr));
  return JSON.parse(new TextDecoder().decode(stdout));
}
