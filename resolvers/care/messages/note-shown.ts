import type { RequestContext } from '../../../src/request/request-context';
import type { Subjects } from '../../../src/request/subjects';

/** Logs that a field has shown data of these accounts, for fields without a rule per account. */
export const noteShown = (context: RequestContext, field: string, subjects: Subjects): Promise<void> =>
  context.noteAccess(subjects, { field, isChange: false, isAllowed: true });
