import type { Config } from '../config';
import type { Logger } from '../logging';
import { builtInTexts } from './consent-texts';

/** Tells the operator that people are asked to agree to texts which nobody has written for this service. */
export function warnOfPlaceholders({ CONSENTS_FILE }: Pick<Config, 'CONSENTS_FILE'>, log: Logger): void {
  if (CONSENTS_FILE !== undefined) return;
  log.warn(
    { consents: builtInTexts.map(({ type, version }) => `${type} ${version}`), setting: 'CONSENTS_FILE' },
    'The consent texts are placeholders. Set CONSENTS_FILE to a file that lists your own texts',
  );
}
