import type { components } from "../../clients/typescript/mod.ts";
import { allPages } from "../all_pages.ts";
import { answered, api } from "../api.ts";
import { loadable } from "../loaded.ts";

export type ApiClient = components["schemas"]["ApiClient"];
export type ApiKey = components["schemas"]["ApiKey"];

/** The API clients of the account, newest first. */
export const apiClients = loadable((_key, signal) =>
  allPages((query) => answered(api.GET("/auth/api-clients", { params: { query }, signal })))
);

/** The API keys of a client, by its id, newest first. */
export const apiKeys = loadable((client_id, signal) =>
  allPages((query) => answered(api.GET("/auth/api-keys", { params: { query: { ...query, client_id } }, signal })))
);
