import type { JSX } from "preact";
import type { Reading } from "./interactive_chart.ts";
import type { ReadersNotation } from "./readers_notation.ts";
import { LegendMark } from "./shape_elements.tsx";

export interface ReadingBoxProps {
  readonly reading: Reading;
  /** How the values are written. */
  readonly notation: ReadersNotation;
  /** Place that the box speaks of, and the size of the chart, in pixels. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Gap in pixels between the place that is pointed at and the box. */
const GAP = 14;

/** A box beside the pointer with all values at a place of a chart, with all their digits. */
export function ReadingBox(
  { reading: { heading, lines }, notation, x, y, width, height }: ReadingBoxProps,
): JSX.Element {
  const isRight = x > width / 2;
  const isLow = y > height / 2;
  return (
    <div
      class="chart-reading"
      aria-hidden="true"
      style={{
        left: isRight ? "auto" : `${x + GAP}px`,
        right: isRight ? `${width - x + GAP}px` : "auto",
        top: isLow ? "auto" : `${Math.max(0, y)}px`,
        bottom: isLow ? `${Math.max(0, height - y)}px` : "auto",
      }}
    >
      {heading === "" ? null : <p class="chart-reading-head">{heading}</p>}
      <table>
        <tbody>
          {lines.map(({ name, values, format, look }) => (
            <tr key={name}>
              <td>{look === null ? null : <LegendMark item={look} />}</td>
              <td>{name}</td>
              <td class="number">{values.map((value) => notation.full(value, format)).join(" – ")}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
