import { readFileSync } from 'node:fs';
import { buildSchema, getNamedType, isInputObjectType, isObjectType } from 'graphql';

const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));

const inBoth = (type: string, field: string) => [`${type}.${field}`, `${type}Input.${field}`];

const inPrescription = (part: string) => (field: string) => inBoth(`Prescription${part}`, field);

/** Texts that look like one of a few words, and why they are no enumerations. */
const texts: Readonly<Record<string, readonly string[]>> = {
  'The hash that a prescriber confirms is computed from these words, so clients send and get them unchanged.':
    [
      ...['state', 'accountType', 'sex', 'training', 'therapySettings'].flatMap(inPrescription('Attributes')),
      ...['method', 'weightUnits'].flatMap(inPrescription('Calculator')),
      ...inPrescription('Weight')('units'),
      ...['bloodGlucoseUnits', 'insulinModel'].flatMap((field) => inBoth('PrescribedSettings', field)),
      ...inBoth('PrescribedMaximum', 'units'),
    ],
  'A wrong word is one of several findings about a form, as in REST, so the graph takes and returns the same words.':
    [
      ...['ConsentRecord.ageGroup', 'ConsentRecord.grantorType', 'GrantConsentInput.ageGroup'],
      ...inBoth('PatientDataSource', 'state'),
      ...['CreateUserInput.roles', 'UpdateUserInput.roles', 'UpdateMetadataInput.collection'],
    ],
  'Names of permissions, or one of two words for all or none of them.': [
    ...['RelatedUserFilter.given', 'RelatedUserFilter.received'],
  ],
  'Written by applications or by the operator, which no rule checks.': [
    ...['PatientProfile.biologicalSex', 'OAuthClient.roles'],
  ],
  'Units of anything, or names of units that people choose.': [
    ...inBoth('FoodAmount', 'units'),
    'ReportFigure.units',
  ],
  'States of sources as clinics were told of them, by any release.': ['SourceStateCount.state'],
  'A state is a region, or what another service sent along.': [
    ...['Clinic.state', 'CreateClinicInput.state', 'UpdateClinicInput.state', 'ConnectProviderInput.state'],
  ],
  'A media type, of which the registry has more every year.': ['DeviceLog.mediaType'],
  'Tells what kind of record it is, as in all other records.': [
    ...['Automated', 'Scheduled', 'Temporary'].map((kind) => `Suppressed${kind}Basal.type`),
  ],
};

/** Names of what is usually one of a few words. */
const name = /(state|status|kind|units|sex|method|category|roles?|gender)$/i;

/** A description that lists words, unless they are examples: `a` or `b`, or always `a`. */
const lists = (description: string): boolean =>
  /`[^`]+`(, `[^`]+`)*,? or `[^`]+`|\b[Aa]lways `[^`]+`|^`[^`]+`$/.test(
    description.replaceAll(/such as (`[^`]+`(, | or )?)+/g, ''),
  );

it('a text that is one of a few words is an enumeration, or it is known why not', () => {
  const found = new Set<string>();
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__') || !(isObjectType(type) || isInputObjectType(type))) continue;
    for (const field of Object.values(type.getFields())) {
      if (String(getNamedType(field.type)) !== 'String' || field.name === 'cursor') continue;
      if (name.test(field.name) || lists(field.description ?? '')) found.add(`${type.name}.${field.name}`);
    }
  }
  expect([...found].toSorted()).toEqual(Object.values(texts).flat().toSorted());
});
