import {
  json,
  metadata,
  objectType,
  shortText,
  text,
  textList,
  time,
} from '../../platform/validation/builders';
import type { Field } from '../../platform/validation/vocabulary';
import { dataSourceState, providerType } from './vocabulary';

const sessionId = '^[0-9a-z]{32}$';
const dataSetId = '^(upid_[0-9a-f]{12}|upid_[0-9a-f]{32}|[0-9a-f]{32})$';

/** More than any provider has ever needed; all of them are checked for each read of records. */
const mostDataSets = 1_000;

const facts: readonly Field[] = [
  shortText('providerExternalId', { description: 'Id of the account at the provider.' }),
  text('state', {
    enumeration: dataSourceState,
    description: 'Whether data is being imported: connected, disconnected or failing.',
  }),
  metadata('metadata', {
    description: 'Metadata of the importer: JSON, whose keys it chooses, at most 4096 bytes.',
  }),
  json('error', {
    description:
      'Why imports fail: JSON in the form of the provider, a string, an object with `code`, `title` or `detail`, or several of them.',
  }),
  textList('dataSetIds', {
    isId: true,
    itemPattern: dataSetId,
    unique: true,
    maxItems: mostDataSets,
    forbiddenWhen: { anyPresent: ['dataSetId'] },
    description: 'Ids of the data sets with imported records.',
  }),
  text('dataSetId', {
    isId: true,
    pattern: dataSetId,
    description: 'A single data set id, instead of `dataSetIds`.',
  }),
  time('earliestDataTime', {
    nonZero: true,
    past: true,
    description: 'Time of the oldest imported record.',
  }),
  time('latestDataTime', {
    nonZero: true,
    past: true,
    notBefore: 'earliestDataTime',
    description: 'Time of the newest imported record.',
  }),
  time('lastImportTime', { nonZero: true, past: true, description: 'When data was last imported.' }),
];

/** The body for a new data source. */
export const dataSourceBody = objectType('NewDataSource', {
  description: 'A data source to create.',
  fields: [
    text('providerType', { required: true, enumeration: providerType, description: 'Always `oauth`.' }),
    shortText('providerName', { required: true, description: 'Name of the provider.' }),
    text('providerSessionId', {
      isId: true,
      pattern: sessionId,
      description: 'Id of the linked provider session.',
    }),
    ...facts,
  ],
});

/** The changes that a trusted server may make to a data source. */
export const dataSourceUpdateBody = objectType('DataSourceUpdate', {
  description: 'Changes to a data source. Absent fields stay unchanged.',
  fields: [
    text('providerSessionId', {
      isId: true,
      pattern: sessionId,
      requiredWhen: { field: 'state', in: ['connected'] },
      allowedWhen: { field: 'state', in: ['connected'] },
      description: 'Id of the linked provider session, together with `state` connected.',
    }),
    ...facts,
  ],
});
