import { defineEndpoint, problem } from "../../endpoint.ts";
import {
  classificationMapBody,
  classificationMapRequest,
  draftOf,
  LARGEST_REQUEST,
  presentClassificationMap,
} from "./classification_map_body.ts";
import { classificationMapParameters } from "./classification_map_parameters.ts";

export const replaceClassificationMap = defineEndpoint({
  method: "PUT",
  path: "/classification-maps/{map_id}",
  summary: "Replace a classification map",
  description: "Runs that were submitted with the map keep the groups that it had then.",
  credential: "session",
  plan: "enterprise",
  rateLimit: "rest",
  parameters: classificationMapParameters,
  body: classificationMapRequest,
  ...LARGEST_REQUEST,
  responses: {
    200: { description: "The map, one revision later", body: classificationMapBody },
    404: problem("not_found"),
    409: problem("name_taken"),
  },
}, async ({ account, parameters, body }, { classificationMaps }) => {
  const saved = await classificationMaps.replace(account.id, parameters.map_id, draftOf(body));
  return { status: 200, body: presentClassificationMap(saved) };
});
