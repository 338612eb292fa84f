import assert from "node:assert/strict";
import { stretchesOf } from "./stretches.ts";

/** Every third day of three years, from 2021 to 2023. */
const DATES = Array.from(
  { length: 365 },
  (_, row) => new Date(Date.UTC(2021, 0, 1 + 3 * row)).toISOString().slice(0, 10),
);
const HISTORY = { dates: DATES, drawdown: null, of: "NIFTY50", trainWindow: 100 };

Deno.test("the stretches of a history are its last years and its calendar years, each after enough days to learn from", () => {
  assert.deepEqual(stretchesOf(HISTORY), [
    { name: "The last year", start: "2022-12-31", end: "2023-12-29" },
    { name: "2023", start: "2023-01-03", end: "2023-12-29" },
    { name: "2022", start: "2022-01-02", end: "2022-12-31" },
    { name: "2021", start: "2021-10-28", end: "2021-12-30" },
  ]);
  assert.deepEqual(stretchesOf({ ...HISTORY, trainWindow: 365 }), []);
  assert.deepEqual(stretchesOf({ ...HISTORY, dates: [] }), []);
});

Deno.test("the deepest fall goes from its high to the day on which it was made good, or to the end of the history", () => {
  const falling = (healedAt: number) => DATES.map((_, day) => day > 150 && day < healedAt ? (day - 150) / 1_000 : 0);
  const fall = (healedAt: number) => stretchesOf({ ...HISTORY, drawdown: falling(healedAt) })[0];
  assert.deepEqual(fall(200), { name: "The deepest fall of NIFTY50", start: DATES[150], end: DATES[200] });
  assert.equal(fall(400)?.end, DATES.at(-1));
  assert.equal(stretchesOf({ ...HISTORY, drawdown: DATES.map(() => 0) })[0]?.name, "The last year");
});

Deno.test("the deepest fall is looked for only where a backtest has days before it to learn from, and says so", () => {
  const falling = DATES.map((_, day) => {
    if (day > 40 && day < 130) return day < 70 ? 0.3 : 0.3 * (130 - day) / 60;
    return day > 200 && day < 220 ? 0.1 : 0;
  });
  const [fall] = stretchesOf({ ...HISTORY, drawdown: falling });
  assert.deepEqual(fall, {
    name: "The deepest fall of NIFTY50 after its first year",
    start: DATES[200],
    end: DATES[220],
  });
});
