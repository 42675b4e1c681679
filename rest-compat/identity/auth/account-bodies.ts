import { parseInstant } from '../../../src/platform/validation/values/calendar';
import { badInput } from '../../../src/platform/errors';
import { as, BodyTable, described, field, required, type BodyField } from '../../body-table';

/** Clients know this message. */
export const invalidDetails = 'Invalid user details were given';

const termsTime: BodyField<string | undefined> = {
  read(body, name) {
    const time = body.optional(name, 'string');
    if (time !== undefined && parseInstant(time) === undefined) throw badInput(invalidDetails);
    return time;
  },
};

/** A new account in a body. */
export const newUser = new BodyTable(
  'CreateUserInput',
  {
    username: required(field.address),
    emails: required(field.addresses),
    password: required(field.text),
    roles: field.texts,
  },
  'as absent',
);

/** Changes to an account in a body; unknown keys are ignored. */
export const userUpdates = new BodyTable(
  'UpdateUserInput',
  {
    username: field.address,
    emails: field.addresses,
    password: field.text,
    roles: field.texts,
    termsAccepted: as('termsAcceptedTime', termsTime),
    emailVerified: field.flag,
  },
  'as absent',
);

/** An account for somebody else in a body; what is not known is absent. */
export const newCustodialAccount = new BodyTable(
  'CreateCustodialAccountInput',
  {
    username: field.address,
    emails: described(
      { description: 'Email addresses. Only the first one is used. Empty if none is known.' },
      field.addresses,
    ),
  },
  'as absent',
);
