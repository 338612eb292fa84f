import type { Shape } from "./drawing.ts";
import type { DrawnSeries } from "./drawn_series.ts";
import type { Plane } from "./plane.ts";
import { fittedNames, textWidth } from "./text_width.ts";

const TEXT_SIZE = 11;
const WIDTH_AT_MOST = 150;
const ASCENT = 9;
const DESCENT = 3;
/** Distance in pixels between the small boxes along a chart's line, which keep labels off the line. */
const LINE_STEP = 6;
/**
 * Horizontal distances in pixels at which a label of a chart may stand from its mark, joined by a leader line, and the
 * number of rows above or below the mark.
 */
const LEADER_WIDTHS = [28, 52, 80, 120] as const;
const LEADER_ROWS = 14;
const ROW_HEIGHT = 14;
/** Gaps in pixels between a mark of a chart and its leader line, and between the leader line and the label. */
const MARK_REACH = 7;
const LEADER_GAP = 3;

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/**
 * Places the labels of points beside them where they cover no point, line or other label. A label of a marked point
 * without room beside it moves farther away and gets a leader line; a label that fits nowhere is left out.
 */
export function placeLabels(series: readonly DrawnSeries[], surface: Plane): readonly Shape[] {
  const taken: Box[] = series.flatMap((one) => boxesOf(one, surface));
  const marks = series.filter(({ kind }) => kind === "points").flatMap((one) => boxesOf(one, surface));
  return labelsOf(series, surface).flatMap(({ isMarked, text, x, y }): readonly Shape[] => {
    const at = { x, y, reach: isMarked ? 9 : 6 };
    const width = textWidth(text, TEXT_SIZE);
    const beside = placesAround(at, width).find(({ box }) => isFree(box, taken, surface));
    const place = beside ?? (isMarked ? ledPlace(at, width, { taken, marks, surface }) : undefined);
    if (place === undefined) return [];
    const { leader = [] } = place;
    taken.push(place.box, ...boxesAlong(leader));
    marks.push(place.box);
    const paint = isMarked ? "ink" : "muted";
    return [
      ...leader.length === 0 ? [] : [{ shape: "line", points: leader, paint: "muted", width: 0.75 } as const],
      { shape: "text", x: place.x, y: place.y, text, size: TEXT_SIZE, anchor: place.anchor, paint },
    ];
  });
}

interface Label {
  readonly isMarked: boolean;
  readonly text: string;
  /** Position of the mark of a chart that a label names, in pixels. */
  readonly x: number;
  readonly y: number;
}

/** Returns the labels of a chart to place, shortened to fit, those of marked points first. */
function labelsOf(series: readonly DrawnSeries[], surface: Plane): readonly Label[] {
  const important = series.filter(({ hasLabels }) => hasLabels).sort((a, b) =>
    Number(b.kind === "points") - Number(a.kind === "points")
  );
  const names = [...new Set(important.flatMap(({ points }) => points.flatMap(({ label }) => label ?? [])))];
  const shown = fittedNames(names, TEXT_SIZE, WIDTH_AT_MOST);
  const texts = new Map(names.map((name, index) => [name, shown[index]]));
  return important.flatMap(({ points, kind }) =>
    points.flatMap(({ x, y, label }) => {
      const text = label === null ? undefined : texts.get(label);
      return text === undefined ? [] : [{ isMarked: kind === "points", text, x: surface.x(x), y: surface.y(y) }];
    })
  );
}

type Corner = readonly [x: number, y: number];

interface Place {
  readonly x: number;
  readonly y: number;
  readonly anchor: "start" | "middle" | "end";
  readonly box: Box;
  /** Leader line from the mark to the label; absent where the label stands beside the mark. */
  readonly leader?: readonly Corner[];
}

/** Returns possible places for a label around its mark (beside, above, below and at the corners), best first. */
function placesAround({ x, y, reach }: { x: number; y: number; reach: number }, width: number): readonly Place[] {
  const near = reach * 0.7;
  const place = (anchor: Place["anchor"], atX: number, baseline: number): Place =>
    placeAt(anchor, { x: atX, y: baseline, width });
  return [
    place("start", x + reach, y + 4),
    place("end", x - reach, y + 4),
    place("middle", x, y - reach),
    place("middle", x, y + reach + ASCENT),
    place("start", x + near, y - near),
    place("start", x + near, y + near + ASCENT),
    place("end", x - near, y - near),
    place("end", x - near, y + near + ASCENT),
  ];
}

function placeAt(anchor: Place["anchor"], { x, y, width }: { x: number; y: number; width: number }): Place {
  const left = anchor === "start" ? x : anchor === "end" ? x - width : x - width / 2;
  return { x, y, anchor, box: { left, right: left + width, top: y - ASCENT, bottom: y + DESCENT } };
}

interface Surroundings {
  readonly taken: readonly Box[];
  /** Boxes of the marks and labels of a chart, which no leader line may cross. */
  readonly marks: readonly Box[];
  readonly surface: Plane;
}

/**
 * Finds the nearest free place for a label away from its mark, such that its leader line crosses no other mark or
 * label.
 */
function ledPlace(
  { x, y }: { readonly x: number; readonly y: number },
  width: number,
  { taken, marks, surface }: Surroundings,
): Place | undefined {
  const others = marks.filter((mark) => !holds(mark, [x, y]));
  return placesLedTo({ x, y }, width).find(({ box, leader = [] }) =>
    isFree(box, taken, surface) &&
    boxesAlong(leader).every((along) => others.every((other) => !overlap(along, other)))
  );
}

/**
 * Returns possible places for a label with a leader line, in rows on both sides, shortest line first. Lines to the rows
 * of one column never cross the labels in it.
 */
function placesLedTo({ x, y }: { readonly x: number; readonly y: number }, width: number): readonly Place[] {
  const ends = LEADER_WIDTHS.flatMap((across) =>
    Array.from({ length: 2 * LEADER_ROWS + 1 }, (_, row) => [across, (row - LEADER_ROWS) * ROW_HEIGHT] as const)
  );
  return ends.sort((a, b) => Math.hypot(...a) - Math.hypot(...b)).flatMap(([across, down]) =>
    [1, -1].map((side): Place => {
      const length = Math.hypot(across, down), end: Corner = [x + side * across, y + down];
      const start: Corner = [x + side * across * MARK_REACH / length, y + down * MARK_REACH / length];
      const place = placeAt(side > 0 ? "start" : "end", { x: end[0] + side * LEADER_GAP, y: end[1] + 4, width });
      return { ...place, leader: [start, end] };
    })
  );
}

function isFree(box: Box, taken: readonly Box[], surface: Plane): boolean {
  return box.left >= surface.left && box.right <= surface.right + 12 &&
    box.top >= surface.top - 4 && box.bottom <= surface.bottom &&
    taken.every((other) => !overlap(box, other));
}

function overlap(a: Box, b: Box): boolean {
  return a.right >= b.left && a.left <= b.right && a.bottom >= b.top && a.top <= b.bottom;
}

function holds({ left, right, top, bottom }: Box, [x, y]: Corner): boolean {
  return x >= left && x <= right && y >= top && y <= bottom;
}

function boxesOf({ points, kind }: DrawnSeries, surface: Plane): readonly Box[] {
  const places = points.map(({ x, y }) => ({ x: surface.x(x), y: surface.y(y) }));
  if (kind !== "line") return places.map((place) => boxAround(place, kind === "points" ? 6 : 3));
  return boxesAlong(places.map(({ x, y }) => [x, y]));
}

/** Returns small boxes every few pixels along a line of a chart, which keep labels off the line. */
function boxesAlong(corners: readonly Corner[]): readonly Box[] {
  return corners.slice(1).flatMap(([toX, toY], index) => {
    const [fromX, fromY] = corners[index];
    const steps = Math.max(1, Math.ceil(Math.hypot(toX - fromX, toY - fromY) / LINE_STEP));
    return Array.from({ length: steps + 1 }, (_, step) => {
      const share = step / steps;
      return boxAround({ x: fromX + (toX - fromX) * share, y: fromY + (toY - fromY) * share }, 1);
    });
  });
}

function boxAround({ x, y }: { x: number; y: number }, reach: number): Box {
  return { left: x - reach, right: x + reach, top: y - reach, bottom: y + reach };
}
