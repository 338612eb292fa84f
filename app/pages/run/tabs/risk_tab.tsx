import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { CorrelationMap } from "../../../charts/correlation_map.tsx";
import { RiskBars } from "../../../charts/risk_bars.tsx";
import { WhenSeen } from "../../../charts/when_seen.tsx";
import { Button } from "../../../components/button.tsx";
import { Shown } from "../../../components/shown.tsx";
import { bytes } from "../../../format/bytes.ts";
import { useLoaded } from "../../../loaded.ts";
import { covarianceRows } from "../covariance_rows.ts";
import type { ShownResult } from "../shown_result.ts";

/** What each asset adds to the risk of the chosen method, and how the assets move together. */
export function RiskTab({ shown: { result, method, job } }: { readonly shown: ShownResult }): JSX.Element {
  const { covariance } = result.estimates;
  // The chart gives a method the colour of its place, so that the others stay in the list, without their shares.
  const methods = useMemo(
    () => result.methods.map((one) => one.key === method.key ? one : { ...one, risk_contributions: null }),
    [result, method],
  );
  return (
    <>
      {method.risk_contributions === null
        ? <p class="muted">This method has no risk that its assets could share.</p>
        : <RiskBars key={method.key} methods={methods} />}
      {covariance.matrix === null ? <CorrelationOfFile id={job.run_id} shown={result} /> : (
        <WhenSeen height={600}>
          {() => <CorrelationMap covariance={covariance} rows={null} methods={result.methods} />}
        </WhenSeen>
      )}
    </>
  );
}

/** Bytes of a number in the file of the covariance matrix. */
const BYTES_EACH = 8;

/** The correlations of a run whose matrix is in a file of its own, which is read when it is asked for. */
function CorrelationOfFile(
  { id, shown }: { readonly id: string; readonly shown: ShownResult["result"] },
): JSX.Element {
  const isWanted = useSignal(false);
  const { covariance } = shown.estimates;
  if (isWanted.value) return <ReadCorrelation id={id} shown={shown} />;
  return (
    <p class="row">
      <Button onClick={() => isWanted.value = true}>Show the correlations</Button>
      <span class="muted small">
        The matrix of {covariance.assets.length} assets is a file of{" "}
        {bytes(BYTES_EACH * covariance.assets.length ** 2)}.
      </span>
    </p>
  );
}

function ReadCorrelation({ id, shown }: { readonly id: string; readonly shown: ShownResult["result"] }): JSX.Element {
  const loaded = useLoaded(covarianceRows, id);
  return (
    <Shown loaded={loaded} phase="Reading the covariance matrix">
      {(rows) => <CorrelationMap covariance={shown.estimates.covariance} rows={rows} methods={shown.methods} />}
    </Shown>
  );
}
