import type { JSX } from "preact";
import type { LegendItem } from "../../src/reports/charts/drawing.ts";
import { LegendMark } from "./shape_elements.tsx";

export interface LegendProps {
  /** What the chart shows, for the name of the legend. */
  readonly title: string;
  readonly items: readonly LegendItem[];
  /** Names of the items that hide and show their series. */
  readonly hideable: readonly string[];
  readonly hidden: ReadonlySet<string>;
  readonly onToggle: (name: string) => void;
}

/** The legend of a chart. Its buttons hide and show a series. */
export function Legend({ title, items, hideable, hidden, onToggle }: LegendProps): JSX.Element | null {
  if (items.length < 2) return null;
  return (
    <ul class="chart-legend" aria-label={`Legend of ${title}`}>
      {items.map((item) => (
        <li key={item.name}>
          {hideable.includes(item.name)
            ? (
              <button
                type="button"
                class="chart-legend-item"
                aria-pressed={!hidden.has(item.name)}
                title={hidden.has(item.name) ? `Show ${item.name}` : `Hide ${item.name}`}
                onClick={() => onToggle(item.name)}
              >
                <LegendMark item={item} />
                <bdi>{item.name}</bdi>
              </button>
            )
            : (
              <span class="chart-legend-item">
                <LegendMark item={item} />
                <bdi>{item.name}</bdi>
              </span>
            )}
        </li>
      ))}
    </ul>
  );
}

/** Returns a set with a name added, or without it where it was in. */
export function toggled(names: ReadonlySet<string>, name: string): ReadonlySet<string> {
  const next = new Set(names);
  if (!next.delete(name)) next.add(name);
  return next;
}
