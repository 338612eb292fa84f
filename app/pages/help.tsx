import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useLocation } from "preact-iso/router";
import { useEffect, useMemo } from "preact/hooks";
import { Button } from "../components/button.tsx";
import { PageHead } from "../components/page_head.tsx";
import { Shown } from "../components/shown.tsx";
import { glossary } from "../help/glossary.ts";
import { type Entry, foundEntries, KINDS, placeOf } from "../help/glossary_entries.ts";
import { beginTour } from "../help/tour_state.ts";
import { useLoaded } from "../loaded.ts";
import { openShortcuts } from "../shell/shortcuts_dialog.ts";
import { Prose } from "./new/prose.tsx";

/** Where to begin, and every term of the service with its definition and formula. */
export default function Help(): JSX.Element {
  const loaded = useLoaded(glossary);
  const { route } = useLocation();
  return (
    <>
      <PageHead
        title="Help"
        lead="Every term with its definition and formula, as the service computes it."
        actions={
          <>
            <a class="button" href="/app/new?sample=1">Try a sample portfolio</a>
            <Button
              onClick={() => {
                beginTour();
                route("/app");
              }}
            >
              Take the tour
            </Button>
            <Button onClick={openShortcuts}>Keyboard shortcuts</Button>
          </>
        }
      />
      <Shown loaded={loaded} phase="Reading the terms">
        {(entries) => <Glossary entries={entries} />}
      </Shown>
    </>
  );
}

function Glossary({ entries }: { readonly entries: readonly Entry[] }): JSX.Element {
  const { query } = useLocation();
  const search = useSignal(query.q ?? "");
  const found = useMemo(() => foundEntries(entries, search.value), [entries, search.value]);
  const groups = Map.groupBy(found, ({ kind }) => kind);
  useEffect(() => document.getElementById(location.hash.slice(1))?.scrollIntoView(), []);
  return (
    <div class="glossary">
      <div class="field">
        <input
          type="search"
          aria-label="Search the terms"
          placeholder={`Search ${entries.length} terms: drawdown, shrinkage, turnover …`}
          value={search.value}
          onInput={({ currentTarget }) => search.value = currentTarget.value}
        />
      </div>
      <p class="hint" role="status">
        {search.value.trim() === "" ? "" : `${found.length} of ${entries.length} terms`}
        {found.length === 0 ? ". Look for another word: names and definitions are searched." : ""}
      </p>
      {KINDS.filter(({ kind }) => groups.has(kind)).map(({ kind, title }) => (
        <section key={kind} aria-label={title}>
          <h2>{title}</h2>
          <dl>
            {groups.get(kind)?.map((entry) => <Term key={placeOf(entry)} entry={entry} />)}
          </dl>
        </section>
      ))}
    </div>
  );
}

function Term({ entry }: { readonly entry: Entry }): JSX.Element {
  const { id, name, description, note, kind } = entry;
  return (
    <div class="glossary-entry" id={placeOf(entry)}>
      <dt>
        {name} {kind === "word" ? null : <code class="muted small">{id}</code>}
        {note === null ? null : <span class="muted small">{note}</span>}
      </dt>
      <dd>
        <Prose markdown={description} />
      </dd>
    </div>
  );
}
