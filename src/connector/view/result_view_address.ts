/** Address of the page that shows a result in a client of the extension for app views. */
export const RESULT_VIEW = "ui://portfolio-optimization/result.html";
