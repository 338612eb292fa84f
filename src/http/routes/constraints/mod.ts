import type { Endpoint } from "../../endpoint.ts";
import { getConstraintCapability } from "./get_constraint_capability.ts";
import { preflightConstraints } from "./preflight_constraints.ts";

export const constraintEndpoints: readonly Endpoint[] = [getConstraintCapability, preflightConstraints];
