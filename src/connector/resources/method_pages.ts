import { DomainError } from "../../domain/errors.ts";
import { catalogueOf } from "../catalogue.ts";
import { explanationsOf } from "../explanations.ts";
import { pageOfTable, tableText } from "../table.ts";
import { nextPage, type ResourceKind } from "./resource.ts";

/** Pages of the catalogue: every method, rule, estimator, measure and field of a request. */
export const methodPages: ResourceKind = {
  template: "portfolio://methods/{id}{?page}",
  name: "method",
  title: "A method, rule, estimator, measure or field",
  mimeType: "text/markdown",
  scope: "catalogue:read",
  form: /^portfolio:\/\/methods\/(?<id>[^/?#]{1,120})(?:\?page=(?<page>\d{1,4}))?$/,
  async list(call) {
    return (await catalogueOf(call)).methods.map(({ id, name }) => ({
      uri: `portfolio://methods/${id}`,
      name: id,
      title: name,
      mimeType: "text/markdown",
    }));
  },
  async read({ id = "", page = "1" }, call) {
    const found = explanationsOf(await catalogueOf(call)).get(id);
    if (found === undefined) throw new DomainError("not_found", `Cannot find "${id}" in the catalogue`);
    const { name, kind, description, columns, rows } = found;
    const table = pageOfTable({ columns, rows }, Math.max(1, Number(page)));
    const next = table.page < table.pages ? nextPage(`portfolio://methods/${id}`, table.page) : "";
    const text = [`# ${name} (${kind})`, description, ...rows.length === 0 ? [] : [tableText(table)]].join("\n\n");
    return { mimeType: "text/markdown", text: text + next };
  },
};
