import { badInput } from '../../../src/platform/errors';
import { as, BodyTable, described, required, type BodyField, type BodyValues } from '../../body-table';
import type { BodyReader } from '../../json-body';

/** A value that is not a text counts as missing. */
const textOrEmpty: BodyField<string> = {
  read(body, name) {
    const value = body.given(name);
    return typeof value === 'string' ? value : '';
  },
};

/** A new message in a body. */
export const newMessage = new BodyTable(
  'SendMessageInput',
  {
    guid: required(textOrEmpty),
    timestamp: required(textOrEmpty),
    messagetext: as('text', required(textOrEmpty)),
  },
  'as absent',
);

const changes = {
  timestamp: described({ description: 'New time.' }, textOrEmpty),
  messagetext: as('text', textOrEmpty),
};

/** Changes to a message in a body. */
export const messageChanges = new BodyTable('EditMessageInput', changes, 'as absent');

/**
 * The changes in a body. Throws with every value that is neither a text nor null: an edit of only the other one would
 * look as if all of it had been taken.
 */
export function readMessageChanges(body: BodyReader): BodyValues<typeof changes> {
  const isWrong = (value: unknown) => value != null && typeof value !== 'string';
  const wrong = Object.keys(changes).filter((name) => isWrong(body.given(name)));
  if (wrong.length === 0) return messageChanges.read(body);
  const title = 'value is not a string';
  const findings = wrong.map((name) => {
    return { code: 'type-not-string', title, detail: title, source: { pointer: body.pointer(name) } };
  });
  throw badInput('The message is invalid.', findings);
}
