import { defineEndpoint, problem } from "../../endpoint.ts";
import { classificationMapParameters } from "./classification_map_parameters.ts";

export const deleteClassificationMap = defineEndpoint({
  method: "DELETE",
  path: "/classification-maps/{map_id}",
  summary: "Delete a classification map",
  description: "Runs that were submitted with the map keep the groups that it had then.",
  credential: "session",
  plan: "enterprise",
  rateLimit: "rest",
  parameters: classificationMapParameters,
  responses: { 204: { description: "The map is gone" }, 404: problem("not_found") },
}, async ({ account, parameters }, { classificationMaps }) => {
  await classificationMaps.delete(account.id, parameters.map_id);
  return { status: 204 };
});
