import { savedRead } from "../saved_read.ts";
import { pageOfTable, tableText } from "../table.ts";
import { quoted } from "../text_of_account.ts";
import { nextPage, type ResourceKind } from "./resource.ts";

const ADDRESS = "portfolio://saved";
const TITLE = "Saved templates and classification maps";
/** Largest number of characters of the content of one saved thing. */
const MOST_CHARACTERS = 4_000;

/** The templates of requests and the classification maps that the account has saved. */
export const savedLists: ResourceKind = {
  template: "portfolio://saved{?page}",
  name: "saved",
  title: TITLE,
  mimeType: "text/markdown",
  scope: "lists:read",
  form: /^portfolio:\/\/saved(?:\?page=(?<page>\d{1,4}))?$/,
  list: () => Promise.resolve([{ uri: ADDRESS, name: "saved", title: TITLE, mimeType: "text/markdown" }]),
  async read({ page = "1" }, { api, signal }) {
    const { templates, maps } = savedRead.parse(await api.ask("list_saved", {}, signal));
    const rows = [
      ...templates.map(({ id, name, request }) => ["template", id, quoted(name), contentOf(JSON.stringify(request))]),
      ...maps.map(({ id, name, groups }) => {
        const content = groups.map((group) => `${group.name}: ${group.assets} assets`).join("; ");
        return ["classification map", id, quoted(name), contentOf(content)];
      }),
    ];
    const table = pageOfTable({ columns: ["kind", "id", "name", "content"], rows }, Math.max(1, Number(page)));
    const next = table.page < table.pages ? nextPage(ADDRESS, table.page) : "";
    return { mimeType: "text/markdown", text: tableText(table) + next };
  },
};

function contentOf(text: string): string {
  return quoted(text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS - 1)}…`, MOST_CHARACTERS);
}
