import { json, metadata, objectType, shortText, text, textList, time } from '../data/record-types/builders';
import type { Field } from '../data/record-types/vocabulary';
import { dataSourceState, providerType } from './vocabulary';

const sessionId = '^[0-9a-z]{32}$';
const dataSetId = '^(upid_[0-9a-f]{12}|upid_[0-9a-f]{32}|[0-9a-f]{32})$';

/** More than any provider has ever filled; all of them are looked at for each reading of records. */
const mostDataSets = 1_000;

const facts: readonly Field[] = [
  shortText('providerExternalId', { description: 'What the provider knows the account by.' }),
  text('state', { enumeration: dataSourceState, description: 'Whether data are imported.' }),
  metadata('metadata', { description: 'Free-form facts of who imports, at most 4096 bytes.' }),
  json('error', {
    description: 'Why imports fail: a sentence, an object with `detail`, or several of them.',
  }),
  textList('dataSetIds', {
    itemPattern: dataSetId,
    unique: true,
    maxItems: mostDataSets,
    forbiddenWhen: { anyPresent: ['dataSetId'] },
    description: 'Data sets that the imported records lie in.',
  }),
  text('dataSetId', { pattern: dataSetId, description: 'The only one of them, in place of `dataSetIds`.' }),
  time('earliestDataTime', { past: true, description: 'Time of the oldest imported record.' }),
  time('latestDataTime', {
    past: true,
    notBefore: 'earliestDataTime',
    description: 'Time of the newest imported record.',
  }),
  time('lastImportTime', { past: true, description: 'When data were last imported.' }),
];

/** What a trusted server says of a new data source. */
export const dataSourceBody = objectType('NewDataSource', {
  description: 'A data source to create.',
  fields: [
    text('providerType', { required: true, enumeration: providerType, description: 'Always `oauth`.' }),
    shortText('providerName', { required: true, description: 'Name of the provider.' }),
    text('providerSessionId', {
      pattern: sessionId,
      description: 'The provider session that the source is linked to.',
    }),
    ...facts,
  ],
});

/** What a trusted server may change of a data source. */
export const dataSourceUpdateBody = objectType('DataSourceUpdate', {
  description: 'What to change of a data source; what is absent stays.',
  fields: [
    text('providerSessionId', {
      pattern: sessionId,
      requiredWhen: { field: 'state', in: ['connected'] },
      allowedWhen: { field: 'state', in: ['connected'] },
      description: 'The provider session that the source is linked to, with `state` connected.',
    }),
    ...facts,
  ],
});
