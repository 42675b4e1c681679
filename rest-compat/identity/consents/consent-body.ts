import { as, BodyTable, described, field, required, type BodyField } from '../../body-table';

const donation = new BodyTable('GrantConsentInput', {
  supportedOrganizations: as('organizations', field.texts),
});

/** Details of a data donation in the API reference. */
export const donationSchema = donation.schema;

/** The organizations that a data donation supports; none without metadata. */
export const organizations: BodyField<string[]> = {
  read(body, name) {
    const metadata = body.inner(name);
    return (metadata && donation.read(metadata).organizations) ?? [];
  },
};

/** A consent in a body, and who signs it. */
export const newConsent = new BodyTable('GrantConsentInput', {
  type: required(field.text),
  version: described({ minimum: 1 }, required(field.integer)),
  ageGroup: described({ enum: ['<13', '13-17', '>=18'] }, required(field.text)),
  ownerName: required(field.text),
  parentGuardianName: field.text,
  grantorType: described({ enum: ['owner', 'parent/guardian'] }, required(field.text)),
  metadata: as('organizations', organizations),
});
