import assert from "node:assert/strict";
import fc from "../../../tests/support/fast_check.ts";
import { problemCount } from "../../../tests/support/tier.ts";
import type { ChartDescription } from "./chart_description.ts";
import { drawChart, hasFreeHeight } from "./draw_chart.ts";
import type { Drawing, Shape } from "./drawing.ts";
import { svgOf } from "./svg.ts";
import { textWidth } from "./text_width.ts";

const number = fc.oneof(fc.double(), fc.double({ min: -2, max: 2, noNaN: true }));
const name = fc.oneof(fc.string({ maxLength: 60 }), fc.constantFrom("NSE:RELIANCE", "min_volatility"));
const described = { title: name, subtitle: fc.option(name) };
const axis = fc.record({
  format: fc.constantFrom("number" as const, "percent" as const, "amount" as const),
  label: fc.option(name),
  isLogarithmic: fc.boolean(),
});
const xs = fc.uniqueArray(fc.integer({ min: -20_000, max: 30_000 }), { maxLength: 60 })
  .map((days) => days.sort((a, b) => a - b));

const valuesFor = (count: number) => fc.array(number, { minLength: Math.max(0, count), maxLength: Math.max(0, count) });

const points = xs.chain((days) => fc.tuple(...days.map((x) => number.map((y) => ({ x, y })))));

const charts: fc.Arbitrary<ChartDescription> = fc.oneof(
  fc.record({
    ...described,
    kind: fc.constantFrom("line" as const, "area" as const),
    x: fc.record({ format: fc.constantFrom("date" as const, "number" as const), label: fc.option(name) }),
    y: axis,
    baseline: number,
    series: fc.array(
      fc.record({
        name,
        points,
        isReference: fc.boolean(),
      }),
      { maxLength: 21 },
    ),
  }),
  fc.record({
    ...described,
    kind: fc.constant("panels" as const),
    x: fc.record({ format: fc.constant("date" as const), label: fc.option(name) }),
    y: axis.map(({ format, label }) => ({ format, label })),
    panels: fc.array(fc.record({ name, note: fc.option(name), points }), { maxLength: 12 }),
    reference: fc.option(fc.record({ name, points })),
  }),
  xs.chain((edges) =>
    fc.record({
      ...described,
      kind: fc.constant("stack" as const),
      x: fc.record({ format: fc.constant("date" as const), label: fc.option(name) }),
      y: axis,
      edges: fc.constant(edges),
      series: fc.array(
        fc.record({ name, values: valuesFor(edges.length - 1), isRest: fc.boolean() }),
        { maxLength: 12 },
      ),
    })
  ),
  fc.record({
    ...described,
    kind: fc.constant("bands" as const),
    x: fc.record({ format: fc.constant("number" as const), label: fc.option(name) }),
    y: axis,
    bands: fc.array(
      fc.record({
        name,
        points: xs.chain((days) =>
          fc.tuple(...days.map((x) => fc.tuple(number, number).map(([low, high]) => ({ x, low, high }))))
        ),
      }),
      { maxLength: 5 },
    ),
    lines: fc.array(
      fc.record({
        name,
        role: fc.constantFrom("middle" as const, "example" as const, "reference" as const),
        points,
      }),
      { maxLength: 12 },
    ),
  }),
  fc.array(number, { maxLength: 60 }).map((edges) => edges.sort((a, b) => a - b)).chain((edges) =>
    fc.record({
      ...described,
      kind: fc.constant("histogram" as const),
      x: axis,
      y: axis.map(({ format, label }) => ({ format, label })),
      edges: fc.constant(edges),
      values: valuesFor(edges.length - 1),
      divide: fc.option(fc.record({ at: number, below: name, above: name })),
      markers: fc.array(fc.record({ value: number, label: name, isReference: fc.boolean() }), { maxLength: 12 }),
    })
  ),
  fc.integer({ min: 0, max: 25 }).chain((categories) =>
    fc.record({
      ...described,
      kind: fc.constant("bar" as const),
      arrangement: fc.constantFrom("grouped" as const, "stacked" as const),
      categories: fc.array(name, { minLength: categories, maxLength: categories }),
      value: axis,
      series: fc.array(
        fc.record({
          name,
          values: fc.array(number, { minLength: categories, maxLength: categories }),
          isRest: fc.boolean(),
        }),
        { maxLength: 12 },
      ),
    })
  ),
  fc.record({
    ...described,
    kind: fc.constant("scatter" as const),
    x: axis,
    y: axis,
    series: fc.array(
      fc.record({
        name,
        mark: fc.constantFrom("line" as const, "points" as const, "background points" as const),
        points: fc.array(fc.record({ x: number, y: number, label: fc.option(name) }), { maxLength: 30 }),
      }),
      { maxLength: 22 },
    ),
  }),
  fc.integer({ min: 1, max: 70 }).chain((size) =>
    fc.record({
      ...described,
      kind: fc.constant("heatmap" as const),
      names: fc.array(name, { minLength: size, maxLength: size }),
      values: fc.array(fc.array(number, { minLength: size, maxLength: size }), { minLength: size, maxLength: size }),
    })
  ),
);

Deno.test("the shapes of any chart are finite, lie within its edges and are the same every time", () => {
  fc.assert(
    fc.property(charts, (chart) => {
      const drawing = drawChart(chart);
      for (const shape of drawing.shapes) checkWithin(drawing, shape);
      const svg = svgOf(drawing);
      assert.doesNotMatch(svg.replace(/>[^<]*</g, "><"), /NaN|Infinity|undefined|e[+-]\d/);
      assert.equal(svgOf(drawChart(chart)), svg);
    }),
    { numRuns: problemCount(300, 60) },
  );
});

Deno.test("no point of a scatter lies on the edge of its plane, also where the range ends beside a tick", () => {
  for (const [low, high] of [[0, 1], [0.0197, 0.0467], [2, 3]]) {
    const axis = { format: "number", label: null } as const;
    const points = [low, high].map((at) => ({ x: at, y: at, label: null }));
    const series = [{ name: "Ends", mark: "points" as const, points }];
    const { shapes } = drawChart({ kind: "scatter", title: "", subtitle: null, x: axis, y: axis, series });
    const lines = shapes.flatMap((shape) => shape.shape === "line" ? shape.points : []);
    for (const shape of shapes) {
      if (shape.shape !== "circle" || shape.radius !== 6) continue;
      for (const [i, at] of [shape.x, shape.y].entries()) {
        const along = lines.map((point) => point[i]);
        assert.ok(at > Math.min(...along) + 2 && at < Math.max(...along) - 2, `${low} to ${high}`);
      }
    }
  }
});

Deno.test("no label of a point in a scatter chart covers another", () => {
  const labels = fc.array(
    fc.record({ x: fc.double({ min: 0, max: 1, noNaN: true }), y: fc.double({ min: 0, max: 1, noNaN: true }) }),
    {
      minLength: 2,
      maxLength: 60,
    },
  );
  fc.assert(fc.property(labels, (points) => {
    const plain = { format: "number", label: null } as const;
    const drawing = drawChart({
      kind: "scatter",
      title: "",
      subtitle: null,
      x: plain,
      y: plain,
      series: [{ name: "one", mark: "points", points: points.map((point) => ({ ...point, label: "~label~" })) }],
    });
    const boxes = drawing.shapes.filter((shape) => shape.shape === "text" && shape.text === "~label~").map(boxOf);
    boxes.forEach((a, index) =>
      boxes.slice(index + 1).forEach((b) =>
        assert.ok(a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top)
      )
    );
  }));
});

Deno.test("every point in a crowd has a label that covers no other, with a line to it where needed", () => {
  const axis = { format: "number", label: null } as const;
  const names = Array.from({ length: 20 }, (_, index) => `~method_${index + 10}~`);
  const crowd = names.map((name, index) => ({
    name,
    mark: "points" as const,
    points: [{ x: 0.15 + 1e-4 * index, y: 0.1 + 1e-3 * (index % 3), label: name }],
  }));
  const ends = {
    name: "assets",
    mark: "background points" as const,
    points: [0, 1].map((x) => ({ x, y: x, label: null })),
  };
  const { shapes } = drawChart({
    kind: "scatter",
    title: "",
    subtitle: null,
    x: axis,
    y: axis,
    series: [...crowd, ends],
  });
  const labels = shapes.filter((shape) => shape.shape === "text" && shape.size === 11);
  assert.deepEqual(labels.map((shape) => shape.shape === "text" && shape.text).sort(), names);
  const boxes = labels.map(boxOf);
  boxes.forEach((a, index) =>
    boxes.slice(index + 1).forEach((b) =>
      assert.ok(a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top)
    )
  );
  const leaders = shapes.filter((shape) => shape.shape === "line" && shape.width === 0.75);
  assert.ok(leaders.length > 0 && leaders.length < names.length, "the first stand beside their marks");
});

Deno.test("a chart of free height has the requested height, and any other chart the height of its content", () => {
  const axis = { format: "number", label: null } as const;
  const series = [{ name: "A", points: [{ x: 0, y: 0 }, { x: 1, y: 1 }], isReference: false }];
  const line = { kind: "line", title: "", subtitle: null, x: axis, y: axis, series } as const;
  const bar = {
    kind: "bar",
    arrangement: "stacked",
    title: "",
    subtitle: null,
    categories: ["A"],
    value: axis,
    series: [],
  } as const;
  for (const [chart, isFree] of [[line, true], [HISTOGRAM, true], [bar, false]] as const) {
    assert.equal(hasFreeHeight(chart), isFree);
    const drawing = drawChart(chart, { height: 432 });
    assert.equal(drawing.height, isFree ? 432 : drawChart(chart).height);
    for (const shape of drawing.shapes) checkWithin(drawing, shape);
  }
});

Deno.test("no label of a histogram's marker covers another", () => {
  const values = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 });
  fc.assert(fc.property(values, (places) => {
    const { shapes } = drawChart({
      ...HISTOGRAM,
      markers: places.map((value) => ({ value, label: "~label~", isReference: false })),
    });
    const boxes = shapes.filter((shape) => shape.shape === "text" && shape.text === "~label~").map(boxOf);
    assert.equal(boxes.length, places.length);
    boxes.forEach((a, index) =>
      boxes.slice(index + 1).forEach((b) =>
        assert.ok(a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top)
      )
    );
  }));
});

Deno.test("a histogram's bar across the dividing value is drawn in both colours", () => {
  const bars = drawChart(HISTOGRAM).shapes.flatMap((shape) =>
    shape.shape === "rectangle" && /series|band/.test(shape.paint) && shape.height > 12 ? [shape] : []
  );
  assert.deepEqual(bars.map(({ paint }) => paint), ["series-1", "series-1", "band-3"]);
  const [first, below, above] = bars;
  // The dividing value cuts the second bar of the histogram in half. The tolerance covers the half-pixel gap beside a
  // bar.
  assert.ok(Math.abs(below.width - above.width) < 1e-9 && Math.abs(first.width - 2 * below.width - 0.5) < 1e-9);
});

const HISTOGRAM = {
  kind: "histogram",
  title: "",
  subtitle: null,
  x: { format: "number", label: null },
  y: { format: "percent", label: null },
  edges: [0, 0.5, 1],
  values: [0.4, 0.6],
  divide: { at: 0.75, below: "below", above: "above" },
  markers: [],
} as const satisfies ChartDescription;

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

function checkWithin({ width, height }: Drawing, shape: Shape): void {
  const { left, right, top, bottom } = boxOf(shape);
  for (const value of [left, right, top, bottom, width, height]) {
    assert.ok(Number.isFinite(value), JSON.stringify(shape));
  }
  // Allows shapes to reach one pixel beyond the drawing, because a mark on the edge of the plot area reaches a little
  // beyond it.
  const slack = 1;
  assert.ok(
    left >= -slack && top >= -slack && right <= width + slack && bottom <= height + slack,
    `${JSON.stringify(shape)} in ${width} by ${height}`,
  );
}

function boxOf(shape: Shape): Box {
  switch (shape.shape) {
    case "rectangle":
      return { left: shape.x, right: shape.x + shape.width, top: shape.y, bottom: shape.y + shape.height };
    case "circle":
      return {
        left: shape.x - shape.radius,
        right: shape.x + shape.radius,
        top: shape.y - shape.radius,
        bottom: shape.y + shape.radius,
      };
    case "text":
      return boxOfText(shape);
    default: {
      const [xs, ys] = [0, 1].map((index) => shape.points.map((point) => point[index]));
      return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
    }
  }
}

function boxOfText({ x, y, text, size, anchor, rotation }: Extract<Shape, { shape: "text" }>): Box {
  const width = textWidth(text, size);
  if (rotation === -90) return { left: x - size, right: x, top: y - width, bottom: y };
  const left = anchor === "start" ? x : anchor === "end" ? x - width : x - width / 2;
  return { left, right: left + width, top: y - size * 0.8, bottom: y + size * 0.2 };
}
