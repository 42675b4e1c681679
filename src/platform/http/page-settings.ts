/** Settings of a page that logs in by script. */
export interface LogInPageSettings {
  /** The public address of the service, without a trailing slash. */
  baseUrl: string;
  /** Path of the page. The log-in returns to `{baseUrl}{path}`, which its client must have registered. */
  path: string;
  /** The issuer used by the page: the address of the token service with a realm. */
  authority: string;
  /** The client id of the page. */
  clientId: string;
}

/**
 * The content security policy of such a page: it runs our scripts and talks only to us and to the token service.
 * Editors and dialogs set inline styles, hence `unsafe-inline` for styles; fonts and small images are `data:` URLs
 * in the style sheet.
 */
export const logInPagePolicy = ({ authority }: Pick<LogInPageSettings, 'authority'>): string =>
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

/** JSON that is safe inside a script element, whatever the values contain. */
export const scriptJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');
