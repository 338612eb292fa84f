import { answered, api } from "../api.ts";
import { loadable } from "../loaded.ts";

/** The profile of the person who is signed in. */
export const profile = loadable((_key, signal) => answered(api.GET("/users/me", { signal })));
