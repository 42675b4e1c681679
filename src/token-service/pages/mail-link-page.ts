import type { Response } from 'express';
import { asApiError, badInput } from '../../errors';
import { logFailure } from '../../failure-log';
import type { Logger } from '../../logging';
import { OAuthError } from '../oauth-error';
import type { Html } from './html';
import { legalLinks, type LegalAddresses } from './legal-links';
import { sendPage } from './page';
import { problemText } from './realm-page';
import { stylesheetVersion } from './stylesheet';

/** Address of the style sheet of the pages that mails lead to. */
export const mailPagesStylesheet = '/login/style.css';

/** The same with its version, for pages of others that are to look like these. */
export const mailPagesLook = `${mailPagesStylesheet}?v=${stylesheetVersion}`;

interface Failure {
  title: string;
  /** What is said of a link that is no good. */
  refusal: string;
  /** For the log. */
  what: string;
}

/** What is said by status; all else is a link that is no good. */
const sentences: Readonly<Record<number, string>> = {
  429: 'There were too many attempts. Please try again in an hour.',
  500: 'Something went wrong on our side.',
  503: 'The service is not available at the moment. Please try again in a few minutes.',
  507: 'There is no space left to store this at the moment. Please try again later.',
};

/** The pages that links of mails lead to; all end with the links to what people agree to. */
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

  /** Sends the page that says why a link did not do its work. Failures of ours go to the log. */
  sendFailure(response: Response, error: unknown, { title, refusal, what }: Failure): void {
    const isMalformed = error instanceof OAuthError;
    if (!isMalformed) logFailure(this.log, error, what);
    const { status, retryAfter } = isMalformed ? badInput(error.message) : asApiError(error);
    if (retryAfter !== undefined) response.setHeader('Retry-After', retryAfter);
    const text = sentences[status];
    this.send(response, title, problemText(text ?? refusal), text === undefined ? 400 : status);
  }
}
