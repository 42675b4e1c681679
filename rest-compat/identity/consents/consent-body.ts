import { as, BodyTable, described, field, required, type BodyField } from '../../body-table';
import { greatestInteger } from '../../json-body';

const donation = new BodyTable(
  'GrantConsentInput',
  {
    supportedOrganizations: as('organizations', field.texts),
  },
  'as absent',
);

/** Details of a data donation in the API reference. */
export const donationSchema = donation.schema;

/** The organizations that a data donation supports; none without metadata. */
export const organizations: BodyField<string[]> = {
  read(body, name) {
    const metadata = body.inner(name);
    return (metadata && donation.read(metadata).organizations) ?? [];
  },
};

/** The version of a consent. Those that are too great for the graph are as unknown as its greatest. */
const version: BodyField<number | undefined> = {
  read: (body, name) =>
    Number.isInteger(body.given(name)) && Number(body.given(name)) > greatestInteger
      ? greatestInteger
      : body.optional(name, 'integer'),
};

/** A consent in a body, and who signs it. */
export const newConsent = new BodyTable(
  'GrantConsentInput',
  {
    type: required(field.text),
    version: described({ minimum: 1 }, required(version)),
    ageGroup: described({ enum: ['<13', '13-17', '>=18'] }, required(field.text)),
    ownerName: required(field.text),
    parentGuardianName: field.text,
    grantorType: described({ enum: ['owner', 'parent/guardian'] }, required(field.text)),
    metadata: as('organizations', organizations),
  },
  'as absent',
);
