import type { Endpoint } from "../../endpoint.ts";
import { createTemplate } from "./create_template.ts";
import { deleteTemplate } from "./delete_template.ts";
import { listTemplates } from "./list_templates.ts";
import { renameTemplate } from "./rename_template.ts";

export const templateEndpoints: readonly Endpoint[] = [createTemplate, listTemplates, renameTemplate, deleteTemplate];
