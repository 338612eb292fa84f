import type { JSX } from "preact";
import { useLocation } from "preact-iso/router";
import { FrontierExplorer } from "../../../charts/frontier_explorer.tsx";
import { Empty } from "../../../components/empty.tsx";
import { Shown } from "../../../components/shown.tsx";
import { useLoaded } from "../../../loaded.ts";
import { startedRunPath } from "../../new/start_of_run.ts";
import { catalogue } from "../catalogue.ts";
import { changedRunPath } from "../run_menu.tsx";
import type { ShownResult } from "../shown_result.ts";

/** The efficient frontier with the methods of the run, and the weights of any point on it. */
export function FrontierTab({ shown: { result, job } }: { readonly shown: ShownResult }): JSX.Element {
  const { route } = useLocation();
  const known = useLoaded(catalogue);
  const { efficient_frontier: frontier } = result;
  if (frontier === null) {
    return (
      <Empty
        title="This run has no frontier"
        action={<a class="button button-primary" href={changedRunPath(job.run_id)}>Ask for one and send again</a>}
      >
        <p>A frontier shows the largest return for each risk, and where the methods lie beside it.</p>
      </Empty>
    );
  }
  return (
    <>
      {frontier.detail === null ? null : (
        <p class="notice">
          <bdi>{frontier.detail}</bdi>
        </p>
      )}
      <Shown loaded={known} phase="Reading the measures">
        {({ measures }) => (
          <FrontierExplorer
            result={result}
            covariance={null}
            measures={measures}
            onUse={({ weights }) => route(startedRunPath(job.run_id, weights))}
          />
        )}
      </Shown>
    </>
  );
}
