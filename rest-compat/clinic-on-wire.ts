import { ClinicSizeName, ClinicTypeName } from '../resolvers/clinics.types';
import { GlucoseUnits } from '../resolvers/data/glucose-units';
import { isoTime } from '../src/clock';

/** Milliseconds since the epoch, or their text. */
export type Instant = number | string;

export const instantOnWire = (time: Instant): string => (typeof time === 'number' ? isoTime(time) : time);

/** A value under the name that clients know, whether it comes by the graph's name or not. */
export const onWire = (names: Readonly<Record<string, string>>, value: string): string =>
  names[value] ?? value;

interface ShownLabel {
  id: string;
  name: string;
  numPatients: number;
}

/** A tag or site with its number of patients, which is left out when there are none. */
export const labelOnWire = ({ id, name, numPatients }: ShownLabel) => ({
  id,
  name,
  ...(numPatients > 0 && { numPatients }),
});

interface ShownClinic {
  id: string;
  name: string;
  address?: string | null;
  city?: string | null;
  postalCode?: string | null;
  state?: string | null;
  country?: string | null;
  phoneNumbers?: readonly { type?: string | null; number: string }[] | null;
  clinicType?: string | null;
  clinicSize?: string | null;
  website?: string | null;
  preferredBgUnits: string;
  timezone?: string | null;
  shareCode: string;
  canMigrate: boolean;
  tier: string;
  tierDescription: string;
  suppressedNotifications?: { patientClinicInvitation?: boolean | null } | null;
  createdTime: Instant;
  updatedTime: Instant;
  patientTags?: readonly ShownLabel[] | null;
  sites?: readonly ShownLabel[] | null;
}

const optionalTexts = ['address', 'city', 'postalCode', 'state', 'country', 'website', 'timezone'] as const;

/** A clinic as clients know it; what is not known, or not for the caller to see, is left out. */
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

interface ShownClinician {
  userId?: string | null;
  inviteId?: string | null;
  email?: string | null;
  name?: string | null;
  roles: readonly string[];
  createdTime: Instant;
  updatedTime: Instant;
}

/** Somebody of a clinic as clients know them: invited while there is an `inviteId`, a member once there is an `id`. */
export const clinicianOnWire = (clinician: ShownClinician): Record<string, unknown> => ({
  ...(clinician.userId != null && { id: clinician.userId }),
  ...(clinician.inviteId != null && { inviteId: clinician.inviteId }),
  email: clinician.email ?? '',
  ...(clinician.name != null && { name: clinician.name }),
  roles: clinician.roles,
  createdTime: instantOnWire(clinician.createdTime),
  updatedTime: instantOnWire(clinician.updatedTime),
});
