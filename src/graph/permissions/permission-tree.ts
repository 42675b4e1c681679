import type { IRules } from 'graphql-shield';
import { accessLogRules } from './access-log';
import { accountRules } from './accounts';
import { alertsRules } from './alerts';
import { confirmationRules } from './confirmations';
import { clinicInvitationRules } from './clinic-invitations';
import { clinicOperationRules } from './clinic-operations';
import { clinicRules } from './clinics';
import { patientRules } from './patients';
import { consentRules } from './consents';
import { dataRules } from './data';
import { dataSourceRules } from './data-sources';
import { datumRules } from './datum';
import { ehrRules } from './ehr';
import { exportRules } from './exports';
import { closeToForeignClients } from './foreign-clients';
import { deviceTokenRules } from './device-tokens';
import { identityProviderRules } from './identity-providers';
import { messageRules } from './messages';
import { metadataRules } from './metadata';
import { metricsRules } from './metrics';
import { prescriptionRules } from './prescriptions';
import { restrictedTokenRules } from './restricted-tokens';
import { sessionRules } from './sessions';
import { generalRules, sharingRules } from './sharing';
import { storageRules } from './storage';
import { summaryRules } from './summaries';
import { taskRules } from './tasks';

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
export const permissionTree = (): IRules => closeToForeignClients(areaRules());

const areaRules = (): IRules =>
  merge(
    accountRules,
    accessLogRules,
    metadataRules,
    sharingRules,
    confirmationRules,
    alertsRules,
    generalRules,
    dataRules,
    dataSourceRules,
    taskRules,
    datumRules(),
    deviceTokenRules,
    messageRules,
    metricsRules,
    ehrRules,
    exportRules,
    clinicRules,
    clinicInvitationRules,
    clinicOperationRules,
    patientRules,
    prescriptionRules,
    consentRules,
    identityProviderRules,
    storageRules,
    summaryRules,
    restrictedTokenRules,
    sessionRules,
  );
