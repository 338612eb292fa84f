import type { CovarianceRows } from "../../../src/documents/covariance_file.ts";
import { answered, api } from "../../api.ts";
import { loadable } from "../../loaded.ts";
import { received, Refusal } from "../../refusal.ts";
import { fileAt } from "./file_at.ts";
import { runResult } from "./run_documents.ts";

/** The covariance matrices of runs by their ids, from the files of their own that runs of many assets have. */
export const covarianceRows = loadable<CovarianceRows>(async (id, signal) => {
  const place = runResult.known(id).value.value?.estimates.covariance.file;
  const { items } = await answered(api.GET("/jobs/{run_id}/artifacts", { params: { path: { run_id: id } }, signal }));
  const file = items.find(({ name }) => name === place?.name);
  if (file === undefined) {
    throw new Refusal(404, { code: "not_found", detail: "This run has no file with its covariance matrix" });
  }
  const values = new Float64Array(await received((await fileAt(file.url, signal)).arrayBuffer()));
  const size = Math.round(Math.sqrt(values.length));
  return Array.from({ length: size }, (_, row) => values.subarray(row * size, (row + 1) * size));
});
