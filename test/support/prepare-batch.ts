import { prepareInSteps, type PreparedBatch } from '../../src/records/data/record-types/prepare-batch';

/** Validates and normalizes a batch as an upload does, in one go. */
export function prepareBatch(body: unknown): PreparedBatch {
  const steps = prepareInSteps(body);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
