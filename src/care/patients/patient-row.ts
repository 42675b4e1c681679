import { newClinicId } from '../../platform/ids';
import { digestOf, fold, searchableTexts, sortKey } from '../../platform/folding';
import { areStandard } from './glycemic-ranges';
import { clearablePatientFields, type ClearablePatientField } from './patient-fields';
import { PatientEntity } from './patient.entity';

type Known = Pick<PatientEntity, 'fullName' | 'birthDate' | 'email' | 'mrn' | 'glycemicRanges'>;

/** Values of the clearable columns when they are empty. */
const nothingKnown = Object.fromEntries(clearablePatientFields.map((field) => [field, null])) as Record<
  ClearablePatientField,
  null
>;

/** Comparison key of record numbers: ignores case and accents; spaces count. */
export const mrnDigest = (mrn: string): string => digestOf(fold(mrn));

/** Columns derived from others: for sorting, searching and comparing. */
export const derivedColumns = ({ fullName, birthDate, email, mrn, glycemicRanges }: Known) => ({
  nameKey: sortKey(fullName),
  searchText: searchableTexts(fullName, email, mrn, birthDate),
  mrnDigest: mrn === null ? null : mrnDigest(mrn),
  hasStandardRanges: areStandard(glycemicRanges),
});

type New = Pick<PatientEntity, 'clinicId' | 'userId' | 'fullName' | 'birthDate' | 'permissions'> &
  Partial<PatientEntity>;

/** A new patient record; details that are not given are empty. */
export function newPatientRow(told: New, time: number): PatientEntity {
  const row = Object.assign(new PatientEntity(), {
    id: newClinicId(time),
    ...nothingKnown,
    uniqueMrnDigest: null,
    dataSources: null,
    connectionRequests: [],
    reviews: [],
    lastReviewedTime: null,
    lastUploadReminderTime: null,
    invitedBy: null,
    isMigrated: false,
    legacyClinicianIds: [],
    createdTime: time,
    updatedTime: time,
    ...told,
  });
  return Object.assign(row, derivedColumns(row));
}
