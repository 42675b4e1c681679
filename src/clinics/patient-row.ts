import { newClinicId } from '../ids';
import { digestOf, fold, searchableTexts, sortKey } from './folding';
import { areStandard } from './glycemic-ranges';
import { PatientEntity } from './patient.entity';

type Known = Pick<PatientEntity, 'fullName' | 'birthDate' | 'email' | 'mrn' | 'glycemicRanges'>;

/** What record numbers are compared by: case and accents do not count, blanks do. */
export const mrnDigest = (mrn: string): string => digestOf(fold(mrn));

/** The columns that follow from others: for sorting, searching and comparing. */
export const derivedColumns = ({ fullName, birthDate, email, mrn, glycemicRanges }: Known) => ({
  nameKey: sortKey(fullName),
  searchText: searchableTexts(fullName, email, mrn, birthDate),
  mrnDigest: mrn === null ? null : mrnDigest(mrn),
  hasStandardRanges: areStandard(glycemicRanges),
});

type New = Known &
  Pick<PatientEntity, 'clinicId' | 'userId' | 'permissions'> &
  Partial<
    Pick<
      PatientEntity,
      | 'uniqueMrnDigest'
      | 'targetDevices'
      | 'diagnosisType'
      | 'dataSources'
      | 'invitedBy'
      | 'isMigrated'
      | 'legacyClinicianIds'
    >
  >;

/** A patient as it begins. */
export const newPatientRow = (known: New, time: number): PatientEntity =>
  Object.assign(new PatientEntity(), {
    id: newClinicId(time),
    uniqueMrnDigest: null,
    targetDevices: null,
    diagnosisType: null,
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
    ...known,
    ...derivedColumns(known),
  });
