import { newAccount, type TestAccount } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { serverUnderTest } from '../../../support/server';
import { share } from '../../../support/shares';

const server = serverUnderTest();
const { get, put, graph } = api(server);

let owner: TestAccount;

beforeEach(async () => {
  owner = await newAccount(server);
});

const rest = async (name: string): Promise<Json> =>
  (await get(`/metadata/${owner.userId}/${name}`, { token: owner.token })).body;

const store = (name: string, body: object) =>
  put(`/metadata/${owner.userId}/${name}`, { token: owner.token, body });

const settingsSelection = 'glucoseUnits glucoseTarget { low high units } siteChangeSource raw';
const preferencesSelection = 'displayLanguageCode dismissedDexcomConnectBannerTime raw';

/** The answer to a query of the owner's account. */
async function ask(selection: string, token = owner.token): Promise<Json> {
  const query = `query ($id: ID!) { user(id: $id) { ${selection} } }`;
  return (await graph(query, { token, variables: { id: owner.userId } })).body;
}

const settings = async (): Promise<Json> =>
  (await ask(`accountSettings { ${settingsSelection} }`)).data.user.accountSettings;

const preferences = async (): Promise<Json> =>
  (await ask(`accountPreferences { ${preferencesSelection} }`)).data.user.accountPreferences;

const mutation = `mutation ($input: UpdateMetadataInput!) { updateMetadata(input: $input) {
  collection
  user { id accountSettings { ${settingsSelection} } accountPreferences { ${preferencesSelection} } }
} }`;

/** Changes metadata and returns the payload, or the error. */
async function change(input: object): Promise<Json> {
  const variables = { input: { userId: owner.userId, ...input } };
  const { body } = await graph(mutation, { token: owner.token, variables });
  return body.errors?.[0] ?? body.data.updateMetadata;
}

const set = (changes: object) => change({ settings: changes });

const refusal = (text: string) => ({
  message: expect.stringContaining(text),
  extensions: { code: 'BAD_USER_INPUT', status: 400 },
});

const inMgdL = { units: { bg: 'mg/dL' }, bgTarget: { low: 70, high: 180 } };

describe('settings of an account', () => {
  it('are null until they are written, then typed', async () => {
    expect(await settings()).toBeNull();
    await store('settings', { ...inMgdL, siteChangeSource: 'cannulaPrime', more: [1] });
    expect(await settings()).toEqual({
      glucoseUnits: 'MG_DL',
      glucoseTarget: { low: 70, high: 180, units: 'MG_DL' },
      siteChangeSource: 'cannulaPrime',
      raw: { ...inMgdL, siteChangeSource: 'cannulaPrime', more: [1] },
    });
  });

  it('show the target in the units asked for', async () => {
    await store('settings', inMgdL);
    const inBoth =
      'accountSettings { glucoseTarget { low: low(units: MMOL_L) high: high(units: MMOL_L) own: low } }';
    const { glucoseTarget } = (await ask(inBoth)).data.user.accountSettings;
    expect(glucoseTarget).toEqual({ low: 3.88552, high: 9.99135, own: 70 });
  });

  it.each([
    ['a foreign unit', { units: { bg: 'mg' } }],
    ['a unit that is no text', { units: { bg: { a: 1 } } }],
    ['units that are no object', { units: 'mg/dL' }],
    ['units that are a list', { units: ['mg/dL'] }],
    ['a target without a unit', { bgTarget: { low: 70, high: 180 } }],
    ['a target that is a text', { bgTarget: '70-180' }],
    ['a source that is a number', { siteChangeSource: 1 }],
    ['an empty collection', {}],
  ])('have no value for %s', async (_case, stored) => {
    await store('settings', stored);
    const nothing = { glucoseUnits: null, glucoseTarget: null, siteChangeSource: null };
    expect(await settings()).toEqual({ ...nothing, raw: stored });
  });

  it.each([
    ['limits of the other unit', 'mmol/L', { low: 70, high: 180 }],
    ['limits of the other unit', 'mg/dL', { low: 3.9, high: 10 }],
    ['a missing limit', 'mg/dL', { low: 70 }],
    ['a limit that is a text', 'mg/dL', { low: 70, high: '180' }],
    ['limits in the wrong order', 'mg/dL', { low: 180, high: 70 }],
  ])('have no target for %s in %s', async (_case, bg, bgTarget) => {
    await store('settings', { units: { bg }, bgTarget });
    const { glucoseTarget, glucoseUnits } = await settings();
    expect(glucoseTarget).toBeNull();
    expect(glucoseUnits).toBe(bg === 'mg/dL' ? 'MG_DL' : 'MMOL_L');
  });

  it('are visible to holders of a permission only', async () => {
    await store('settings', inMgdL);
    await store('preferences', { displayLanguageCode: 'fr' });
    const selection = 'id accountSettings { glucoseUnits } accountPreferences { displayLanguageCode }';
    const other = await newAccount(server);
    await share(server, other, owner, 'view');
    const { data, errors } = await ask(selection, other.token);
    expect(data.user).toMatchObject({ accountSettings: null, accountPreferences: null });
    expect(errors).toMatchObject([
      { path: ['user', 'accountSettings'], extensions: { code: 'FORBIDDEN' } },
      { path: ['user', 'accountPreferences'], extensions: { code: 'FORBIDDEN' } },
    ]);
    await share(server, owner, other, 'follow');
    expect((await ask(selection, other.token)).data.user).toMatchObject({
      accountSettings: { glucoseUnits: 'MG_DL' },
      accountPreferences: { displayLanguageCode: 'fr' },
    });
  });

  it('of related people are visible like the JSON beside them', async () => {
    await store('settings', inMgdL);
    await store('preferences', { displayLanguageCode: 'fr' });
    const other = await newAccount(server);
    const node =
      'settings accountSettings { glucoseUnits } preferences accountPreferences { displayLanguageCode }';
    const query = `{ me { relatedPeople { edges { node { ${node} } } } } }`;
    const seen = async () =>
      (await graph(query, { token: other.token })).body.data.me.relatedPeople.edges[0].node;
    await share(server, owner, other, 'note');
    const hidden = { preferences: null, accountPreferences: null };
    expect(await seen()).toEqual({ ...hidden, settings: null, accountSettings: null });
    await share(server, owner, other, 'view');
    const shown = { settings: inMgdL, accountSettings: { glucoseUnits: 'MG_DL' } };
    expect(await seen()).toEqual({ ...hidden, ...shown });
    await share(server, owner, other, 'custodian');
    const preferred = { displayLanguageCode: 'fr' };
    expect(await seen()).toEqual({ ...shown, preferences: preferred, accountPreferences: preferred });
  });
});

describe('changing settings', () => {
  it('stores what applications read, and keeps all other keys', async () => {
    await store('settings', { more: 1, units: { carbs: 'grams' }, bgTarget: { note: 'n' } });
    const target = { low: 70, high: 180, units: 'MG_DL' };
    const { collection, user } = await set({ glucoseTarget: target, siteChangeSource: 'reservoirChange' });
    const stored = {
      more: 1,
      units: { carbs: 'grams', bg: 'mg/dL' },
      bgTarget: { note: 'n', low: 70, high: 180 },
      siteChangeSource: 'reservoirChange',
    };
    expect(collection).toEqual(stored);
    expect(await rest('settings')).toEqual(stored);
    expect(user).toMatchObject({
      id: owner.userId,
      accountSettings: { glucoseUnits: 'MG_DL', glucoseTarget: target },
    });
  });

  it('converts the target with the unit', async () => {
    await store('settings', inMgdL);
    await set({ glucoseUnits: 'MMOL_L' });
    expect(await rest('settings')).toEqual({ units: { bg: 'mmol/L' }, bgTarget: { low: 3.9, high: 10 } });
    await set({ glucoseUnits: 'MG_DL' });
    expect(await rest('settings')).toEqual(inMgdL);
    await set({ glucoseTarget: { low: 4, high: 7.8, units: 'MMOL_L' } });
    expect(await rest('settings')).toEqual({ units: { bg: 'mg/dL' }, bgTarget: { low: 72, high: 140 } });
    await set({ glucoseUnits: 'MMOL_L', glucoseTarget: { low: 70, high: 140, units: 'MG_DL' } });
    expect(await rest('settings')).toEqual({ units: { bg: 'mmol/L' }, bgTarget: { low: 3.9, high: 7.8 } });
  });

  it.each([
    [65, 140],
    [70, 125],
    [72, 215],
    [100, 250],
  ])('a target of %i to %i mg/dL survives a unit that is changed twice', async (low, high) => {
    await store('settings', { units: { bg: 'mg/dL' }, bgTarget: { low, high } });
    await set({ glucoseUnits: 'MMOL_L' });
    await set({ glucoseUnits: 'MG_DL' });
    expect(await rest('settings')).toEqual({ units: { bg: 'mg/dL' }, bgTarget: { low, high } });
  });

  it('clears for null, but no unit that a target has', async () => {
    await store('settings', { ...inMgdL, siteChangeSource: 'cannulaPrime' });
    expect(await set({ glucoseUnits: null })).toMatchObject(refusal('"glucoseUnits" cannot be cleared'));
    const target = { low: 80, high: 160, units: 'MG_DL' };
    expect(await set({ glucoseUnits: null, glucoseTarget: target })).toMatchObject(
      refusal('"glucoseUnits" cannot be cleared'),
    );
    await set({ siteChangeSource: null });
    expect(await rest('settings')).toEqual(inMgdL);
    await set({ glucoseUnits: null, glucoseTarget: null });
    expect(await rest('settings')).toEqual({ units: {} });
  });

  it.each([
    [{ low: 180, high: 70, units: 'MG_DL' }, '18 to 1000 mg/dL'],
    [{ low: 70, high: 180, units: 'MMOL_L' }, '1 to 55 mmol/L'],
    [{ low: 3.9, high: 10, units: 'MG_DL' }, '18 to 1000 mg/dL'],
    [{ low: 70, high: 70, units: 'MG_DL' }, '"glucoseTarget" needs'],
  ])('refuses the target %o', async (glucoseTarget, text) => {
    await store('settings', inMgdL);
    const error = await set({ glucoseTarget });
    expect(error).toMatchObject(refusal(text));
    expect(error.extensions.errors).toMatchObject([{ source: { pointer: '/input/settings/glucoseTarget' } }]);
    expect(await rest('settings')).toEqual(inMgdL);
  });

  it.each([
    [{ settings: {}, collection: 'settings', patch: {} }, 'Send one of'],
    [{ settings: {}, preferences: {} }, 'Send one of'],
    [{ settings: {}, collection: 'settings' }, 'Send one of'],
    [{}, 'Send one of'],
    [{ collection: 'settings' }, '"patch" is missing'],
    [{ patch: {} }, '"collection" is missing'],
    [{ settings: null }, '"settings" cannot be cleared'],
  ])('refuses the form %o', async (input, text) => {
    expect(await change(input)).toMatchObject(refusal(text));
    expect(await settings()).toBeNull();
  });

  it('keeps all of several changes at once', async () => {
    await Promise.all([
      set({ siteChangeSource: 'tubingPrime' }),
      set({ glucoseTarget: { low: 70, high: 180, units: 'MG_DL' } }),
      store('settings', { more: 1 }),
    ]);
    expect(await rest('settings')).toEqual({ ...inMgdL, siteChangeSource: 'tubingPrime', more: 1 });
  });
});

describe('preferences of an account', () => {
  const time = '2024-05-06T07:08:09.000Z';

  it('are typed, and null where nothing valid is stored', async () => {
    expect(await preferences()).toBeNull();
    const stored = { displayLanguageCode: 'fr', dismissedDexcomConnectBannerTime: time, clickedBanner: 1 };
    await store('preferences', stored);
    expect(await preferences()).toEqual({
      displayLanguageCode: 'fr',
      dismissedDexcomConnectBannerTime: time,
      raw: stored,
    });
    const foreign = { displayLanguageCode: 1, dismissedDexcomConnectBannerTime: 'yesterday' };
    await store('preferences', foreign);
    expect(await preferences()).toMatchObject({
      displayLanguageCode: null,
      dismissedDexcomConnectBannerTime: null,
    });
  });

  it('change one by one', async () => {
    await store('preferences', { clickedBanner: 1 });
    await change({ preferences: { displayLanguageCode: 'es', dismissedDexcomConnectBannerTime: time } });
    expect(await rest('preferences')).toEqual({
      ...{ clickedBanner: 1, displayLanguageCode: 'es' },
      dismissedDexcomConnectBannerTime: time,
    });
    const { user } = await change({ preferences: { dismissedDexcomConnectBannerTime: null } });
    expect(await rest('preferences')).toEqual({ clickedBanner: 1, displayLanguageCode: 'es' });
    expect(user.accountPreferences).toMatchObject({ displayLanguageCode: 'es' });
  });
});
