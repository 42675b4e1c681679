import 'reflect-metadata';
import { getMetadataArgsStorage } from 'typeorm';
import { listAccountProperties } from '../../../../src/platform/database/account-column';
import { persistence } from '../../../../src/persistence';

/** Columns with account ids that may outlive the account, and why. */
const mayOutlive: Record<string, string> = {
  'ClinicianEntity.userId': 'a trusted server may name somebody whose account is elsewhere',
  'ClinicDeletionEntity.userId': 'the record of who was removed',
  'ClinicDeletionEntity.deletedBy': 'the record of who has removed somebody',
  'AuditEntryEntity.subjectId': 'the record of access',
  'AuditReadEntity.subjectId': 'the record of access',
  'PrescriptionEntity.prescriberUserId': 'the signature under a prescription',
  'PrescriptionEntity.createdUserId': 'the signature under a prescription',
  'PrescriptionEntity.modifiedUserId': 'the signature under a prescription',
  'PrescriptionEntity.deletedUserId': 'the signature under a prescription',
  'PrescriptionRevisionEntity.createdUserId': 'the signature under a prescription',
};

const namesAccount =
  /(user|owner|subject|actor|creator|requester|recipient|followed|follower|sharer|grantee|author|account|clinician)Id$|^deletedBy$/i;

describe('a column with an account id', () => {
  it('is marked, so that nothing is stored for a deleted account, or has a reason', () => {
    const columns = getMetadataArgsStorage().columns.filter(
      ({ target, propertyName }) =>
        persistence.entities.includes(target as new () => object) && namesAccount.test(propertyName),
    );
    const unmarked = columns
      .filter(({ target, propertyName }) => !listAccountProperties(target).includes(propertyName))
      .map(({ target, propertyName }) => `${(target as { name: string }).name}.${propertyName}`);
    expect(columns.length).toBeGreaterThan(40);
    expect(unmarked.sort()).toEqual(Object.keys(mayOutlive).sort());
  });
});
