import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { Figure } from "../../components/figure.tsx";
import { Shown } from "../../components/shown.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { moment } from "../../format/moment.ts";
import { useLoaded } from "../../loaded.ts";
import { catalogue } from "../run/catalogue.ts";
import { methodText } from "../run/names.ts";
import { RunLink } from "../runs/run_table.tsx";
import { driftOf, type DriftRow } from "./drift.ts";
import { newestPortfolio, type Portfolio } from "./newest_portfolio.ts";

/** Assets that the overview shows; the page of the run shows all. */
const SHOWN_ASSETS = 10;

/** What is held, what has drifted from the newest weights, and the ways on from there. */
export function HeldNow(): JSX.Element {
  return (
    <section class="card" aria-labelledby="held-title">
      <header class="card-head">
        <h2 id="held-title">What you hold</h2>
        <a class="small" href="/app/new?way=holdings">Tell what you hold now</a>
      </header>
      <Shown loaded={useLoaded(newestPortfolio)} phase="Reading what you hold">
        {(found) =>
          found === null ? <p class="muted">No run has ended with a portfolio yet.</p> : <Holdings portfolio={found} />}
      </Shown>
    </section>
  );
}

function Holdings({ portfolio }: { readonly portfolio: Portfolio }): JSX.Element {
  const { job, method, weights, held } = portfolio;
  const known = useLoaded(catalogue).value;
  const { turnover, rows } = useMemo(() => driftOf(held ?? {}, weights), [held, weights]);
  const shown = held === null ? rows.toSorted((one, other) => Math.abs(other.target) - Math.abs(one.target)) : rows;
  const more = shown.length - SHOWN_ASSETS;
  const page = `/app/runs/${job.run_id}?method=${encodeURIComponent(method.key)}`;
  return (
    <>
      <p>
        {held === null
          ? (
            <>
              You have not said what you hold. These are the weights of your newest portfolio, <RunLink job={job} />,
              {" "}
            </>
          )
          : (
            <>
              <span class="drift">
                <Figure value={turnover} as="percent" />
              </span>{" "}
              of the portfolio is to change hands: what you held, against the weights of <RunLink job={job} />,{" "}
            </>
          )}
        {methodText(method.method, known).name}, {moment(job.created_at)}.
      </p>
      <Table
        caption={held === null ? "Weights of the newest portfolio" : "What you hold and what has drifted"}
        isCaptionHidden
        columns={held === null ? WEIGHTS : DRIFTS}
        rows={shown.slice(0, SHOWN_ASSETS)}
        keyOf={({ asset }) => asset}
      />
      <div class="row">
        {held === null ? null : <a class="button" href={`${page}&tab=orders`}>What to buy and sell</a>}
        <a href={page}>{more > 0 ? `All ${shown.length} assets` : "Open the portfolio"}</a>
      </div>
    </>
  );
}

function columnOf(key: "held" | "target" | "drift", title: string): Column<DriftRow, JSX.Element> {
  return {
    key,
    title,
    isNumber: true,
    value: (row) => row[key],
    show: (row) => <Figure value={row[key]} as="percent" signed={key === "drift"} />,
  };
}

const ASSET: Column<DriftRow, JSX.Element> = {
  key: "asset",
  title: "Asset",
  value: ({ asset }) => asset,
  show: ({ asset }) => <bdi>{asset}</bdi>,
};
const DRIFTS = [ASSET, columnOf("held", "Held"), columnOf("target", "Newest weight"), columnOf("drift", "Drift")];
const WEIGHTS = [ASSET, columnOf("target", "Weight")];
