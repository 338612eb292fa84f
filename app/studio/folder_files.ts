import { loadable } from "../loaded.ts";
import { jsonOf, received, refusalOf } from "../refusal.ts";
import { send } from "../session/send.ts";

/** The tables in the folder of a studio, as far as they are listed, by their names. */
export interface FolderFiles {
  readonly folder: string;
  readonly total: number;
  readonly items: readonly { readonly name: string; readonly bytes: number }[];
}

/** The tables in the folder of the studio. */
export const folderFiles = loadable(async (_key, signal): Promise<FolderFiles> => {
  return await jsonOf(await sent("/studio/files", signal));
});

/** Reads a file of the folder in which the studio was started. Throws a `Refusal` if the studio does not serve it. */
export async function fileOfFolder(name: string, signal: AbortSignal): Promise<File> {
  const response = await sent(`/studio/files/${encodeURIComponent(name)}`, signal);
  return new File([await received(response.blob())], name);
}

async function sent(path: string, signal: AbortSignal): Promise<Response> {
  const response = await send(new Request(path, { signal }));
  if (!response.ok) throw refusalOf(response.status, await response.json().catch(() => null));
  return response;
}
