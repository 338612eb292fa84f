/** End of a sentence that says why scenarios are not enough: "it …", or "its measure …". */
export const UNORDERED = "needs returns in the order of their dates, and scenarios have none";

/** End of a sentence that says why scenarios with probabilities are refused. */
export const UNWEIGHED = 'cannot weigh scenarios: leave "probabilities" out, or send scenarios that are equally likely';
