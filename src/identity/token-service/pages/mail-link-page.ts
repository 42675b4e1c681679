import type { Response } from 'express';
import { asApiError, badInput } from '../../../platform/errors';
import { logFailure } from '../../../platform/failure-log';
import type { Logger } from '../../../platform/logging';
import { OAuthError } from '../oauth-error';
import type { Html } from './html';
import { legalLinks, type LegalAddresses } from './legal-links';
import { sendPage } from './page';
import { problemText } from './realm-page';
import { stylesheetVersion } from './stylesheet';

/** Address of the style sheet of mail link pages. */
export const mailPagesStylesheet = '/login/style.css';

/** The same with its version, for other pages with the same style. */
export const mailPagesLook = `${mailPagesStylesheet}?v=${stylesheetVersion}`;

interface Failure {
  title: string;
  /** The message for an invalid link. */
  refusal: string;
  /** For the log. */
  what: string;
}

/** Messages by status; any other status means that the link is invalid. */
const sentences: Readonly<Record<number, string>> = {
  429: 'There were too many attempts. Please try again in an hour.',
  500: 'Something went wrong on our side.',
  503: 'The service is not available at the moment. Please try again in a few minutes.',
  507: 'There is no space left to store this at the moment. Please try again later.',
};

/** The pages behind links in mails; all end with the links to terms and privacy policy. */
export class MailLinkPages {
  private readonly footer: Html | undefined;

  constructor(
    settings: LegalAddresses,
    private readonly log: Logger,
  ) {
    this.footer = legalLinks(settings);
  }

  send(response: Response, title: string, content: Html, status = 200): void {
    sendPage(response, status, { title, content, footer: this.footer, stylesheet: mailPagesStylesheet });
  }

  /** Sends a page that explains why a link did not work. Failures of the service are logged. */
  sendFailure(response: Response, error: unknown, { title, refusal, what }: Failure): void {
    const isMalformed = error instanceof OAuthError;
    if (!isMalformed) logFailure(this.log, error, what);
    const { status, retryAfter } = isMalformed ? badInput(error.message) : asApiError(error);
    if (retryAfter !== undefined) response.setHeader('Retry-After', retryAfter);
    const text = sentences[status];
    this.send(response, title, problemText(text ?? refusal), text === undefined ? 400 : status);
  }
}
