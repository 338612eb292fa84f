import assert from "node:assert/strict";
import fc from "../../../tests/support/fast_check.ts";
import { dateScale, dayOf, logarithmicScale, numberScale } from "./ticks.ts";

const labelsOf = ({ ticks }: { ticks: readonly { label: string }[] }): string[] => ticks.map(({ label }) => label);
const finite = fc.double({ min: -1e9, max: 1e9, noNaN: true });

Deno.test("the ticks of a number axis are round, evenly spaced and about as many as requested", () => {
  assert.deepEqual(labelsOf(numberScale({ low: 0, high: 0.98 }, 5, "percent")), [
    "0%",
    "20%",
    "40%",
    "60%",
    "80%",
    "100%",
  ]);
  assert.deepEqual(labelsOf(numberScale({ low: -0.013, high: 0.012 }, 5, "percent")), [
    "-1.5%",
    "-1.0%",
    "-0.5%",
    "0.0%",
    "0.5%",
    "1.0%",
    "1.5%",
  ]);
  assert.deepEqual(labelsOf(numberScale({ low: 0, high: 11_000 }, 4, "number")), ["0", "5,000", "10,000", "15,000"]);
  assert.deepEqual(labelsOf(numberScale({ low: 0, high: 10 }, 4, "number")), ["0.0", "2.5", "5.0", "7.5", "10.0"]);
});

Deno.test("a number scale covers its range, with ascending ticks that reach almost to both of its ends", () => {
  fc.assert(
    fc.property(
      finite,
      finite,
      fc.integer({ min: 1, max: 12 }),
      fc.constantFrom("number", "percent", "amount"),
      (a, b, wanted, format) => {
        const range = { low: Math.min(a, b), high: Math.max(a, b) };
        const { low, high, ticks } = numberScale(range, wanted, format);
        assert.ok(low <= range.low && high >= range.high && low < high);
        assert.ok(ticks.length >= 2 && ticks.length <= wanted + 3, `${ticks.length} ticks`);
        const step = ticks[1].value - ticks[0].value;
        // Allows the first and last tick to lie two tenths of a step inside the range, because a tick rounded to 12
        // digits may lie on either side of the limit of one tenth.
        assert.ok(ticks[0].value >= low && ticks[0].value - low <= 0.2 * step);
        assert.ok(ticks[ticks.length - 1].value <= high && high - ticks[ticks.length - 1].value <= 0.2 * step);
        for (let index = 1; index < ticks.length; index++) assert.ok(ticks[index].value > ticks[index - 1].value);
      },
    ),
  );
});

Deno.test("no two ticks have the same label, where numbers are not far larger than their differences", () => {
  const value = fc.double({ min: -100, max: 100, noNaN: true });
  fc.assert(fc.property(value, fc.double({ min: 1e-3, max: 100, noNaN: true }), (low, width) => {
    const labels = labelsOf(numberScale({ low, high: low + width }, 6, "percent"));
    assert.equal(new Set(labels).size, labels.length, labels.join(" "));
  }));
});

Deno.test("a number scale for a single value or for none is widened to a range", () => {
  for (const range of [{ low: 0, high: 0 }, { low: 3, high: 3 }, { low: Infinity, high: -Infinity }]) {
    const { low, high, ticks } = numberScale(range, 5, "number");
    assert.ok(low < high && ticks.length >= 2);
  }
});

Deno.test("date ticks are first days of years, of months or single days, depending on the length of the range", () => {
  const scale = (from: string, to: string, wanted = 6) =>
    labelsOf(dateScale({ low: dayOf(from), high: dayOf(to) }, wanted));
  assert.deepEqual(scale("2019-06-01", "2024-12-31"), ["2020", "2021", "2022", "2023", "2024"]);
  assert.deepEqual(scale("1990-01-01", "2024-12-31"), ["1990", "2000", "2010", "2020"]);
  assert.deepEqual(scale("2023-01-15", "2024-02-15"), ["Apr 2023", "Jul 2023", "Oct 2023", "Jan 2024"]);
  assert.deepEqual(scale("2024-02-27", "2024-03-03"), [
    "27 Feb 2024",
    "28 Feb 2024",
    "29 Feb 2024",
    "1 Mar 2024",
    "2 Mar 2024",
    "3 Mar 2024",
  ]);
});

Deno.test("ticks at single days are no closer than wanted, so that their labels do not run into one another", () => {
  const day = fc.integer({ min: -40_000, max: 40_000 });
  fc.assert(
    fc.property(day, fc.integer({ min: 1, max: 400 }), fc.integer({ min: 2, max: 20 }), (low, length, wanted) => {
      const { ticks } = dateScale({ low, high: low + length }, wanted);
      const areDays = ticks.some(({ label }) => /^\d+ /.test(label));
      assert.ok(!areDays || ticks.length <= wanted + 1, `${ticks.length} ticks`);
    }),
  );
});

Deno.test("date ticks lie within the scale, ascend and are not much more than requested", () => {
  const day = fc.integer({ min: -40_000, max: 40_000 });
  fc.assert(
    fc.property(day, fc.integer({ min: 0, max: 30_000 }), fc.integer({ min: 2, max: 12 }), (low, length, wanted) => {
      const scale = dateScale({ low, high: low + length }, wanted);
      assert.ok(scale.low <= low && scale.high >= low + length);
      assert.ok(scale.ticks.length <= 2 * wanted + 1, `${scale.ticks.length} ticks`);
      scale.ticks.forEach(({ value }, index) => {
        assert.ok(value >= scale.low && value <= scale.high);
        assert.ok(index === 0 || value > scale.ticks[index - 1].value);
      });
    }),
  );
});

Deno.test("large amounts on an axis are labelled in one unit", () => {
  assert.deepEqual(labelsOf(numberScale({ low: 0, high: 1.2e6 }, 5, "amount")), [
    "0",
    "0.25M",
    "0.50M",
    "0.75M",
    "1.00M",
    "1.25M",
  ]);
  assert.deepEqual(labelsOf(numberScale({ low: 0, high: 40_000 }, 2, "amount")), ["0", "20k", "40k"]);
  assert.deepEqual(labelsOf(numberScale({ low: 0, high: 2 }, 4, "amount")), ["0.0", "0.5", "1.0", "1.5", "2.0"]);
});

Deno.test("the ticks of a logarithmic axis are round numbers", () => {
  const labels = (low: number, high: number, wanted: number): string[] => {
    const scale = logarithmicScale({ low, high }, wanted, "amount");
    assert.ok(scale !== null);
    return labelsOf(scale);
  };
  assert.deepEqual(labels(0.8, 9, 6), ["0.5", "1", "2", "5", "10"]);
  assert.deepEqual(labels(1, 4, 10), ["1", "1.5", "2", "3", "4"]);
  assert.deepEqual(labels(90_000, 2.4e7, 4), ["10k", "100k", "1M", "10M", "100M"]);
});

Deno.test("a logarithmic scale covers its range with ascending ticks, not many more than requested", () => {
  const positive = fc.double({ min: 1e-9, max: 1e12, noNaN: true });
  fc.assert(
    fc.property(positive, fc.double({ min: 2, max: 1e9, noNaN: true }), fc.integer({ min: 1, max: 12 }), (...of) => {
      const [low, ratio, wanted] = of;
      const scale = logarithmicScale({ low, high: low * ratio }, wanted, "number");
      assert.ok(scale !== null && scale.low <= low && scale.high >= low * ratio);
      const values = scale.ticks.map(({ value }) => value);
      assert.ok(values.length >= 2 && values.length <= wanted + 3, `${values.length} ticks`);
      assert.ok(values.every((value, index) => index === 0 || value > values[index - 1]));
      assert.ok(values[0] >= scale.low && values[values.length - 1] <= scale.high);
    }),
  );
});

Deno.test("a range that is not positive, is narrow or is empty has no logarithmic scale", () => {
  for (const [low, high] of [[0, 1], [-1, 5], [1, 1.5], [Infinity, -Infinity], [NaN, 1]]) {
    assert.equal(logarithmicScale({ low, high }, 5, "number"), null);
  }
});
