import type { Endpoint } from "../../endpoint.ts";
import { getMethodRequirements } from "./get_method_requirements.ts";
import { getUniverse } from "./get_universe.ts";

export const catalogueEndpoints: readonly Endpoint[] = [getMethodRequirements, getUniverse];
