import type { ComponentChildren, JSX } from "preact";
import { Waiting } from "../../components/waiting.tsx";
import { Refused } from "../../components/refused.tsx";
import { EndedWithoutResult } from "./ended_without_result.tsx";
import { useFollowedJob } from "./followed_job.ts";
import { InFlight } from "./in_flight.tsx";

export interface JobOfRunProps {
  /** Id of a backtest or a simulation. */
  readonly id: string;
  /** Shows its figures, once it has succeeded. */
  readonly children: () => ComponentChildren;
}

/** A backtest or a simulation of a run: its progress, why it has no figures, or its figures. */
export function JobOfRun({ id, children }: JobOfRunProps): JSX.Element {
  const { value: job, refusal } = useFollowedJob(id);
  if (job === null) return refusal === null ? <Waiting phase="Reading its state" /> : <Refused refusal={refusal} />;
  if (job.status === "succeeded") return <>{children()}</>;
  return ["failed", "cancelled"].includes(job.status) ? <EndedWithoutResult job={job} /> : <InFlight job={job} />;
}
