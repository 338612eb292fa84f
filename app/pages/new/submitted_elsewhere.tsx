import type { JSX } from "preact";
import { Button } from "../../components/button.tsx";

export interface SubmittedElsewhereProps {
  /** Id of the run. */
  readonly runId: string;
  readonly isRunning: boolean;
  readonly onOnceMore: () => void;
}

/** Where to go with a form whose run was submitted in another tab: to the run, or on to another one like it. */
export function SubmittedElsewhere({ runId, isRunning, onOnceMore }: SubmittedElsewhereProps): JSX.Element {
  return (
    <div class="row">
      <a class="button button-plain" href={`/app/runs/${encodeURIComponent(runId)}`}>Open the run</a>
      <Button isRunning={isRunning} onClick={onOnceMore}>Submit it once more</Button>
    </div>
  );
}
