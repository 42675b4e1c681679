import { alertsSchemas } from './alerts.schemas';
import { clinicOperationSchemas } from './clinic-operations.schemas';
import { clinicSchemas } from './clinics.schemas';
import { consentSchemas } from './consents.schemas';
import { dataSchemas } from './data.schemas';
import { dataSourceSchemas } from './data-sources.schemas';
import { ehrSchemas } from './ehr.schemas';
import { xealthSchemas } from './xealth.schemas';
import { messageSchemas } from './messages.schemas';
import { patientSchemas } from './patients.schemas';
import { prescriptionSchemas } from './prescriptions.schemas';
import { restrictedTokenSchemas } from './restricted-tokens.schemas';
import type { JsonSchema } from './route';
import { sharingSchemas } from './sharing.schemas';
import { storageSchemas } from './storage.schemas';
import { summarySchemas } from './summaries.schemas';
import { taskSchemas } from './tasks.schemas';

/** A reference to a schema of the document. */
export const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

export const arrayOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items });

const text = (description: string): JsonSchema => ({ type: 'string', description });
const texts = (description: string): JsonSchema => ({
  type: 'array',
  items: { type: 'string' },
  description,
});
const flag = (description: string): JsonSchema => ({ type: 'boolean', description });
const instant = (description: string): JsonSchema => ({ type: 'string', format: 'date-time', description });

/** The payload under `data`, with the trace of the request beside it. */
export const dataEnvelope = (data: JsonSchema): JsonSchema => ({
  type: 'object',
  required: ['data', 'meta'],
  properties: {
    data,
    meta: {
      type: 'object',
      properties: {
        trace: {
          type: 'object',
          properties: { request: text('Id of the request.'), session: text('Id of the client’s session.') },
        },
      },
    },
  },
});

/** Schemas of the API reference that do not come from the table of record types. */
export const schemas: Record<string, JsonSchema> = {
  ...alertsSchemas,
  ...clinicSchemas,
  ...clinicOperationSchemas,
  ...ehrSchemas,
  ...xealthSchemas,
  ...patientSchemas,
  ...prescriptionSchemas,
  ...consentSchemas,
  ...dataSchemas,
  ...dataSourceSchemas,
  ...summarySchemas,
  ...taskSchemas,
  ...messageSchemas,
  ...restrictedTokenSchemas,
  ...sharingSchemas,
  Error: {
    type: 'object',
    required: ['code', 'message'],
    properties: {
      code: { type: 'integer', description: 'The HTTP status.' },
      message: text('A sentence for people.'),
      errors: {
        type: 'array',
        description: 'Everything that is wrong with the request.',
        items: {
          type: 'object',
          required: ['code', 'title', 'detail'],
          properties: {
            code: text('Stable text for programs.'),
            title: text('What the code says in a few words.'),
            detail: text('A sentence that names the value and the rule.'),
            source: {
              type: 'object',
              properties: {
                pointer: text('JSON pointer into the body.'),
                parameter: text('Name of a query parameter.'),
              },
            },
          },
        },
      },
    },
  },
  NewUser: {
    type: 'object',
    required: ['username', 'emails', 'password'],
    properties: {
      username: text('The same as the first e-mail address.'),
      emails: texts('E-mail addresses; the first one counts.'),
      password: text('8 to 72 characters without blanks.'),
      roles: texts('patient (when absent), clinician or clinic.'),
    },
  },
  UserUpdates: {
    type: 'object',
    required: ['updates'],
    properties: {
      updates: {
        type: 'object',
        properties: {
          username: text('New name to log in with.'),
          emails: texts('New e-mail addresses.'),
          password: text('New password.'),
          roles: texts('New roles; for trusted servers.'),
          termsAccepted: instant('When the terms of use were accepted.'),
          emailVerified: flag('The address is known to be the owner’s; for trusted servers.'),
        },
      },
      keepOtherSessions: flag(
        'A new password or address ends all other sessions of the account; with true they go on.',
      ),
    },
  },
  User: {
    type: 'object',
    required: ['userid', 'emailVerified'],
    properties: {
      userid: text('Id of the account.'),
      username: text('The e-mail address.'),
      emails: texts('The e-mail address.'),
      emailVerified: flag('The owner has confirmed the address.'),
      roles: texts('What the account is for.'),
      termsAccepted: instant('When the owner accepted the terms of use.'),
      passwordExists: flag('The account has a password; for trusted servers.'),
      createdTime: instant('When the account was opened; for trusted servers.'),
    },
  },
  TokenData: {
    type: 'object',
    required: ['isserver', 'userid', 'expires_at'],
    properties: {
      isserver: flag('The token is that of a trusted server.'),
      userid: text('Account that the token stands for.'),
      expires_at: { type: 'integer', description: 'When the token stops working, in Unix seconds.' },
      identityProvider: text('External identity provider that the person logged in with; absent otherwise.'),
    },
  },
  Info: {
    type: 'object',
    required: ['auth', 'versions'],
    properties: {
      auth: {
        type: 'object',
        properties: {
          url: text('Address of the token service.'),
          realm: text('Realm that people log in to.'),
        },
      },
      versions: {
        type: 'object',
        properties: {
          uploaderMinimum: text('Oldest desktop uploader that may upload.'),
          loop: {
            type: 'object',
            properties: {
              minimumSupported: text('Oldest phone app that is supported.'),
              criticalUpdateNeeded: texts('Versions that must be updated at once.'),
            },
          },
        },
      },
    },
  },
  ServerTime: {
    type: 'object',
    properties: { data: { type: 'object', properties: { time: instant('The time.') } } },
  },
  DataSet: {
    type: 'object',
    description: 'One upload session.',
    required: ['id', 'uploadId', 'type', 'dataSetType', 'time', 'createdTime', 'modifiedTime'],
    additionalProperties: true,
    properties: {
      id: text('Id of the data set.'),
      uploadId: text('Id of the data set in addresses.'),
      type: { type: 'string', enum: ['upload'] },
      dataSetType: { type: 'string', enum: ['normal', 'continuous'] },
      time: instant('When the upload began.'),
      createdTime: instant('When the data set was created.'),
      modifiedTime: instant('When the data set was last changed.'),
      deletedTime: instant('When the data set was deleted.'),
    },
  },
  ...storageSchemas,
};
