import type { ComponentChildren, JSX } from "preact";
import type { Loaded } from "../loaded.ts";
import { Refused } from "./refused.tsx";
import { Waiting } from "./waiting.tsx";

export interface ShownProps<Value> {
  readonly loaded: Loaded<Value>;
  /** What is being read, for example "Reading the runs". */
  readonly phase: string;
  readonly children: (value: Value) => ComponentChildren;
}

/**
 * Shows what was read from the service: a bar while there is nothing yet, the reason where it was refused, and
 * otherwise the newest answer, with the reason above it where a later reading failed.
 */
export function Shown<Value>({ loaded, phase, children }: ShownProps<Value>): JSX.Element {
  const { value, refusal, isWaiting, reload } = loaded;
  return (
    <>
      {refusal === null ? null : <Refused refusal={refusal} onRetry={() => void reload()} />}
      {value === null && isWaiting ? <Waiting phase={phase} /> : null}
      {value === null ? null : children(value)}
    </>
  );
}
