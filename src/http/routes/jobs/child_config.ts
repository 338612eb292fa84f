import type { Dependencies } from "../../../dependencies.ts";
import type { Job } from "../../../domain/job.ts";

/** What a simulation or a backtest was submitted with, every default filled in. Throws `not_found` where it is gone. */
export async function childConfig({ config }: Dependencies["jobs"], { accountId, id }: Job): Promise<unknown> {
  return JSON.parse(new TextDecoder().decode(await config(accountId, id)));
}
