import type { Config } from '../../../platform/config';
import { html, type Html } from './html';

/** Settings with the addresses of terms and privacy policy. */
export type LegalAddresses = Pick<Config, 'TERMS_URL' | 'PRIVACY_URL'>;

/** Opens in a new tab, so that the form keeps its content. */
const link = (address: string, name: string): Html =>
  html`<a
    href="${address}"
    target="_blank"
    rel="noopener noreferrer"
    aria-label="${name} (opens in a new tab)"
    >${name}</a
  >`;

/** Links to the terms and the privacy policy, if configured. */
export function legalLinks({ TERMS_URL, PRIVACY_URL }: LegalAddresses): Html | undefined {
  const links = [
    ...(TERMS_URL === undefined ? [] : [link(TERMS_URL, 'Terms of use')]),
    ...(PRIVACY_URL === undefined ? [] : [link(PRIVACY_URL, 'Privacy policy')]),
  ];
  return links.length === 0 ? undefined : html`<footer class="legal">${links}</footer>`;
}
