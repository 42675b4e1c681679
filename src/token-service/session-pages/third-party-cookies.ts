import { clearCookie, cookieNames, readCookie, setCookie } from '../cookies';
import type { RealmCall } from '../realm-route';
import { sendScriptPage } from './inline-script-page';

const goOn = "location.replace('step2.html');";
const report = "parent.postMessage(document.currentScript.dataset.cookies, '*');";

/** GET …/3p-cookies/step1.html: sets a cookie in the frame of another site. */
export function probeCookies({ realm, response }: RealmCall): void {
  setCookie(response, realm, cookieNames.probe, 'kept', { maxAgeSeconds: 60 });
  sendScriptPage(response, goOn);
}

/** GET …/3p-cookies/step2.html: tells the page around the frame whether the cookie came back. */
export function reportCookies({ realm, request, response }: RealmCall): void {
  const isKept = readCookie(request, realm, cookieNames.probe) === 'kept';
  clearCookie(response, realm, cookieNames.probe);
  sendScriptPage(response, report, ` data-cookies="${isKept ? 'supported' : 'unsupported'}"`);
}
