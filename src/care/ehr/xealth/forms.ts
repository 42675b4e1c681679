import { randomUUID } from 'node:crypto';
import type { LabelName } from '../../patients/labels/label';
import type { Json } from '../json-fields';
import type { XealthPerson } from './event';

/** Providers that the form offers as data sources. */
export const offeredConnections = ['dexcom', 'abbott'] as const;

/** A form of Xealth: its content, schema and layout, in JSON Forms (react-jsonschema-form) format. */
export interface PreorderForm {
  dataTrackingId: string;
  /** True if the order cannot be placed after this form. */
  notOrderable: boolean;
  preorderFormInfo: { formId: string; formData: Json; formSchema: Json; uiSchema: Json };
}

const text = (title: string, more: Json = {}): Json => ({ type: 'string', title, ...more });

const section = (properties: Json, required: string[] = []): Json => ({
  type: 'object',
  title: '',
  ...(required.length > 0 && { required }),
  properties,
});

const connectionTitles = { dexcom: 'Ask to connect Dexcom', abbott: 'Ask to connect FreeStyle Libre' };

const connectionSections = (): Json =>
  Object.fromEntries(
    offeredConnections.map((name) => [
      name,
      section({ connect: { type: 'boolean', title: connectionTitles[name] } }),
    ]),
  );

/** The tag section, if the clinic has any tags. */
const tagSection = (tags: readonly LabelName[]): Json =>
  tags.length === 0
    ? {}
    : {
        tags: section({
          ids: {
            type: 'array',
            title: 'Tags',
            uniqueItems: true,
            items: {
              type: 'string',
              enum: tags.map(({ id }) => id),
              enumNames: tags.map(({ name }) => name),
            },
          },
        }),
      };

const patientSection = section(
  {
    email: text("Patient's email", {
      format: 'email',
      description: 'Used by the patient to claim the account.',
    }),
  },
  ['email'],
);

const guardianSection = section(
  {
    firstName: text("Guardian's first name"),
    lastName: text("Guardian's last name"),
    email: text("Guardian's email", {
      format: 'email',
      description: 'Used by a parent or guardian to claim the account.',
    }),
  },
  ['firstName', 'lastName', 'email'],
);

/** The form for a person without account: for the patient, or for the guardian of a child. */
export function enrollmentForm(
  { fullName, email }: XealthPerson,
  { brand, isChild, tags }: { brand: string; isChild: boolean; tags: readonly LabelName[] },
): PreorderForm {
  const address = email === null ? {} : { email };
  const who = isChild ? 'guardian' : 'patient';
  const properties = {
    [who]: isChild ? guardianSection : patientSection,
    ...connectionSections(),
    ...tagSection(tags),
  };
  return {
    dataTrackingId: randomUUID(),
    notOrderable: false,
    preorderFormInfo: {
      formId: isChild ? 'guardian_enrollment_form' : 'patient_enrollment_form',
      formData: {
        [who]: isChild ? { firstName: '', lastName: '', ...address } : address,
        ...Object.fromEntries(offeredConnections.map((name) => [name, { connect: false }])),
        ...(tags.length > 0 && { tags: { ids: [] } }),
      },
      formSchema: {
        type: 'object',
        title: `Add ${fullName === '' ? 'the patient' : fullName} to ${brand}`,
        description: isChild
          ? 'The patient is under 13 years of age, so a parent or guardian claims the account.'
          : 'These details are needed to open an account for the patient.',
        properties,
      },
      uiSchema: {
        'ui:order': Object.keys(properties),
        ...(isChild && { guardian: { 'ui:order': ['firstName', 'lastName', 'email'] } }),
        ...(tags.length > 0 && { tags: { ids: { 'ui:widget': 'checkboxes' } } }),
      },
    },
  };
}

/** A form that only explains why the order cannot be placed. */
export const errorForm = (
  trackingId: string | null,
  formData: Json,
  sentences: readonly string[],
): PreorderForm => {
  const properties = Object.fromEntries(
    sentences.map((description, index) => [`error_${index}`, { type: 'null', title: ' ', description }]),
  );
  return {
    dataTrackingId: trackingId ?? randomUUID(),
    notOrderable: true,
    preorderFormInfo: {
      formId: 'error_form',
      formData,
      formSchema: { type: 'object', title: 'The patient cannot be added', properties },
      uiSchema: { 'ui:order': Object.keys(properties) },
    },
  };
};
