import type { JSX } from "preact";
import { Refused } from "../../components/refused.tsx";
import type { Refusal } from "../../refusal.ts";
import { GONE } from "../../studio/gone.ts";

export interface RefusedOfRunProps {
  readonly refusal: Refusal | null;
  /** Reads again what the service refused; without it there is no button. */
  readonly onRetry?: (() => void) | undefined;
}

/** Why what belongs to a run could not be read, if it could not: the run itself may be gone meanwhile. */
export function RefusedOfRun({ refusal, onRetry }: RefusedOfRunProps): JSX.Element | null {
  if (refusal === null) return null;
  if (refusal.status !== 404) return <Refused refusal={refusal} onRetry={onRetry} />;
  return (
    <div class="notice notice-fault" role="alert">
      <p>This run is not there any more. {GONE}</p>
      <p>
        <a href="/app/runs">Your runs</a>
      </p>
    </div>
  );
}
