import type { Endpoint } from "../../endpoint.ts";
import { getMethodRequirements } from "./get_method_requirements.ts";

export const catalogueEndpoints: readonly Endpoint[] = [getMethodRequirements];
