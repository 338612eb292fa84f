import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { FirstRows } from "../../components/first_rows.tsx";
import { Refused } from "../../components/refused.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { Waiting } from "../../components/waiting.tsx";
import { wordsOf } from "../../format/words_of.ts";
import type { Refusal } from "../../refusal.ts";
import { isObject, isSame, type Json } from "../new/json.ts";
import type { ComparedColumn } from "./compared_column.ts";
import { type Difference, requestDifferences, valueInWords } from "./request_differences.ts";
import { runConfig } from "../run/run_documents.ts";

/** Differences that are shown before all are wanted. */
const SHOWN_FIRST = 12;

/** What differs between the requests of the compared runs, with each value that is not that of the first run marked. */
export function RequestChanges({ columns }: { readonly columns: readonly ComparedColumn[] }): JSX.Element {
  const kept = columns.filter(({ run }) => !run.deleted);
  const ids = kept.map(({ run }) => run.run_id);
  const key = ids.join();
  useEffect(() => {
    for (const id of ids) if (runConfig.known(id).value.value === null) void runConfig.load(id);
  }, [key]);
  const known = ids.map((id) => runConfig.known(id).value);
  const requests = known.map(({ value }) => value);
  const refusal = known.find(({ refusal }) => refusal !== null)?.refusal ?? null;
  const isRead = requests.every((request) => request !== null);
  const differences = useMemo(
    () => isRead ? requestDifferences(requests.map((request: unknown) => isObject(request) ? request : {})) : [],
    [key, isRead],
  );
  return (
    <section class="stack" aria-labelledby="changes-title">
      <h2 id="changes-title">What differs between the requests</h2>
      {isRead ? <Differences columns={kept} differences={differences} /> : <NotRead refusal={refusal} ids={ids} />}
    </section>
  );
}

function NotRead({ refusal, ids }: { readonly refusal: Refusal | null; readonly ids: readonly string[] }): JSX.Element {
  if (refusal === null) return <Waiting phase="Reading the requests" />;
  return <Refused refusal={refusal} onRetry={() => void Promise.all(ids.map((id) => runConfig.load(id)))} />;
}

interface DifferencesProps {
  readonly columns: readonly ComparedColumn[];
  readonly differences: readonly Difference[];
}

function Differences({ columns, differences }: DifferencesProps): JSX.Element {
  if (columns.length < 2) return <p class="muted">Only one of the runs is left, so there is nothing to compare.</p>;
  if (differences.length === 0) {
    return <p>Nothing: the requests are the same, so any difference comes from newer prices.</p>;
  }
  return (
    <FirstRows rows={differences} first={SHOWN_FIRST} of="differences">
      {(shown) => (
        <Table
          caption="Differences of the requests"
          isCaptionHidden
          columns={tableColumns(columns)}
          rows={shown}
          keyOf={({ path }) => path.join("\n")}
        />
      )}
    </FirstRows>
  );
}

function tableColumns(columns: readonly ComparedColumn[]): readonly Column<Difference, JSX.Element | string>[] {
  return [
    {
      key: "place",
      title: "Place",
      value: ({ path }) => placeInWords(path),
      show: ({ path }) => <bdi>{placeInWords(path)}</bdi>,
    },
    ...columns.map(({ run, title }, index): Column<Difference, JSX.Element> => ({
      key: run.run_id,
      title,
      value: ({ values }) => valueInWords(values[index]),
      show: ({ values }) => <Value value={values[index]} first={values[0]} />,
    })),
  ];
}

/** A value of a request; one that differs from that of the first run is marked, and says so to a screen reader. */
function Value({ value, first }: { readonly value: Json | undefined; readonly first: Json | undefined }): JSX.Element {
  const text = <bdi>{valueInWords(value)}</bdi>;
  if (isSame(value, first)) return text;
  return (
    <mark class="changed">
      <span class="unseen">changed:</span>
      {text}
    </mark>
  );
}

/** Returns the way to a place of a request as words: the field as a word, names of assets and methods as they are. */
function placeInWords([field = "", ...rest]: readonly string[]): string {
  return [wordsOf(field), ...rest.map((part) => FIELD.test(part) ? part.replaceAll("_", " ") : part)].join(" › ");
}

/** Form of the names of fields, which names of assets seldom have. */
const FIELD = /^[a-z]+(_[a-z]+)*$/;
