import type { Config } from '../../platform/config';
import type { Logger } from '../../platform/logging';
import { builtInTexts } from './consent-texts';

/** Warns the operator that people are asked to consent to placeholder texts. */
export function warnOfPlaceholders({ CONSENTS_FILE }: Pick<Config, 'CONSENTS_FILE'>, log: Logger): void {
  if (CONSENTS_FILE !== undefined) return;
  log.warn(
    { consents: builtInTexts.map(({ type, version }) => `${type} ${version}`), setting: 'CONSENTS_FILE' },
    'The consent texts are placeholders. Set CONSENTS_FILE to a file with your own texts',
  );
}
