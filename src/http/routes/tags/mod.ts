import type { Endpoint } from "../../endpoint.ts";
import { addTag } from "./add_tag.ts";
import { listTags } from "./list_tags.ts";
import { removeTag } from "./remove_tag.ts";

export const tagEndpoints: readonly Endpoint[] = [addTag, removeTag, listTags];
