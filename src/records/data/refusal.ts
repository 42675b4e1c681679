import { ApiError, conflict } from '../../platform/errors';

/** The data set accepts no more records and cannot be closed again. */
export function closedDataSet(): ApiError {
  const detail = 'The data set is closed.';
  return conflict(detail, [{ code: 'data-set-closed', title: 'data set is closed', detail }]).about(
    'dataSetId',
  );
}

/** The data set does not exist, or is deleted. */
export function unknownDataSet(): ApiError {
  const detail = 'There is no data set with this id.';
  return new ApiError('NOT_FOUND', detail, {
    findings: [{ code: 'data-set-id-not-found', title: 'data set does not exist', detail }],
  }).about('dataSetId');
}
