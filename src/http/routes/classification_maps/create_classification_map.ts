import { defineEndpoint, problem } from "../../endpoint.ts";
import {
  classificationMapBody,
  classificationMapRequest,
  draftOf,
  LARGEST_REQUEST,
  presentClassificationMap,
} from "./classification_map_body.ts";

export const createClassificationMap = defineEndpoint({
  method: "POST",
  path: "/classification-maps",
  summary: "Save a classification map",
  description: "An account has at most 100 classification maps, each with a name of its own.",
  credential: "session",
  plan: "enterprise",
  rateLimit: "rest",
  body: classificationMapRequest,
  ...LARGEST_REQUEST,
  responses: {
    201: { description: "The map", body: classificationMapBody },
    409: problem("name_taken", "limit_reached"),
  },
}, async ({ account, body }, { classificationMaps }) => {
  const saved = await classificationMaps.create(account.id, draftOf(body));
  return { status: 201, body: presentClassificationMap(saved) };
});
