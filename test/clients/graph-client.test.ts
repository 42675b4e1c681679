import { createClient, type GraphClient } from '@glycograph/client';
import { fixedToken } from '@glycograph/client/auth';
import { ConnectionError, GraphError, UserErrors } from '@glycograph/client/errors';
import {
  type BasalFieldsFragment,
  CreateTagDocument,
  DeviceSettingsDocument,
  DeviceSettingsHistoryDocument,
  MeDocument,
  NotesDocument,
  PatientsDocument,
  RecordsDocument,
  WriteNoteDocument,
} from '@glycograph/client/operations';
import { items, nextPage, pages, previousPage, type PageArguments } from '@glycograph/client/paging';
import { createSessionLogIn } from '@glycograph/client/session';
import { randomUUID } from 'node:crypto';
import { newAccount } from '../support/accounts';
import { newClinic, newPatient } from '../support/clinics';
import { newPerson } from '../support/person';
import { at, basal, bolus, cbg } from '../support/records';
import { serverUnderTest } from '../support/server';

const server = serverUnderTest();
const { url } = server;

const clients: GraphClient[] = [];
afterEach(() => clients.splice(0).forEach((client) => client.close()));

/** A client that is closed after the test. */
function newClient(token: string): GraphClient {
  const client = createClient({ url, auth: fixedToken(token) });
  clients.push(client);
  return client;
}

const note = (userId: string, text = 'Pizza') => ({
  userId,
  text,
  guid: randomUUID(),
  timestamp: new Date().toISOString(),
});

describe('a query', () => {
  it('returns the data', async () => {
    const { userId, email, token } = await newAccount(server);
    const { me } = await newClient(token).query(MeDocument);
    expect(me).toMatchObject({ id: userId, username: email });
  });

  it('rejects with the code of the service, and keeps the parts that did not fail', async () => {
    const [me, stranger] = await Promise.all([newAccount(server), newAccount(server)]);
    const asked = newClient(me.token).query(RecordsDocument, { userId: stranger.userId });
    const error = await asked.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(GraphError);
    expect(error).toMatchObject({ code: 'FORBIDDEN', status: 403 });
  });

  it('rejects with a ConnectionError when nothing answers', async () => {
    const client = createClient({ url: 'http://127.0.0.1:9', retries: 0 });
    await expect(client.query(MeDocument)).rejects.toBeInstanceOf(ConnectionError);
  });
});

describe('the records of a person', () => {
  it('show the insulin of every kind of bolus and the rate of every kind of basal delivery', async () => {
    const me = await newPerson(server);
    const dataSet = await me.openedContinuous();
    await me.uploaded(dataSet, [
      bolus({ time: at(0), normal: 2 }),
      bolus({ time: at(1), subType: 'square', normal: undefined, extended: 1.5, duration: 60_000 }),
      bolus({ time: at(2), subType: 'dual/square', normal: 1, extended: 0.5, duration: 60_000 }),
      bolus({ time: at(3), subType: 'automated', normal: 0.3 }),
      basal({ time: at(4), rate: 0.5 }),
      basal({ time: at(5), deliveryType: 'temp', rate: 0.25 }),
      basal({ time: at(6), deliveryType: 'automated', rate: 0.75 }),
      basal({
        time: at(7),
        deliveryType: 'suspend',
        rate: undefined,
        suppressed: { type: 'basal', deliveryType: 'scheduled', rate: 0.5 },
      }),
      cbg({ time: at(8), value: 5.5 }),
    ]);
    const { user } = await newClient(me.token).query(RecordsDocument, {
      userId: me.userId,
      units: 'MG_DL',
      first: 20,
    });
    const records = user?.data?.edges.map(({ node }) => node) ?? [];
    const figures = records.map((record) => {
      if ('insulinAmount' in record) return record.insulinAmount;
      if ('rate' in record) return record.rate;
      return 'value' in record ? record.value : undefined;
    });
    expect(figures).toEqual([2, 1.5, 1.5, 0.3, 0.5, 0.25, 0.75, 0, 99]);
    const suspension = records[7] as BasalFieldsFragment;
    expect(suspension).toMatchObject({ __typename: 'SuspendedBasal', suppressedBySuspension: { rate: 0.5 } });
  });
});

describe('devices of a person', () => {
  const device = { manufacturers: ['Acme'], model: 'One', name: 'My pump', serialNumber: 'S1' };
  const pumpSettings = (minutes: number, low: number) => ({
    type: 'pumpSettings',
    time: at(minutes),
    ...{ ...device, units: { bg: 'mmol/L', carb: 'grams' }, activeSchedule: 'Day' },
    basalSchedules: { Day: [{ start: 0, rate: 0.5 }] },
    bgTargets: { Day: [{ start: 0, low, high: 8 }] },
    carbRatio: [{ start: 0, amount: 10 }],
  });

  it('show their settings in the unit that is asked for', async () => {
    const me = await newPerson(server);
    await me.uploaded(await me.openedContinuous(), [
      pumpSettings(0, 4),
      pumpSettings(1, 5),
      {
        type: 'cgmSettings',
        time: at(2),
        units: 'mmol/L',
        ...device,
        lowAlerts: { enabled: true, level: 4, snooze: 0 },
      },
      { type: 'controllerSettings', time: at(3), device: { name: 'My phone' } },
      cbg({ time: at(4) }),
    ]);
    const client = newClient(me.token);
    const { user } = await client.query(DeviceSettingsDocument, { userId: me.userId, units: 'MG_DL' });
    const newest = new Map(user?.latestData?.map((record) => [record.__typename, record]));
    expect([...newest.keys()].sort()).toEqual(['CgmSettings', 'ControllerSettings', 'PumpSettings']);
    expect(newest.get('PumpSettings')).toMatchObject({
      ...{ ...device, activeSchedule: 'Day', pumpUnits: { carb: 'GRAMS' } },
      basalSchedules: [{ name: 'Day', segments: [{ start: 0, rate: 0.5 }] }],
      bgTargets: [{ name: 'Day', segments: [{ start: 0, low: 90, high: 144 }] }],
      carbRatio: [{ start: 0, amount: 10 }],
    });
    expect(newest.get('CgmSettings')).toMatchObject({ ...device, lowAlerts: { enabled: true, level: 72 } });
    expect(newest.get('ControllerSettings')).toMatchObject({ device: { name: 'My phone' } });

    const history = await client.query(DeviceSettingsHistoryDocument, {
      ...{ userId: me.userId, units: 'MMOL_L', types: ['PUMP_SETTINGS'], first: 10 },
    });
    const targets = history.user?.data?.edges.map(
      ({ node }) => node.__typename === 'PumpSettings' && node.bgTargets?.[0]?.segments[0]?.low,
    );
    expect(targets).toEqual([5, 4]);
  });

  it('show their states, what happened to them, and the notes on readings', async () => {
    const me = await newPerson(server);
    const code = 'bg/out-of-range';
    await me.uploaded(await me.openedContinuous(), [
      cbg({ time: at(0), value: 2.2, sampleInterval: 300_000, annotations: [{ code, value: 'low' }] }),
      { type: 'pumpStatus', time: at(1), battery: { state: 'charging' } },
      { type: 'controllerStatus', time: at(2), battery: { state: 'charging' } },
      {
        ...{ type: 'deviceEvent', subType: 'timeChange', time: at(3), method: 'manual' },
        ...{ from: { time: '2024-05-06T01:00:00' }, to: { time: '2024-05-06T02:00:00' } },
      },
    ]);
    const { user } = await newClient(me.token).query(RecordsDocument, { userId: me.userId, first: 20 });
    expect(user?.data?.edges.map(({ node }) => node)).toMatchObject([
      { sampleInterval: 300_000, annotations: [{ code, raw: { code, value: 'low' } }] },
      { __typename: 'PumpStatus', battery: { state: 'CHARGING' }, reservoir: null },
      { __typename: 'ControllerStatus', battery: { state: 'CHARGING' } },
      { __typename: 'TimeChangeEvent', method: 'MANUAL', from: { time: '2024-05-06T01:00:00' } },
    ]);
  });
});

describe('a mutation', () => {
  it('returns the changed object', async () => {
    const { admin, id: clinicId } = await newClinic(server);
    const client = newClient(admin.token);
    const { createPatientTag } = await client.mutate(CreateTagDocument, {
      input: { clinicId, name: 'Pump' },
    });
    expect(createPatientTag?.tag).toMatchObject({ name: 'Pump', numPatients: 0 });
  });

  it('rejects with UserErrors when a person can mend the input', async () => {
    const { admin, id: clinicId } = await newClinic(server);
    const client = newClient(admin.token);
    const input = { clinicId, name: 'Pump' };
    await client.mutate(CreateTagDocument, { input });
    const error = await client.mutate(CreateTagDocument, { input }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(UserErrors);
    const { code, userErrors } = error as UserErrors;
    expect(code).toBe('CONFLICT');
    expect(userErrors).toEqual([{ code, field: expect.any(Object), message: expect.any(String) }]);
  });

  it('with a key is carried out once', async () => {
    const me = await newAccount(server);
    const client = newClient(me.token);
    const input = note(me.userId);
    const idempotencyKey = randomUUID();
    const write = () => client.mutate(WriteNoteDocument, { input }, { idempotencyKey });
    const [first, second] = [await write(), await write()];
    expect(second.sendMessage?.message?.id).toBe(first.sendMessage?.message?.id);
  });
});

describe('pages', () => {
  const names = ['Ada', 'Ben', 'Cem', 'Dev', 'Eva'];

  async function clinicWithPatients() {
    const clinic = await newClinic(server);
    for (const fullName of names) await newPatient(server, clinic, { fullName });
    const client = newClient(clinic.admin.token);
    return async (page: PageArguments) =>
      (await client.query(PatientsDocument, { clinicId: clinic.id, ...page })).clinic?.patients;
  }

  it('are read forward and backward', async () => {
    const read = await clinicWithPatients();
    const walk = async (direction: 'forward' | 'backward') => {
      const found: string[][] = [];
      for await (const { edges } of pages(read, { size: 2, direction }))
        found.push(edges?.map(({ node }) => node.fullName) ?? []);
      return found;
    };
    expect(await walk('forward')).toEqual([['Ada', 'Ben'], ['Cem', 'Dev'], ['Eva']]);
    expect(await walk('backward')).toEqual([['Dev', 'Eva'], ['Ben', 'Cem'], ['Ada']]);
  });

  it('are turned one by one', async () => {
    const read = await clinicWithPatients();
    const first = await read({ first: 2 });
    const second = first && (await read(nextPage(first, 2) ?? {}));
    const again = second && (await read(previousPage(second, 2) ?? {}));
    expect(again?.edges).toEqual(first?.edges);
    expect(again && previousPage(again, 2)).toBeUndefined();
  });

  it('are read item by item, from the end, after a cursor', async () => {
    const read = await clinicWithPatients();
    const from = (await read({ first: 4 }))?.pageInfo.endCursor ?? undefined;
    const found: string[] = [];
    for await (const { fullName } of items(read, { size: 2, direction: 'backward', from }))
      found.push(fullName);
    expect(found).toEqual(['Cem', 'Ben', 'Ada']);
  });
});

describe('a log-in with email address and password', () => {
  it('renews its token when it is refused', async () => {
    const { userId, email, password, token: other } = await newAccount(server);
    const logIn = createSessionLogIn({ url });
    const client = createClient({ url, auth: logIn });
    await logIn.logIn(email, password);
    const first = logIn.token();
    expect(first).not.toBe(other);
    await logIn.renew();
    expect(logIn.token()).not.toBe(first);
    expect((await client.query(MeDocument)).me?.id).toBe(userId);
    await logIn.logOut();
    await expect(client.query(MeDocument)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('tells when its session has ended', async () => {
    const { email, password } = await newAccount(server);
    let ended = 0;
    const logIn = createSessionLogIn({ url, onEnd: () => ended++ });
    await logIn.logIn(email, password);
    const copy = createSessionLogIn({ url, token: logIn.token() });
    await copy.logOut();
    await expect(createClient({ url, auth: logIn }).query(MeDocument)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
    expect({ ended, token: logIn.token() }).toEqual({ ended: 1, token: undefined });
  });

  describe('while the answer to a renewal is on its way', () => {
    /** Requests of which renewals are answered, but these answers arrive only when they are let through. */
    function holdRenewals() {
      let [letThrough, noteAnswer] = [() => {}, () => {}];
      const through = new Promise<void>((resolve) => (letThrough = resolve));
      const answered = new Promise<void>((resolve) => (noteAnswer = resolve));
      const holding: typeof fetch = async (address, init) => {
        const response = await fetch(address, init);
        if (!(init?.body as string).includes('renewSession')) return response;
        noteAnswer();
        await through;
        return response;
      };
      return { fetch: holding, answered, letThrough };
    }

    async function withHeldRenewal() {
      const { email, password } = await newAccount(server);
      const { fetch: holding, answered, letThrough } = holdRenewals();
      const told: string[] = [];
      const logIn = createSessionLogIn({ url, fetch: holding, onEnd: () => void told.push('ended') });
      await logIn.logIn(email, password);
      const end = () => createSessionLogIn({ url, token: logIn.token() }).logOut();
      return { logIn, told, end, answered, letThrough };
    }

    it('a log-out stays one', async () => {
      const { logIn, told, answered, letThrough } = await withHeldRenewal();
      const renewed = logIn.renew();
      await answered;
      await logIn.logOut();
      letThrough();
      expect({ renewed: await renewed, token: logIn.token(), told }).toEqual({
        renewed: false,
        token: undefined,
        told: [],
      });
    });

    it.each([
      ['new token', false],
      ['refusal', true],
    ])('a later log-in as somebody else is kept, whether the answer is a %s', async (_answer, isEnded) => {
      const { logIn, told, end, answered, letThrough } = await withHeldRenewal();
      const other = await newAccount(server);
      if (isEnded) await end();
      const renewed = logIn.renew();
      await answered;
      await logIn.logIn(other.email, other.password);
      letThrough();
      expect(await renewed).toBe(true);
      const { me } = await createClient({ url, auth: logIn }).query(MeDocument);
      expect({ id: me?.id, told }).toEqual({ id: other.userId, told: [] });
    });
  });

  it('refuses a wrong password', async () => {
    const { email } = await newAccount(server);
    await expect(createSessionLogIn({ url }).logIn(email, 'wrong')).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
  });
});

it('notes are written and read with their replies', async () => {
  const me = await newAccount(server);
  const client = newClient(me.token);
  await client.mutate(WriteNoteDocument, { input: note(me.userId, 'Lasagne') });
  const { user } = await client.query(NotesDocument, { userId: me.userId, first: 5 });
  expect(user?.notes?.edges.map(({ node }) => node.text)).toEqual(['Lasagne']);
});
