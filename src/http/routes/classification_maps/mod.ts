import type { Endpoint } from "../../endpoint.ts";
import { createClassificationMap } from "./create_classification_map.ts";
import { deleteClassificationMap } from "./delete_classification_map.ts";
import { listClassificationMaps } from "./list_classification_maps.ts";
import { replaceClassificationMap } from "./replace_classification_map.ts";

export const classificationMapEndpoints: readonly Endpoint[] = [
  createClassificationMap,
  deleteClassificationMap,
  listClassificationMaps,
  replaceClassificationMap,
];
