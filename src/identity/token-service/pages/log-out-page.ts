import type { Parameters } from '../parameters';
import type { RealmCall } from '../realm-route';
import { digestSecret } from '../secrets';
import { html } from './html';
import { sendRealmPage } from './realm-page';

interface LogOutPage {
  /** The stored form of the browser's cookie; the form proves with its digest that it is ours. */
  confirmation: string;
  /** The parameters from the client, resubmitted with the form. */
  parameters: Parameters;
  target?: string;
}

const passedOn = ['client_id', 'post_logout_redirect_uri', 'state'];

/** The end of a log-out that leads nowhere. Libraries of clients open it in hidden frames. */
export const sendLoggedOutPage = (call: RealmCall): void =>
  sendRealmPage(call, {
    title: 'Logged out',
    mayBeFramed: true,
    content: html`<p>You are logged out.</p>`,
  });

/** Asks a person who was sent here without proof whether to end the session. */
export function sendLogOutPage(call: RealmCall, { confirmation, parameters, target }: LogOutPage): void {
  const fields = passedOn.flatMap((name) => {
    const value = parameters.get(name);
    return value === undefined ? [] : [html`<input type="hidden" name="${name}" value="${value}" />`];
  });
  sendRealmPage(call, {
    title: 'Log out?',
    formTarget: target,
    content: html`<p>All applications that share this log-in will be logged out.</p>
      <form
        id="kc-logout-confirm"
        method="post"
        action="${call.realm.cookiePath}protocol/openid-connect/logout"
      >
        ${fields}
        <input type="hidden" name="confirmation" value="${digestSecret(confirmation)}" />
        <button id="kc-logout" name="confirmLogout" type="submit">Log out</button>
      </form>`,
  });
}
