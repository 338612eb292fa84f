import { z } from "zod";
import { isoTimestamp } from "../../../domain/instant.ts";
import { defineEndpoint } from "../../endpoint.ts";
import { isHidden } from "../../../documents/mod.ts";
import { pageOf } from "../../pagination.ts";
import { jobParameters } from "./job_parameters.ts";

const timestamp = z.iso.datetime({ precision: 3 });

const artifactBody = z.strictObject({
  name: z.string(),
  media_type: z.string(),
  bytes: z.int().nullable().meta({
    description: "Null where the file is made when it is first opened, which may take some seconds",
  }),
  sha256: z.string().regex(/^[0-9a-f]{64}$/).nullable().meta({ description: "Null together with `bytes`" }),
  created_at: timestamp,
  url: z.url().meta({ description: "Opens the file without a credential" }),
  expires_at: timestamp,
}).meta({ id: "Artifact" });

export const listArtifacts = defineEndpoint({
  method: "GET",
  path: "/jobs/{run_id}/artifacts",
  credential: "key or session",
  scope: "jobs:read",
  rateLimit: "reading",
  summary: "List the files of a job",
  description:
    "Takes the id of a run, a simulation or a backtest. The list is empty before the job has succeeded. Each file has a " +
    "link that is valid for 15 minutes. In CSV files an id or a name that a spreadsheet would take for a formula (it " +
    "begins with =, +, -, @, a tab or a line break) has an apostrophe before it, and in JSON files it has none: remove " +
    "the apostrophe before you join files by id.",
  parameters: jobParameters,
  responses: { 200: { description: "The files", body: pageOf(artifactBody, "ArtifactPage") } },
}, async ({ account, parameters: { run_id } }, { jobs, artifacts, filesOnDemand, signedUrls }) => {
  const job = await jobs.get(account.id, run_id);
  const stored = await artifacts.list(account.id, run_id);
  const toMake = filesOnDemand.yetToMake(job, stored).map((file) => ({ ...file, bytes: null, sha256: null }));
  const shown = [...stored.filter(({ name }) => !isHidden(job.kind, name)), ...toMake];
  const items = shown.map(async ({ name, mediaType, bytes, sha256, createdAt }) => {
    const { url, expiresAt } = await signedUrls.urlOf({ accountId: account.id, jobId: run_id, name });
    const times = { created_at: isoTimestamp(createdAt), expires_at: isoTimestamp(expiresAt) };
    return { name, media_type: mediaType, bytes, sha256, url, ...times };
  });
  return { status: 200, body: { items: await Promise.all(items), next_cursor: null } };
});
