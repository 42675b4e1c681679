import type { RequestContext, Subjects } from '../../../src/request/request-context';

/** Puts on record that a field has shown data of these, where no rule of the graph is asked about each of them. */
export const noteShown = (context: RequestContext, field: string, subjects: Subjects): Promise<void> =>
  context.noteAccess(subjects, { field, isChange: false, isAllowed: true });
