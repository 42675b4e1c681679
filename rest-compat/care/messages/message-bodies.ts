import { as, BodyTable, described, required, type BodyField } from '../../body-table';

/** A value that is not a text counts as missing. */
const textOrEmpty: BodyField<string> = {
  read(body, name) {
    const value = body.given(name);
    return typeof value === 'string' ? value : '';
  },
};

/** A new message in a body. */
export const newMessage = new BodyTable('SendMessageInput', {
  guid: required(textOrEmpty),
  timestamp: required(textOrEmpty),
  messagetext: as('text', required(textOrEmpty)),
});

/** Changes to a message in a body. */
export const messageChanges = new BodyTable('EditMessageInput', {
  timestamp: described({ description: 'New time.' }, textOrEmpty),
  messagetext: as('text', textOrEmpty),
});
