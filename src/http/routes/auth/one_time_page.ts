/** Type of the texts and the form of the web page that a mailed link opens. */
export interface OneTimePage {
  readonly title: string;
  readonly action: string;
  /** Path of the endpoint to which the page's form is sent. */
  readonly path: string;
  readonly asksForPassword: boolean;
}

const PASSWORD_FIELD = `<p><label>New password<br>
<input type="password" name="new_password" autocomplete="new-password" minlength="8" required></label></p>
<p><label><input type="checkbox" name="revoke_api_keys"> End every API key of the account, too</label></p>
`;

/**
 * Returns the HTML of the page that a mailed link opens. The token is in the URL fragment, which browsers never send to
 * a server, and is used only when the form is sent. Programs that follow links in mails therefore use up no token.
 */
export function oneTimePage({ title, action, path, asksForPassword }: OneTimePage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<link rel="icon" href="data:,">
</head>
<body>
<h1>${title}</h1>
<form data-path="${path}">
${asksForPassword ? PASSWORD_FIELD : ""}<p><button>${action}</button></p>
</form>
<p role="status"></p>
<script src="/one-time-page.js"></script>
</body>
</html>
`;
}

/**
 * Script of the page behind a mailed link. It sends the form with the token from the URL fragment and shows the
 * service's answer.
 */
export const ONE_TIME_SCRIPT = `const form = document.querySelector("form");
const status = document.querySelector("[role=status]");
const token = new URLSearchParams(location.hash.slice(1)).get("token") ?? "";
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const fields = Object.fromEntries(new FormData(form));
  for (const { name, checked } of form.querySelectorAll("[type=checkbox]")) fields[name] = checked;
  const body = JSON.stringify({ token, ...fields });
  const headers = { "content-type": "application/json" };
  const response = await fetch(form.dataset.path, { method: "POST", headers, body });
  const { detail } = await response.json();
  status.textContent = detail;
  if (response.ok) form.hidden = true;
});
`;

/**
 * Headers of the pages behind mailed links and of their script. Their content policy lets the browser load only files
 * that this service serves.
 */
export const ONE_TIME_HEADERS = {
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'self'",
    "connect-src 'self'",
    "img-src data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "cache-control": "no-store",
};
