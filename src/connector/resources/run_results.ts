import { z } from "zod";
import { jobRead } from "../job_answer.ts";
import { systemStopwatch } from "../../runtime/clock.ts";
import { pause } from "../../runtime/pause.ts";
import { tablePage } from "../table.ts";
import { quoted } from "../text_of_account.ts";
import { getResult } from "../tools/get_result.ts";
import { nextPage, type ResourceKind } from "./resource.ts";

const shown = z.object({ table: tablePage });
const history = z.object({ items: z.array(jobRead) });

/** Largest number of runs that a list names. */
const LISTED_RUNS = 20;

/** Sections of the results of runs, as the tool get_result tells them. */
export const runResults: ResourceKind = {
  template: "portfolio://runs/{run_id}/{section}{?page}",
  name: "result",
  title: "A section of the result of a run",
  mimeType: "text/markdown",
  scope: "jobs:read",
  form: /^portfolio:\/\/runs\/(?<run_id>[a-z]{2,4}_[0-9A-Z]{26})\/(?<section>[a-z]{1,20})(?:\?page=(?<page>\d{1,5}))?$/,
  async list({ api, signal }) {
    const query = { status: "succeeded", limit: String(LISTED_RUNS) };
    const { items } = history.parse(await api.ask("list_jobs", { query }, signal));
    return items.map(({ run_id, name, methods }) => ({
      uri: `portfolio://runs/${run_id}/summary`,
      name: run_id,
      title: name === null ? `Result of ${methods.join(", ")}` : `Result of ${quoted(name)}`,
      mimeType: "text/markdown",
    }));
  },
  async read({ run_id = "", section = "", page = "1" }, { api, signal }) {
    const call = {
      api,
      signal,
      waits: false,
      elapsedMs: systemStopwatch,
      wait: (ms: number) => pause(ms, signal),
      progress: () => Promise.resolve(),
      digest: () => "",
    };
    const { text, structured } = await getResult.answer({ run_id, section, page: Number(page) }, call);
    const { table } = shown.parse(structured);
    const next = table.page < table.pages ? nextPage(`portfolio://runs/${run_id}/${section}`, table.page) : "";
    return { mimeType: "text/markdown", text: text + next };
  },
};
