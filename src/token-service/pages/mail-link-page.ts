import type { Response } from 'express';
import type { Html } from './html';
import { sendPage } from './page';

/** Address of the style sheet of the pages that mails lead to. */
export const mailPagesStylesheet = '/login/style.css';

/** Sends a page that the link of a mail leads to. */
export const sendMailLinkPage = (response: Response, title: string, content: Html, status = 200): void =>
  sendPage(response, status, { title, content, stylesheet: mailPagesStylesheet });
