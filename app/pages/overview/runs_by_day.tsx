import type { JSX } from "preact";
import { day } from "../../format/day.ts";
import type { Dashboard } from "./dashboard.ts";

/** Width of a day and of its bar, and height of the tallest bar, in units of the picture. */
const DAY = 8, BAR = 6, HEIGHT = 40;

/** The runs of the last days as small bars. Their sum is told in words, too. */
export function RunsByDay({ days }: { readonly days: Dashboard["runs"]["last_30_days"] }): JSX.Element {
  const most = Math.max(1, ...days.map(({ runs }) => runs));
  const sum = days.reduce((total, { runs }) => total + runs, 0);
  const said = `${sum} ${sum === 1 ? "run" : "runs"} in the last ${days.length} days`;
  return (
    <figure class="runs-by-day">
      <svg viewBox={`0 0 ${days.length * DAY} ${HEIGHT}`} role="img" aria-label={`${said}, a bar a day`}>
        {days.map(({ date, runs }, index) => {
          const height = runs === 0 ? 1 : Math.max(3, (runs / most) * HEIGHT);
          return (
            <rect
              key={date}
              class={runs === 0 ? "day-none" : "day-some"}
              x={index * DAY}
              y={HEIGHT - height}
              width={BAR}
              height={height}
            >
              <title>{`${day(date)}: ${runs}`}</title>
            </rect>
          );
        })}
      </svg>
      <figcaption class="muted small">{said}</figcaption>
    </figure>
  );
}
