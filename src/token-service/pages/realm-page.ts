import type { RealmCall } from '../realm-route';
import { html, type Html } from './html';
import { sendPage, type Page } from './page';

type RealmPage = Omit<Page, 'stylesheet'> & { status?: number };

/** Sends a page of a realm. */
export function sendRealmPage({ realm, response }: RealmCall, { status = 200, ...page }: RealmPage): void {
  sendPage(response, status, { ...page, stylesheet: `${realm.cookiePath}style.css` });
}

/** A page that says one thing. */
export const sendMessagePage = (call: RealmCall, status: number, title: string, message: string): void =>
  sendRealmPage(call, { status, title, content: html`<p>${message}</p>` });

/** Fields that a problem is about name it as their description. */
export const problemId = 'problem';

/** What went wrong, above a form; read out by screen readers. */
export const problemText = (problem: string | undefined): Html =>
  problem === undefined ? html`` : html`<p role="alert" id="${problemId}">${problem}</p>`;
