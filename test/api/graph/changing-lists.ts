import { newAccount } from '../../support/accounts';
import { accepted, newClinic, newPatient } from '../../support/clinics';
import { api } from '../../support/api';
import { messenger } from '../../support/messages';
import { newPerson } from '../../support/person';
import { at, cbg } from '../../support/records';
import { serverUnderTest } from '../../support/server';
import { share } from '../../support/shares';
import { run } from './paged-lists';

const server = serverUnderTest();

type Value = string | number | null;

/** Where an item is in its list: by the value, and among equal ones by the id. */
export interface Place {
  value: Value;
  id: string;
}

/** A list whose items come, go and move. Its sort values are made of numbers that differ. */
export interface ChangingList {
  parent: string;
  field: (page: string) => string;
  /** The field of an item that holds its id. */
  id: string;
  token: string;
  create: (value: number) => Promise<Place>;
  remove: (id: string) => Promise<unknown>;
  /** Gives an item another sort value, if that can change, and returns it. */
  change?: (place: Place, value: number) => Promise<Value>;
}

/** A kind of list: one of each shape of the values that lists are sorted by. */
export interface KeyShape {
  shape: string;
  isDescending?: boolean;
  open: () => Promise<ChangingList>;
}

const openShares = async (): Promise<ChangingList> => {
  const owner = await newAccount(server);
  return {
    ...{ parent: 'me', field: (page) => `sharesGiven(${page})`, id: 'memberId', token: owner.token },
    create: async () => {
      const member = await newAccount(server);
      await share(server, owner, member, 'view');
      return { value: null, id: member.userId };
    },
    remove: (id) =>
      run(
        `mutation { revokeShare(input: {ownerId: "${owner.userId}", memberId: "${id}"}) { permissions } }`,
        owner.token,
      ),
  };
};

const openNotes = async (): Promise<ChangingList> => {
  const { token, ...account } = await newAccount(server);
  const { sent, remove } = messenger(server, { token, ...account });
  return {
    ...{ parent: 'me', field: (page) => `notes(order: NEWEST_FIRST, ${page})`, id: 'id', token },
    create: async (value) => ({ value, id: await sent({ timestamp: at(value) }) }),
    remove: async (id) => accepted(await remove(id)),
    change: async ({ id }, value) => {
      const input = `{messageId: "${id}", timestamp: "${at(value)}"}`;
      await run(`mutation { editMessage(input: ${input}) { message { id } } }`, token);
      return value;
    },
  };
};

const openRecords = async (): Promise<ChangingList> => {
  const person = await newPerson(server);
  const dataSet = await person.openedContinuous();
  let made = 0;
  return {
    ...{ parent: 'me', field: (page) => `data(order: OLDEST_FIRST, ${page})`, id: 'id', token: person.token },
    create: async (value) => {
      made += 1;
      const id = made.toString(16).padStart(32, '0');
      await person.uploaded(dataSet, [cbg({ id, time: at(value), value: 4 + made / 100 })]);
      return { value, id };
    },
    remove: async (id) => accepted(await person.deleteData(dataSet, [{ id }])),
  };
};

const openPatients = async (): Promise<ChangingList> => {
  const clinic = await newClinic(server);
  const { token } = clinic.admin;
  const numberedName = (value: number) => `Ann ${String(value).padStart(4, '0')}`;
  return {
    parent: `clinic(id: "${clinic.id}")`,
    ...{ field: (page) => `patients(sort: {by: FULL_NAME}, ${page})`, id: 'userId', token },
    create: async (value) => {
      const fullName = numberedName(value);
      return { value: fullName, id: (await newPatient(server, clinic, { fullName })).id };
    },
    remove: async (id) => accepted(await api(server).delete(`${clinic.path}/patients/${id}`, { token })),
    change: async ({ id }, value) => {
      const fullName = numberedName(value);
      const input = `{clinicId: "${clinic.id}", userId: "${id}", fullName: "${fullName}"}`;
      await run(`mutation { updatePatient(input: ${input}) { patient { userId } } }`, token);
      return fullName;
    },
  };
};

/** One list for each shape of sort values. */
export const keyShapes: readonly KeyShape[] = [
  { shape: 'an id', open: openShares },
  { shape: 'a time, newest first', isDescending: true, open: openNotes },
  { shape: 'a time, an id and a data set', open: openRecords },
  { shape: 'a text', open: openPatients },
];
