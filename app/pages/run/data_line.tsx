import type { JSX } from "preact";
import { Button } from "../../components/button.tsx";
import { count } from "../../format/count.ts";
import { counted } from "../../format/counted.ts";
import { day } from "../../format/day.ts";
import type { ShownResult } from "./shown_result.ts";

/** One line on the data behind a result: its dates, and what cleaning found, with a button that shows all of it. */
export function DataLine(
  { shown: { result: { data, estimates }, onTab } }: { readonly shown: ShownResult },
): JSX.Element {
  const found = data === null ? [] : findings(data);
  return (
    <p class="data-line muted small">
      <span>
        {data?.start_date && data.end_date
          ? `${counted(data.assets, "asset")}, ${count(data.observations)} ${data.frequency} returns from ${
            day(data.start_date)
          } to ${day(data.end_date)}`
          : `${counted(estimates.covariance.assets.length, "asset")}, by estimates without dates`}
        {found.length === 0 ? ". Cleaning changed nothing." : `. Cleaning found: ${found.join(", ")}.`}
      </span>{" "}
      <Button kind="quiet" label="Show the data notes" onClick={() => onTab("data")}>Show</Button>
    </p>
  );
}

type Data = NonNullable<ShownResult["result"]["data"]>;

function findings({ dropped, filled, constant, jumps, doubts }: Data): readonly string[] {
  const filledDays = filled.reduce((sum, { days }) => sum + days, 0);
  return [
    [dropped.length, "removal", "removals"],
    [filledDays, "filled day", "filled days"],
    [constant.length, "price that never moves", "prices that never move"],
    [jumps.length, "jump", "jumps"],
    [doubts.length, "doubt", "doubts"],
  ].flatMap(([number, one, many]) => number === 0 ? [] : [`${count(Number(number))} ${number === 1 ? one : many}`]);
}
