import type { Json } from '../../support/api';
import { run } from './paged-lists';

/** What a mutation changes, made by a test. */
export interface Changed {
  token: string;
  /** Required fields of the input. */
  key: object;
  /** Values that name something the test has made. */
  values?: Record<string, unknown>;
  /** The present values, by the names of the input's fields. */
  read: () => Promise<Json>;
}

/** A mutation that changes parts of something. */
export interface Update {
  mutation: string;
  /** The field that holds the changes; none if the input itself does. */
  within?: string;
  /** Values of the fields that null could clear. */
  values: Record<string, unknown>;
  open: () => Promise<Changed>;
}

/** Reads one object, whose fields have the names of input fields, with a query of one root field. */
export const reading = (token: string, field: string, selection: string) => async (): Promise<Json> =>
  (await run(`{ found: ${field} { ${selection} } }`, token)).found;

const hour = 3_600_000;
export const later = new Date(Date.now() + 24 * hour).toISOString();
export const muchLater = new Date(Date.now() + 48 * hour).toISOString();
