import { parseInstant } from '../../../src/platform/validation/values/calendar';
import { badInput } from '../../../src/platform/errors';
import { BodyTable, described, field, type BodyField } from '../../body-table';

export const notValid = 'The restricted token is not valid.';

const time: BodyField<string | undefined> = {
  read(body, name) {
    const text = body.optional(name, 'string');
    if (text === undefined || parseInstant(text) !== undefined) return text;
    const detail = `"${text}" is not a time with a zone, such as 2024-05-06T07:08:09Z.`;
    const source = { pointer: body.pointer(name) };
    throw badInput(notValid, [{ code: 'value-not-parsable', title: 'value cannot be read', detail, source }]);
  },
};

/** The scope of a restricted token in a body. */
export const restrictions = new BodyTable(
  'UpdateRestrictedTokenInput',
  {
    paths: described({ minItems: 1, maxItems: 10, items: { type: 'string', pattern: '^/' } }, field.texts),
    expirationTime: time,
  },
  'as absent',
);
