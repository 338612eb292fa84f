import { RESULT_PAGE } from "../view/result_page.ts";
import { RESULT_VIEW } from "../view/result_view_address.ts";
import type { ResourceKind } from "./resource.ts";

const MIME_TYPE = "text/html;profile=mcp-app";

/** The page that shows a result in a client of the extension for app views. It loads nothing from elsewhere. */
export const resultView: ResourceKind = {
  template: RESULT_VIEW,
  name: "result-view",
  title: "View of a result",
  mimeType: MIME_TYPE,
  scope: null,
  form: /^ui:\/\/portfolio-optimization\/result\.html$/,
  list: () =>
    Promise.resolve([{ uri: RESULT_VIEW, name: "result-view", title: "View of a result", mimeType: MIME_TYPE }]),
  read: () =>
    Promise.resolve({ mimeType: MIME_TYPE, text: RESULT_PAGE, _meta: { ui: { csp: {}, prefersBorder: true } } }),
};
