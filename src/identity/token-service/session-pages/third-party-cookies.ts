import { clearCookie, cookieNames, readCookie, setCookie } from '../cookies';
import type { RealmCall } from '../realm-route';
import { sendScriptPage } from './inline-script-page';

const goOn = "location.replace('step2.html');";
const report = "parent.postMessage(document.currentScript.dataset.cookies, '*');";

/** GET …/3p-cookies/step1.html: sets a test cookie in a third-party frame. */
export function probeCookies({ realm, response }: RealmCall): void {
  setCookie(response, realm, cookieNames.probe, 'kept', { maxAgeSeconds: 60 });
  sendScriptPage(response, goOn);
}

/** GET …/3p-cookies/step2.html: tells the surrounding page whether the cookie was returned. */
export function reportCookies({ realm, request, response }: RealmCall): void {
  const isKept = readCookie(request, realm, cookieNames.probe) === 'kept';
  clearCookie(response, realm, cookieNames.probe);
  sendScriptPage(response, report, ` data-cookies="${isKept ? 'supported' : 'unsupported'}"`);
}
