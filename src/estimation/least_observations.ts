/** Returns that a history needs for anything to be estimated, whatever the method: a variance has none of fewer. */
export const LEAST_OBSERVATIONS = 2;
