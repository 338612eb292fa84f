import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { useAction } from "../../action.ts";
import { periodsPerYear } from "../../../src/domain/frequency.ts";
import { answered, api } from "../../api.ts";
import { attemptHeaders } from "../../attempt_key.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Refused } from "../../components/refused.tsx";
import { day } from "../../format/day.ts";
import { frequencyOf } from "./frequency_of.ts";
import { backtestsOfRun } from "./jobs_of_run.ts";
import type { ShownResult } from "./shown_result.ts";
import { type Stretch, stretchesOf } from "./stretches.ts";

/** A button that asks how the methods would have done in a stretch of the history, and begins that backtest. */
export function StretchButton({ shown }: { readonly shown: ShownResult }): JSX.Element | null {
  const isOpen = useSignal(false);
  // What is sent again after an answer was lost is no second backtest, also where the dialog was closed meanwhile.
  const mark = useSignal(crypto.randomUUID());
  if (shown.result.curves === null) return null;
  return (
    <>
      <Button onClick={() => isOpen.value = true}>What if it were …</Button>
      <Dialog title="What if it were …" isOpen={isOpen.value} onClose={() => isOpen.value = false}>
        <Stretches
          shown={shown}
          mark={mark.value}
          onSent={() => mark.value = crypto.randomUUID()}
          onClose={() => isOpen.value = false}
        />
      </Dialog>
    </>
  );
}

interface StretchesProps {
  readonly shown: ShownResult;
  /** A text that is the same until a backtest is accepted. */
  readonly mark: string;
  readonly onSent: () => void;
  readonly onClose: () => void;
}

function Stretches({ shown, mark, onSent, onClose }: StretchesProps): JSX.Element {
  const stretches = useMemo(() => stretchesIn(shown), [shown.result, shown.method]);
  const sending = useAction(async ({ name, start, end }: Stretch) => {
    const path = { run_id: shown.job.run_id };
    const body = { name, start_date: start, end_date: end, train_window: trainWindowOf(shown) };
    const headers = await attemptHeaders(mark, body);
    await answered(api.POST("/runs/{run_id}/backtest", { params: { path }, body, headers }));
    onSent();
    // The newest backtest is the one that the tab shows.
    await backtestsOfRun.load(shown.job.run_id);
    onClose();
    shown.onTab("backtest");
  });
  if (stretches.length === 0) {
    return <p>The history of this run is too short: a backtest learns from a year before its first day.</p>;
  }
  return (
    <>
      <p class="muted">
        The methods of this run find their weights on the days before, again and again, and earn the days of the
        stretch.
      </p>
      {sending.refusal === null ? null : <Refused refusal={sending.refusal} />}
      <ul class="stretches">
        {stretches.map((stretch) => (
          <li key={stretch.name}>
            <Button isRunning={sending.isRunning} onClick={() => void sending.run(stretch)}>
              <strong>
                <bdi>{stretch.name}</bdi>
              </strong>
              <span class="muted small">{day(stretch.start)} to {day(stretch.end)}</span>
            </Button>
          </li>
        ))}
      </ul>
      <Button
        kind="quiet"
        onClick={() => {
          onClose();
          shown.onTab("backtest");
        }}
      >
        Other days: by "Run a backtest"
      </Button>
    </>
  );
}

/** Returns the stretches of a run. The deepest fall is that of the benchmark, or of the chosen method without one. */
function stretchesIn(shown: ShownResult): readonly Stretch[] {
  const { result: { curves, benchmark }, method } = shown;
  if (curves === null) return [];
  const curve = curves.benchmark ?? curves.methods[method.key];
  return stretchesOf({
    dates: curves.dates,
    drawdown: curve?.drawdown ?? null,
    of: curves.benchmark === null ? method.key : benchmark?.id ?? "the benchmark",
    trainWindow: trainWindowOf(shown),
  });
}

/**
 * Returns the number of returns in a year, of which a backtest learns before each rebalance. Where a result does not
 * tell it, as one that an earlier version stored, it is the usual number.
 */
function trainWindowOf({ result: { data } }: ShownResult): number {
  const perYear = data?.periods_per_year ?? periodsPerYear(frequencyOf(data?.frequency));
  return Math.max(FEWEST_RETURNS, Math.ceil(perYear));
}

/** A backtest takes no fewer: a variance needs two returns. */
const FEWEST_RETURNS = 2;
