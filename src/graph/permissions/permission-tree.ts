import type { IRules } from 'graphql-shield';
import { accountRules } from './accounts';
import { consentRules } from './consents';
import { dataRules } from './data';
import { datumRules } from './datum';
import { messageRules } from './messages';
import { metadataRules } from './metadata';
import { metricsRules } from './metrics';
import { restrictedTokenRules } from './restricted-tokens';
import { sessionRules } from './sessions';
import { generalRules, sharingRules } from './sharing';
import { storageRules } from './storage';

type RuleOfField = Record<string, unknown>;

/** One tree out of the trees of the areas; types such as `Query` and `User` get fields from several. */
function merge(...trees: IRules[]): IRules {
  const merged: Record<string, RuleOfField> = {};
  for (const tree of trees) {
    for (const [type, fields] of Object.entries(tree as Record<string, RuleOfField>)) {
      merged[type] = { ...merged[type], ...fields };
    }
  }
  return merged as IRules;
}

/**
 * The rule of every field that is guarded. A field that is not named here and leads to an object is refused. Called
 * once the schema is built.
 */
export const permissionTree = (): IRules =>
  merge(
    accountRules,
    metadataRules,
    sharingRules,
    generalRules,
    dataRules,
    datumRules(),
    messageRules,
    metricsRules,
    consentRules,
    storageRules,
    restrictedTokenRules,
    sessionRules,
  );
