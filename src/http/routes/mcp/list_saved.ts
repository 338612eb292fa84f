import { savedRead } from "../../../connector/saved_read.ts";
import type { ClassificationMap } from "../../../domain/classification_map.ts";
import { defineEndpoint } from "../../endpoint.ts";
import { presentClassificationMap } from "../classification_maps/classification_map_body.ts";

/**
 * Operation that lists the saved templates and classification maps of an account, the maps by their groups alone, of
 * which one map at a time is in memory.
 */
export const listSaved = defineEndpoint({
  method: "GET",
  path: "/mcp",
  credential: "session",
  rateLimit: "reading",
  summary: "List saved templates and classification maps",
  responses: { 200: { description: "What the account has saved", body: savedRead } },
}, async ({ account }, { templates, classificationMaps }) => {
  const found = await templates.list(account.id);
  const maps = account.plan === "enterprise" ? classificationMaps.list(account.id) : [];
  return {
    status: 200,
    body: {
      templates: found.map(({ id, name, request }) => ({ id, name, request })),
      maps: await Array.fromAsync(maps, (map: ClassificationMap) => {
        const { map_id: id, name, groups } = presentClassificationMap(map);
        return { id, name, groups: groups.map((group) => ({ name: group.name, assets: group.assets })) };
      }),
    },
  };
});
