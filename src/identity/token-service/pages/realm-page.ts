import type { RealmCall } from '../realm-route';
import { html, type Html } from './html';
import { legalLinks } from './legal-links';
import { sendPage, type Page } from './page';

type RealmPage = Omit<Page, 'stylesheet' | 'footer'> & { status?: number };

/** Sends a page of a realm, with links to the terms and the privacy policy unless the page asks the person nothing. */
export function sendRealmPage(call: RealmCall, { status = 200, ...page }: RealmPage): void {
  const { realm, parts, response } = call;
  sendPage(response, status, {
    ...page,
    footer: page.mayBeFramed ? undefined : legalLinks(parts.config),
    stylesheet: `${realm.cookiePath}style.css`,
  });
}

/** A page with a single message. */
export const sendMessagePage = (call: RealmCall, status: number, title: string, message: string): void =>
  sendRealmPage(call, { status, title, content: html`<p>${message}</p>` });

/** Fields with a problem refer to it as their description. */
export const problemId = 'problem';

/** The problem, above a form; read out by screen readers. */
export const problemText = (problem: string | undefined): Html =>
  problem === undefined ? html`` : html`<p role="alert" id="${problemId}">${problem}</p>`;
