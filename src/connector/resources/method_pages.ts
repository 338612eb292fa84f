import { DomainError } from "../../domain/errors.ts";
import { catalogueOf } from "../catalogue.ts";
import { explanationsOf } from "../explanations.ts";
import { tableText } from "../table.ts";
import type { ResourceKind } from "./resource.ts";

/** Pages of the catalogue: every method, rule, estimator, measure and field of a request. */
export const methodPages: ResourceKind = {
  template: "portfolio://methods/{id}",
  name: "method",
  title: "A method, rule, estimator, measure or field",
  mimeType: "text/markdown",
  scope: "catalogue:read",
  form: /^portfolio:\/\/methods\/(?<id>[^/?#]{1,120})$/,
  async list(call) {
    return (await catalogueOf(call)).methods.map(({ id, name }) => ({
      uri: `portfolio://methods/${id}`,
      name: id,
      title: name,
      mimeType: "text/markdown",
    }));
  },
  async read({ id = "" }, call) {
    const found = explanationsOf(await catalogueOf(call)).get(id);
    if (found === undefined) throw new DomainError("not_found", `Cannot find "${id}" in the catalogue`);
    const { name, kind, description, columns, rows } = found;
    const table = rows.length === 0
      ? []
      : [tableText({ columns: [...columns], rows: rows.map((row) => [...row]), page: 1, pages: 1 })];
    return { mimeType: "text/markdown", text: [`# ${name} (${kind})`, description, ...table].join("\n\n") };
  },
};
