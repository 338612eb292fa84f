import type { JSX } from "preact";

export interface WaitingProps {
  /** What is being done, for example "Reading the runs". */
  readonly phase: string;
  /** Share that is done, from 0 to 1; absent while it is not known. */
  readonly share?: number | null;
}

/** A bar that says what the page waits for. It appears after 300 ms, so that nothing moves for a quick answer. */
export function Waiting({ phase, share = null }: WaitingProps): JSX.Element {
  return (
    <div class="waiting" role="status">
      <span>{phase}</span>
      {share === null ? <progress aria-label={phase} /> : <progress aria-label={phase} value={share} max={1} />}
    </div>
  );
}
