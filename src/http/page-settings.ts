/** What a page with a log-in by script is told about its surroundings. */
export interface LogInPageSettings {
  /** The public address of the service, without a slash at the end. */
  baseUrl: string;
  /** Path of the page. The log-in returns to `{baseUrl}{path}`, which its client must have registered. */
  path: string;
  /** The issuer whose log-in the page uses: the address of the token service with a realm. */
  authority: string;
  /** The client id that the page logs in with. */
  clientId: string;
}

/**
 * The content security policy of such a page: it runs our scripts, and talks to us and to the token service. Editors and
 * dialogs set styles on their elements, hence `unsafe-inline` for styles; fonts and small pictures are `data:` addresses
 * within the style sheet.
 */
export const logInPagePolicy = ({ authority }: LogInPageSettings): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self' data:",
    "img-src 'self' data:",
    `connect-src 'self' ${new URL(authority).origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** JSON that cannot end the script element it stands in, whatever the values contain. */
export const scriptJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');
