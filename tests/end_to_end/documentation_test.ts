import assert from "node:assert/strict";
import { ENDPOINTS } from "../../src/http/routes/mod.ts";
import { noteAbsentProgram } from "../support/absent_program.ts";
import { CHROMIUM } from "../support/chromium.ts";
import type { Sighting } from "../support/look_at_documentation.ts";
import { runService } from "../support/running_service.ts";

if (CHROMIUM === undefined) noteAbsentProgram("Chromium");

Deno.test({
  name:
    "the reference shows every endpoint, tries one out and unfolds the parameters of a method, with no other host and no violation of its policy",
  ignore: CHROMIUM === undefined,
  async fn() {
    await using service = await runService();
    const { title, operations, triedOutStatus, elsewhere, complaints, fields, screenshots } = await look(service.url);
    // deno-lint-ignore no-console
    console.log(`The reference as it looks: ${screenshots.join(" ")}`);
    assert.equal(title, "Portfolio Optimization Service");
    assert.equal(operations, ENDPOINTS.length);
    assert.equal(triedOutStatus, "200");
    assert.deepEqual(fields, {
      min_cvar: ["method", "confidence", "key", "constraints"],
      risk_parity: ["method", "measure", "confidence", "budgets", "key", "constraints"],
    });
    assert.deepEqual(elsewhere, []);
    assert.deepEqual(complaints, []);
  },
});

Deno.test("the page of the reference may load nothing but what the service serves, and no script in the page", async () => {
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
