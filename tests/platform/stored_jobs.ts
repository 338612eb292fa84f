import { encodedKv } from "../../src/store/encoded_kv.ts";
import type { JobRecord } from "../../src/store/job_record.ts";
import { keys } from "../../src/store/keys.ts";
import { ownerOf, storeAt } from "../support/store_agrees.ts";

/** Returns the records of all jobs of ada@example.com in a database, oldest first. */
export async function storedJobs(path: string): Promise<readonly JobRecord[]> {
  const store = await storeAt(path);
  const raw = await Deno.openKv(path);
  try {
    const jobs: JobRecord[] = [];
    const selector = { prefix: keys.owned(await ownerOf(store)) };
    for await (const { key, value } of encodedKv(raw).list<JobRecord>(selector)) {
      if (key[2] === "jobs") jobs.push(value);
    }
    return jobs.toSorted((one, other) => one.createdAt - other.createdAt);
  } finally {
    raw.close();
    store.close();
  }
}
