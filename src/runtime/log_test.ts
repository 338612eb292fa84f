import assert from "node:assert/strict";
import { consoleLog } from "./log.ts";

const clock = { now: () => Date.UTC(2026, 0, 2, 3, 4, 5, 6) };

function linesOf(
  settings: Parameters<typeof consoleLog>[0],
  write: (log: ReturnType<typeof consoleLog>) => void,
): string[] {
  const lines: string[] = [];
  write(consoleLog(settings, { clock, print: (line) => void lines.push(line) }));
  return lines;
}

Deno.test("a log event in text format is one line, whatever its fields contain", () => {
  const lines = linesOf({ logFormat: "text", logLevel: "info" }, (log) => {
    log.info("request", { path: "/jobs/active", status: 200, account_id: null, name: "two words\nand a line" });
  });
  assert.deepEqual(lines, [
    '2026-01-02T03:04:05.006Z info request path=/jobs/active status=200 name="two words\\nand a line"',
  ]);
});

Deno.test("a log event in JSON format is one JSON object on one line", () => {
  const [line] = linesOf({ logFormat: "json", logLevel: "info" }, (log) => log.error("failed", { reason: 'a "b"\nc' }));
  assert.deepEqual(JSON.parse(line), {
    time: "2026-01-02T03:04:05.006Z",
    level: "error",
    event: "failed",
    reason: 'a "b"\nc',
  });
  assert.ok(!line.includes("\n"));
});

Deno.test("log events below the level are not written", () => {
  const lines = linesOf({ logFormat: "text", logLevel: "warn" }, (log) => {
    log.debug("a");
    log.info("b");
    log.warn("c");
    log.error("d");
  });
  assert.deepEqual(lines.map((line) => line.split(" ")[1]), ["warn", "error"]);
});
