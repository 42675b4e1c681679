import { ClinicSizeName, ClinicTypeName } from '../../../resolvers/care/clinics/clinics.types';
import { GlucoseUnits } from '../../../resolvers/records/data/glucose-units';
import { isoTime } from '../../../src/platform/clock';
import type { ClinicianPartsFragment, ClinicPartsFragment } from '../../generated/operations';
import type { Instant, Shown } from '../../shown';

export const instantOnWire = (time: Instant): string => (typeof time === 'number' ? isoTime(time) : time);

/** A value under the name that clients know, whether it has that name in the graph or not. */
export const onWire = (names: Readonly<Record<string, string>>, value: string): string =>
  names[value] ?? value;

type ShownClinic = Shown<ClinicPartsFragment>;

type ShownLabel = NonNullable<ShownClinic['sites']>[number];

/** A tag or site with its number of patients, omitted if zero. */
export const labelOnWire = ({ id, name, numPatients }: ShownLabel) => ({
  id,
  name,
  ...(numPatients > 0 && { numPatients }),
});

const optionalTexts = ['address', 'city', 'postalCode', 'state', 'country', 'website', 'timezone'] as const;

/** A clinic in the form of clients; unknown and hidden fields are omitted. */
export function clinicOnWire(clinic: ShownClinic): Record<string, unknown> {
  const { clinicType, clinicSize, phoneNumbers, suppressedNotifications, patientTags, sites } = clinic;
  return {
    id: clinic.id,
    name: clinic.name,
    ...Object.fromEntries(
      optionalTexts.flatMap((name) => (clinic[name] == null ? [] : [[name, clinic[name]]])),
    ),
    ...(phoneNumbers != null && {
      phoneNumbers: phoneNumbers.map(({ type, number }) => ({ ...(type != null && { type }), number })),
    }),
    ...(clinicType != null && { clinicType: onWire(ClinicTypeName, clinicType) }),
    ...(clinicSize != null && { clinicSize: onWire(ClinicSizeName, clinicSize) }),
    preferredBgUnits: onWire(GlucoseUnits, clinic.preferredBgUnits),
    shareCode: clinic.shareCode,
    canMigrate: clinic.canMigrate,
    tier: clinic.tier,
    tierDescription: clinic.tierDescription,
    ...(suppressedNotifications != null && {
      suppressedNotifications: {
        ...(suppressedNotifications.patientClinicInvitation != null && {
          patientClinicInvitation: suppressedNotifications.patientClinicInvitation,
        }),
      },
    }),
    createdTime: instantOnWire(clinic.createdTime),
    updatedTime: instantOnWire(clinic.updatedTime),
    ...(patientTags != null && { patientTags: patientTags.map(labelOnWire) }),
    ...(sites != null && { sites: sites.map(labelOnWire) }),
  };
}

/** A clinician in the form of clients: invited if there is an `inviteId`, a member if there is an `id`. */
export const clinicianOnWire = (
  clinician: Shown<Omit<ClinicianPartsFragment, 'clinicId'>>,
): Record<string, unknown> => ({
  ...(clinician.userId != null && { id: clinician.userId }),
  ...(clinician.inviteId != null && { inviteId: clinician.inviteId }),
  email: clinician.email ?? '',
  ...(clinician.name != null && { name: clinician.name }),
  roles: clinician.roles,
  createdTime: instantOnWire(clinician.createdTime),
  updatedTime: instantOnWire(clinician.updatedTime),
});
