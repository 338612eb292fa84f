import assert from "node:assert/strict";
import { bytes } from "./bytes.ts";
import { count } from "./count.ts";
import { counted } from "./counted.ts";
import { day } from "./day.ts";
import { moment } from "./moment.ts";
import { money } from "./money.ts";
import { percent } from "./percent.ts";
import { ratio } from "./ratio.ts";
import { told } from "./told.ts";

Deno.test("rupees are written in lakhs and crores for who reads English, and other money as the locale has it", () => {
  assert.equal(money(1_234_567, "INR", ["en-US"]), "₹12,34,567");
  assert.equal(money(1_234_567, "INR", ["en-IN"]), "₹12,34,567");
  assert.equal(money(1_234_567.5, "INR", ["en-GB"]), "₹12,34,567.50");
  assert.equal(money(1_234_567, "USD", ["en-US"]), "$1,234,567");
  assert.equal(money(1_234.5, "EUR", ["de-DE"]), "1.234,50\u00a0€");
});

Deno.test("a percentage and a ratio have two decimals, and only a negative number or a wanted sign has a sign", () => {
  assert.equal(percent(0.0833, { locales: ["en"] }), "8.33%");
  assert.equal(percent(-0.5, { locales: ["en"] }), "-50.00%");
  assert.equal(percent(0.5, { locales: ["en"], signed: true }), "+50.00%");
  assert.equal(percent(-0.000001, { locales: ["en"] }), "0.00%");
  assert.equal(percent(0.5, { locales: ["de"] }), "50,00\u00a0%");
  assert.equal(ratio(1.5, ["en"]), "1.50");
});

Deno.test("a calendar day is the same in every time zone, and a point in time is told in that of the reader", () => {
  assert.equal(day("2024-12-31", ["en-GB"]), "31 Dec 2024");
  assert.equal(
    moment("2024-12-31T20:00:00Z", { locales: ["en-GB"], timeZone: "Asia/Kolkata" }),
    "1 Jan 2025, 01:30",
  );
});

Deno.test("sizes and counts are written in the units and groups of the reader", () => {
  assert.equal(bytes(0, ["en"]), "0 bytes");
  assert.equal(bytes(1_500_000, ["en"]), "1.5 MB");
  assert.equal(count(12_345, ["en"]), "12,345");
  assert.deepEqual([0, 1, 2].map((number) => counted(number, "row", ["en"])), ["0 rows", "1 row", "2 rows"]);
});

Deno.test("a name within a sentence does not turn the rest of the sentence around", () => {
  assert.equal(told('"\u202eABC" moves by 5 %'), '"ABC" moves by 5 %');
  assert.equal(told('"שלום עולם" moves by 5 %'), '"\u2068שלום עולם\u2069" moves by 5 %');
});

Deno.test("of a long text that a sentence quotes, the sentence has the beginning", () => {
  const long = "😀".repeat(10_000);
  assert.equal(told(`Cannot read "${long}" as "a number"`), `Cannot read "${"😀".repeat(79)}…" as "a number"`);
  assert.equal(told(`"${"a".repeat(80)}" stays`), `"${"a".repeat(80)}" stays`);
  assert.equal(told(`"a\\"${"b".repeat(100)}" is one text`), `"a\\"${"b".repeat(76)}…" is one text`);
  const words = ` is${" very".repeat(40)} long, and so is `;
  assert.equal(told(`"A"${words}"B"`), `"A"${words}"B"`);
});
