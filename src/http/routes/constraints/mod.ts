import type { Endpoint } from "../../endpoint.ts";
import { getConstraintCapability } from "./get_constraint_capability.ts";

export const constraintEndpoints: readonly Endpoint[] = [getConstraintCapability];
