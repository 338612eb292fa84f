import type { JSX } from "preact";
import { type Column, Table } from "../../../components/table.tsx";
import { count } from "../../../format/count.ts";
import { counted } from "../../../format/counted.ts";
import { day } from "../../../format/day.ts";
import { percent } from "../../../format/percent.ts";
import { wordsOf } from "../../../format/words_of.ts";
import { Defined } from "../../../help/defined.tsx";
import { historyLimit } from "../history_limit.ts";
import type { ShownResult } from "../shown_result.ts";

type Data = NonNullable<ShownResult["result"]["data"]>;
type Dropped = Data["dropped"][number];
type Filled = Data["filled"][number];
type Jump = Data["jumps"][number];

/** What is known of the data behind a result: its dates and sources, what cleaning found, and what to doubt. */
export function DataTab({ shown: { result } }: { readonly shown: ShownResult }): JSX.Element {
  const { data } = result;
  if (data === null) return <p class="muted">The run was computed from estimates that came with the request.</p>;
  const { dropped, filled, jumps, constant, doubts } = data;
  return (
    <div class="stack">
      <Facts data={data} />
      {doubts.length === 0 ? null : (
        <section>
          <h2>What to look at</h2>
          <ul class="doubts">
            {doubts.map(({ code, severity, detail }) => (
              <li key={detail} class={`doubt doubt-${severity}`}>
                <span class="doubt-kind">
                  <Defined kind="doubt" id={code}>{SEVERITIES[severity]}</Defined>
                </span>{" "}
                <bdi>{detail}</bdi>
              </li>
            ))}
          </ul>
        </section>
      )}
      {constant.length === 0 ? null : (
        <p>
          Prices that never move: <bdi>{constant.join(", ")}</bdi>
        </p>
      )}
      {dropped.length === 0 ? null : (
        <Table
          caption="Left out"
          columns={DROPPED}
          rows={dropped}
          keyOf={({ reason, assets, first }) => `${reason} ${assets[0]} ${first}`}
        />
      )}
      {filled.length === 0
        ? null
        : <Table caption="Filled with the last price" columns={FILLED} rows={filled} keyOf={({ asset }) => asset} />}
      {jumps.length === 0 ? null : (
        <Table
          caption="Jumps, all of which are kept"
          columns={JUMPS}
          rows={jumps}
          keyOf={({ asset, date }) => `${asset} ${date}`}
        />
      )}
      {dropped.length + filled.length + jumps.length + constant.length + doubts.length > 0
        ? null
        : <p class="notice notice-good">Cleaning found nothing to change, and there is nothing to doubt.</p>}
    </div>
  );
}

const SEVERITIES = { wrong: "Probably wrong", check: "Check", note: "Note" } as const;

function Facts({ data }: { readonly data: Data }): JSX.Element {
  const { start_date, end_date, frequency, observations, assets, source, sources, digest } = data;
  // A result that an earlier version stored may lack it.
  const periods = data.periods_per_year ?? null;
  const limiting = data.dropped.filter((dropped) => historyLimit(dropped) !== null);
  const providers = Map.groupBy(Object.entries(sources ?? {}), ([, provider]) => provider);
  return (
    <dl class="facts">
      <dt>Dates common to all assets</dt>
      <dd>
        {start_date === null || end_date === null ? "none" : `${day(start_date)} to ${day(end_date)}`}
      </dd>
      {limiting.length === 0 ? null : (
        <>
          <dt>History limited by</dt>
          <dd>
            {limiting.map((dropped) => (
              <div key={`${dropped.reason} ${dropped.assets[0]}`}>
                <bdi>{dropped.assets.join(", ")}</bdi>, which {historyLimit(dropped)}
              </div>
            ))}
          </dd>
        </>
      )}
      <dt>Returns</dt>
      <dd>
        {count(observations)}, {frequency}
        {periods === null ? "" : `, ${count(periods)} a year`}
      </dd>
      <dt>Assets</dt>
      <dd>{count(assets)}</dd>
      <dt>Source</dt>
      <dd>
        {wordsOf(source)}
        {[...providers].map(([provider, all]) => <div key={provider}>{provider}: {counted(all.length, "asset")}</div>)}
      </dd>
      <dt>Digest of the returns</dt>
      <dd>
        <code>{digest}</code>
      </dd>
    </dl>
  );
}

const DROPPED: readonly Column<Dropped, JSX.Element | string>[] = [
  { key: "reason", title: "Reason", value: ({ reason }) => reason, show: ({ reason }) => wordsOf(reason) },
  {
    key: "assets",
    title: "Assets",
    value: ({ assets }) => assets.join(", "),
    show: ({ assets }) => <bdi>{assets.join(", ")}</bdi>,
  },
  { key: "days", title: "Days", isNumber: true, value: ({ days }) => days, show: ({ days }) => count(days) },
  { key: "first", title: "First", value: ({ first }) => first, show: ({ first }) => day(first) },
  { key: "last", title: "Last", value: ({ last }) => last, show: ({ last }) => day(last) },
];

const FILLED: readonly Column<Filled, JSX.Element | string>[] = [
  { key: "asset", title: "Asset", value: ({ asset }) => asset, show: ({ asset }) => <bdi>{asset}</bdi> },
  { key: "days", title: "Days", isNumber: true, value: ({ days }) => days, show: ({ days }) => count(days) },
  { key: "first", title: "First", value: ({ first }) => first, show: ({ first }) => day(first) },
  { key: "last", title: "Last", value: ({ last }) => last, show: ({ last }) => day(last) },
];

const JUMPS: readonly Column<Jump, JSX.Element | string>[] = [
  { key: "asset", title: "Asset", value: ({ asset }) => asset, show: ({ asset }) => <bdi>{asset}</bdi> },
  { key: "date", title: "Day", value: ({ date }) => date, show: ({ date }) => day(date) },
  {
    key: "return",
    title: "Return",
    isNumber: true,
    value: (jump) => jump.return,
    show: (jump) => percent(jump.return, { signed: true }),
  },
  { key: "kind", title: "Taken for", value: ({ kind }) => kind, show: ({ kind }) => wordsOf(kind) },
];
