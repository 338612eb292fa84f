import type { JSX } from "preact";
import { useLocation } from "preact-iso/router";
import { Refused } from "../../components/refused.tsx";
import { Waiting } from "../../components/waiting.tsx";
import { useLoaded } from "../../loaded.ts";
import { catalogue, families } from "./catalogue.ts";
import { FirstScreen } from "./first_screen.tsx";
import type { Job } from "./job_events.ts";
import { methodOfResult } from "./method_of_result.ts";
import { ResultTabs } from "./result_tabs.tsx";
import { runConfig, runResult } from "./run_documents.ts";
import type { ShownResult } from "./shown_result.ts";

/** The result of a run that has succeeded: what to hold, why to believe it, and everything else behind tabs. */
export function ResultView({ job }: { readonly job: Job }): JSX.Element {
  const result = useLoaded(runResult, job.run_id);
  const config = useLoaded(runConfig, job.run_id);
  const known = useLoaded(catalogue);
  const rules = useLoaded(families);
  const { path, query, route } = useLocation();
  const refusal = result.refusal ?? config.refusal;
  const chosen = result.value === null ? null : methodOfResult(result.value, query.method);
  const go = (changed: Readonly<Record<string, string>>): void =>
    route(`${path}?${new URLSearchParams({ ...query, ...changed })}`, true);
  const shown: ShownResult | null = result.value === null || config.value === null || chosen === null ? null : {
    job,
    result: result.value,
    config: config.value,
    method: chosen,
    held: config.value.starting_portfolio ?? null,
    catalogue: known.value,
    families: rules.value?.families ?? [],
    onMethod: (method) => go({ method }),
    onTab: (tab) => go({ tab }),
  };
  return (
    <>
      {refusal === null
        ? null
        : <Refused refusal={refusal} onRetry={() => void Promise.all([result.reload(), config.reload()])} />}
      {shown === null ? refusal === null ? <Waiting phase="Reading the result" /> : null : (
        <>
          <FirstScreen shown={shown} />
          <ResultTabs shown={shown} tab={query.tab ?? null} />
        </>
      )}
    </>
  );
}
