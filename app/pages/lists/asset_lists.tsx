import type { JSX } from "preact";
import { Button } from "../../components/button.tsx";
import { Empty } from "../../components/empty.tsx";
import { Shown } from "../../components/shown.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { moment } from "../../format/moment.ts";
import { useLoaded } from "../../loaded.ts";
import { countOfMarket, marketsOfList } from "./assets_of_list.ts";
import { deleteList, type SavedList, savedLists } from "./saved_lists.ts";

/** The saved lists of assets: made, changed, deleted and used in new runs. */
export function AssetLists(): JSX.Element {
  const loaded = useLoaded(savedLists);
  const { refusal } = loaded;
  if (refusal?.code === "enterprise_plan_required") return <OtherPlan sentence={refusal.message} />;
  return (
    <Shown loaded={loaded} phase="Reading your lists">
      {(lists) =>
        lists.length === 0
          ? (
            <Empty
              title="No lists yet"
              action={<a class="button button-primary" href="/app/lists/new">New list</a>}
            >
              <p>
                A list has assets and the group of each, for example its sector. Start runs from it, limit its groups by
                rules, and sum weights by them.
              </p>
            </Empty>
          )
          : (
            <div class="stack">
              <div class="row">
                <a class="button button-primary" href="/app/lists/new">New list</a>
              </div>
              <Table
                caption={`${lists.length} ${lists.length === 1 ? "list" : "lists"}`}
                columns={COLUMNS}
                rows={lists}
                keyOf={({ map_id }) => map_id}
              />
            </div>
          )}
    </Shown>
  );
}

/** What stands in place of the lists where the plan has none. */
export function OtherPlan({ sentence }: { readonly sentence: string }): JSX.Element {
  return (
    <Empty
      title="Saved lists are not part of your plan"
      action={
        <>
          <a class="button" href="/app/account/plan">Plan and usage</a>
          <a class="button" href="/app/lists/templates">Templates</a>
        </>
      }
    >
      <p>{sentence}</p>
      <p>
        A template keeps the assets of a run with the rest of its request, and groups can be given with a run itself.
      </p>
    </Empty>
  );
}

const COLUMNS: readonly Column<SavedList, JSX.Element | string>[] = [
  {
    key: "name",
    title: "List",
    value: ({ name }) => name,
    show: ({ map_id, name, description }) => (
      <>
        <a href={`/app/lists/${map_id}`}>
          <bdi>{name}</bdi>
        </a>
        {description === null || description === "" ? null : (
          <>
            {" "}
            <bdi class="muted">{description}</bdi>
          </>
        )}
      </>
    ),
  },
  { key: "assets", title: "Assets", isNumber: true, value: ({ map }) => Object.keys(map).length },
  { key: "groups", title: "Groups", isNumber: true, value: ({ groups }) => groups.length },
  {
    key: "updated",
    title: "Changed",
    value: ({ updated_at }) => updated_at,
    show: ({ updated_at }) => moment(updated_at),
  },
  { key: "use", title: "Use", show: (list) => <UseOfList list={list} /> },
  {
    key: "buttons",
    title: "Actions",
    show: (list) => (
      <span class="row">
        <a href={`/app/lists/${list.map_id}`} aria-label={`Edit ${list.name}`}>Edit</a>
        <Button kind="quiet" label={`Delete ${list.name}`} onClick={() => void deleteList(list)}>Delete</Button>
      </span>
    ),
  },
];

/** Links that begin a run with the assets of a list, one for each market of which it has some. */
export function UseOfList({ list }: { readonly list: SavedList }): JSX.Element {
  const markets = marketsOfList(Object.keys(list.map));
  if (markets.length === 0) return <span class="muted">Names of own prices</span>;
  return (
    <span class="row">
      {markets.map((one) => (
        <a
          key={one.market}
          href={`/app/new?list=${list.map_id}&market=${one.market}`}
          aria-label={`New run with ${countOfMarket(one)} of ${list.name}`}
        >
          New run with {countOfMarket(one)}
        </a>
      ))}
    </span>
  );
}
