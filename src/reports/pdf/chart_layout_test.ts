import assert from "node:assert/strict";
import type { ChartDescription, LineChart, PanelChart } from "../charts/chart_description.ts";
import { CHART_GAP, layOutCharts, layOutOnePage, leastHeightOf, type PlacedChart } from "./chart_layout.ts";

const PAGE = { width: 480, height: 700 };
const AXIS = { format: "number", label: null } as const;
const POINTS = [{ x: 0, y: 0 }, { x: 1, y: 1 }];

/** Line chart for the tests of the page layout. Its height is free; on a page it is preferably 270 points high. */
const LINE: LineChart = {
  kind: "line",
  title: "Line",
  subtitle: null,
  x: AXIS,
  y: AXIS,
  series: [{ name: "A", points: POINTS, isReference: false }],
};

/** Test helper. Returns a chart of the given number of panels; each panel adds 60 points of height. */
function panels(count: number): PanelChart {
  const panels = Array.from({ length: count }, (_, index) => ({ name: `${index}`, note: null, points: POINTS }));
  return { kind: "panels", title: "Panels", subtitle: null, x: AXIS, y: AXIS, panels, reference: null };
}

const heightOf = (page: readonly PlacedChart[]): number =>
  page.reduce((sum, { drawing, scale }) => sum + drawing.height * scale + CHART_GAP, 0);

const layOut = (
  charts: readonly ChartDescription[],
  left: number = PAGE.height,
  below = 0,
): readonly (readonly PlacedChart[])[] => layOutCharts(charts, { ...PAGE, left, below });

Deno.test("charts of free height fill every page but the last", () => {
  for (
    const charts of [Array(7).fill(LINE), [LINE, panels(4), LINE, LINE, LINE, panels(3)], Array(5).fill(panels(8))]
  ) {
    const pages = layOut(charts);
    assert.equal(pages.flat().length, charts.length);
    for (const page of pages) assert.ok(page.length > 0 && heightOf(page) <= PAGE.height);
    for (const page of pages.slice(0, -1)) {
      const isFree = page.some(({ drawing }) => drawing.title === "Line");
      if (isFree) assert.ok(heightOf(page) > 0.95 * PAGE.height, `${heightOf(page)}`);
    }
  }
});

Deno.test("charts have their preferred height where a page has room for it", () => {
  const [page] = layOut([LINE, LINE]);
  assert.deepEqual(page.map(({ drawing, scale }) => [drawing.height, scale]), [[540, 0.5], [540, 0.5]]);
});

Deno.test("charts shrink to leave room for the content below them, and fill the page where it cannot fit", () => {
  const [page] = layOut([LINE, LINE], PAGE.height, 200);
  assert.ok(Math.abs(heightOf(page) - 500) <= 2, `${heightOf(page)}`);
  const [full] = layOut([LINE, LINE], PAGE.height, 300);
  assert.ok(heightOf(full) > 0.97 * PAGE.height, `${heightOf(full)}`);
});

Deno.test("the first page takes the charts that fit into its remaining height, or none", () => {
  assert.deepEqual(layOut([LINE, LINE], 300).map(({ length }) => length), [1, 1]);
  assert.deepEqual(layOut([LINE, LINE], 100).map(({ length }) => length), [0, 2]);
  assert.equal(leastHeightOf(LINE, PAGE), 0.8 * 270 + CHART_GAP);
  assert.deepEqual(layOut([LINE], 0.8 * 270 + CHART_GAP).map(({ length }) => length), [1]);
});

Deno.test("all charts of a one-page layout fit on the page, however many there are", () => {
  for (const charts of [[], [LINE], [LINE, panels(2), LINE], [panels(8), panels(8), LINE], Array(12).fill(LINE)]) {
    const page = layOutOnePage(charts, { width: PAGE.width, left: 600 });
    assert.equal(page.length, charts.length);
    assert.ok(heightOf(page) <= 600, `${heightOf(page)}`);
  }
});
