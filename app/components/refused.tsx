import type { JSX } from "preact";
import { told } from "../format/told.ts";
import type { Refusal } from "../refusal.ts";
import { Button } from "./button.tsx";

export interface RefusedProps {
  readonly refusal: Refusal;
  /** Tries again; without it there is no button. */
  readonly onRetry?: (() => void) | undefined;
}

/** What a page shows where the service refused to answer: why, with each fault, and a button that tries again. */
export function Refused({ refusal, onRetry }: RefusedProps): JSX.Element {
  // One fault is the sentence itself.
  const faults = refusal.faults.filter(({ detail }) => detail !== refusal.message);
  return (
    <div class="notice notice-fault" role="alert">
      <p>{told(refusal.message)}</p>
      {faults.length === 0 ? null : <ul>{faults.map(({ detail }) => <li key={detail}>{told(detail)}</li>)}</ul>}
      {onRetry === undefined ? null : (
        <div class="row">
          <Button onClick={onRetry}>Try again</Button>
        </div>
      )}
    </div>
  );
}
