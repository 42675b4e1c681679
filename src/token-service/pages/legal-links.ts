import type { Config } from '../../config';
import { html, type Html } from './html';

/** Settings that say where terms and privacy policy are. */
export type LegalAddresses = Pick<Config, 'TERMS_URL' | 'PRIVACY_URL'>;

/** A tab of its own: what is typed into the form of the page stays there. */
const link = (address: string, name: string): Html =>
  html`<a
    href="${address}"
    target="_blank"
    rel="noopener noreferrer"
    aria-label="${name} (opens in a new tab)"
    >${name}</a
  >`;

/** Links to what people agree to, as far as the settings have addresses for it. */
export function legalLinks({ TERMS_URL, PRIVACY_URL }: LegalAddresses): Html | undefined {
  const links = [
    ...(TERMS_URL === undefined ? [] : [link(TERMS_URL, 'Terms of use')]),
    ...(PRIVACY_URL === undefined ? [] : [link(PRIVACY_URL, 'Privacy policy')]),
  ];
  return links.length === 0 ? undefined : html`<footer class="legal">${links}</footer>`;
}
