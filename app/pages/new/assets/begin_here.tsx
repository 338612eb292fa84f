import type { JSX } from "preact";
import { useAction } from "../../../action.ts";
import { Button } from "../../../components/button.tsx";
import { Empty } from "../../../components/empty.tsx";
import { Refused } from "../../../components/refused.tsx";
import { useComposer } from "../composer.ts";
import { useRunDraft } from "../draft_of_run.ts";
import { sampleRun } from "../sample_run.ts";
import { indianShares } from "./find_assets.ts";

export interface BeginHereProps {
  readonly onOpenHoldings: () => void;
}

/** What stands in place of the assets while there are none: the ways to begin, and a sample one click away. */
export function BeginHere({ onOpenHoldings }: BeginHereProps): JSX.Element {
  const { catalogue } = useComposer();
  const draft = useRunDraft();
  const sample = useAction(async () => {
    const shares = await indianShares(new AbortController().signal);
    draft.value.value = sampleRun(shares, { catalogue, before: draft.value.value });
  });
  return (
    <Empty
      title="What is the run about?"
      action={
        <>
          <Button onClick={onOpenHoldings}>Start from my holdings</Button>
          <Button isRunning={sample.isRunning} onClick={() => void sample.run()}>Try a sample portfolio</Button>
        </>
      }
    >
      <p>Search for assets above, paste a list of names, or choose a file of prices of your own.</p>
      {sample.refusal === null ? null : <Refused refusal={sample.refusal} />}
    </Empty>
  );
}
