import assert from "node:assert/strict";
import { pause } from "../src/runtime/pause.ts";
import { accessTokenOf, fakePage, json } from "../tests/support/fake_page.ts";
import { until } from "../tests/support/until.ts";
import { refusalOf } from "./refusal.ts";

const page = fakePage();
const { beginSession } = await import("./session/session.ts");
const { send } = await import("./session/send.ts");
const { loadable } = await import("./loaded.ts");

const staying = new AbortController().signal;

/** Makes a loadable whose readings the test answers one by one. */
function answeredByHand() {
  const readings: { answer(value: string): void; refuse(): void; readonly abort: AbortSignal }[] = [];
  const source = loadable((_key, abort) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    abort.addEventListener("abort", () => reject(abort.reason));
    readings.push({ answer: resolve, refuse: () => reject(refusalOf(503, {})), abort });
    return promise;
  });
  return { source, readings };
}

Deno.test("components that appear together share one reading, which breaks off when all of them have gone", async () => {
  const { source, readings } = answeredByHand(), leaving = [new AbortController(), new AbortController()];
  const joined = leaving.map(({ signal }) => source.join("", signal));
  assert.equal(readings.length, 1);
  leaving[0]?.abort();
  assert.equal(readings[0]?.abort.aborted, false);
  leaving[1]?.abort();
  assert.equal(readings[0]?.abort.aborted, true);
  await Promise.all(joined);
  const again = source.join("", staying);
  readings[1]?.answer("read");
  await again;
  assert.deepEqual(source.known("").value, { value: "read", refusal: null, isWaiting: false });
});

Deno.test("a reading that was sent before a change is not shared with a component that appears after it", async () => {
  const { source, readings } = answeredByHand();
  const before = source.join("", staying);
  page.answer = () => json(200, {});
  await send(new Request("http://console.test/templates", { method: "POST" }));
  const after = source.join("", staying);
  assert.equal(readings.length, 2);
  readings[1]?.answer("new");
  await after;
  readings[0]?.answer("old");
  await before;
  assert.equal(source.known("").value.value, "new");
});

Deno.test("an answer that comes late does not replace a newer one, and a refusal leaves what was read", async () => {
  const { source, readings } = answeredByHand();
  const loads = [source.load(""), source.load("")];
  readings[1]?.answer("newer");
  await loads[1];
  readings[0]?.answer("older");
  await loads[0];
  assert.equal(source.known("").value.value, "newer");
  const third = source.load("");
  readings[2]?.refuse();
  await third;
  const { value, refusal, isWaiting } = source.known("").value;
  assert.deepEqual([value, refusal?.status, isWaiting], ["newer", 503, false]);
});

Deno.test("an answer from before a change in the page does not bring back what was deleted: it is read again", async () => {
  const { source, readings } = answeredByHand();
  const first = source.load("");
  readings[0]?.answer("a, b");
  await first;
  const poll = source.load("");
  source.known("").value = { value: "a", refusal: null, isWaiting: false };
  readings[1]?.answer("a, b");
  while (readings.length < 3) await Promise.resolve();
  assert.equal(source.known("").value.value, "a");
  readings[2]?.answer("a, c");
  await poll;
  assert.equal(source.known("").value.value, "a, c");
});

Deno.test("of what is shown nowhere only the last few are kept, and what is shown is kept", async () => {
  const source = loadable((key) => Promise.resolve(key.repeat(2)));
  await source.load("shown");
  const end = source.known("shown").subscribe(() => undefined);
  for (let index = 0; index < 30; index++) await source.load(`${index}`);
  const isKept = (key: string) => source.known(key).value.value !== null;
  assert.deepEqual(["shown", "29", "25", "0"].map(isKept), [true, true, true, false]);
  end();
});

Deno.test("words that could not be read are read again by themselves while a page shows them", async () => {
  const answers = [refusalOf(503, {}), refusalOf(503, {}), "words", refusalOf(403, {}), "none"];
  let times = 0;
  const source = loadable(() => {
    const next = answers[times++];
    return next instanceof Error ? Promise.reject(next) : Promise.resolve(next ?? "");
  }, { looksAgainMs: 1 });
  await source.load("");
  await pause(20, staying);
  assert.equal(times, 1);
  const end = source.known("").subscribe(() => undefined);
  await source.load("");
  await until(() => source.known("").value.value === "words", "the words are read");
  assert.deepEqual([times, source.known("").value.refusal], [3, null]);
  await source.load("");
  await pause(20, staying);
  assert.deepEqual([times, source.known("").value.refusal?.status], [4, 403]);
  end();
});

Deno.test("where a person leaves, nothing that was read stays", async () => {
  const { source, readings } = answeredByHand();
  beginSession(accessTokenOf("ada"));
  const reading = source.load("");
  readings[0]?.answer("of Ada");
  await reading;
  page.hear({ kind: "signed out" });
  assert.equal(source.known("").value.value, null);
});
