import { logIn, newAccount, newServerToken, type TestAccount } from '../../support/accounts';
import { newFollower } from '../../support/alerts';
import { api, type Json } from '../../support/api';
import { addPatient, newClinic, newClinician, newLabels, newPatient } from '../../support/clinics';
import { messenger } from '../../support/messages';
import { providerClient } from '../../support/provider-sessions';
import { newRestrictedToken } from '../../support/restricted-tokens';
import { serverUnderTest } from '../../support/server';
import { newWebPushBrowser } from '../../support/web-push-browser';
import { run } from './paged-lists';

const server = serverUnderTest();

/** Something to remove: its id in the graph, and the mutation with the input that names it. */
interface Case {
  id: string;
  mutation: string;
  input: string;
  token: string;
}

const quoted = JSON.stringify;

const cases: Record<string, () => Promise<Case>> = {
  'a patient': async () => {
    const clinic = await newClinic(server);
    const { token } = clinic.admin;
    const { id: userId } = await newPatient(server, clinic);
    const key = `clinicId: ${quoted(clinic.id)}, userId: ${quoted(userId)}`;
    const { patient } = await run(`{ patient(${key}) { id } }`, token);
    return { id: patient.id, mutation: 'removePatient', input: key, token };
  },
  'a tag': async () => label('createPatientTag', 'tag', 'removePatientTag', 'tagId'),
  'a site': async () => label('createSite', 'site', 'removeSite', 'siteId'),
  'a clinic': async () => {
    const { id, admin } = await newClinic(server);
    return { id, mutation: 'deleteClinic', input: `clinicId: ${quoted(id)}`, token: admin.token };
  },
  'a message': async () => {
    const account = await newAccount(server);
    const id = await messenger(server, account).sent();
    return { id, mutation: 'removeMessage', input: `messageId: ${quoted(id)}`, token: account.token };
  },
  'alert settings': async () => {
    const { followed, userId, token } = await newFollower(server);
    const key = `followedId: ${quoted(followed.userId)}, followerId: ${quoted(userId)}`;
    const low = '{ enabled: true, threshold: { value: 4, units: MMOL_L } }';
    const made = await run(
      `mutation { configureAlerts(input: { ${key}, alerts: { urgentLow: ${low} } }) { alertsConfig { id } } }`,
      token,
    );
    return { id: made.configureAlerts.alertsConfig.id, mutation: 'deleteAlertsConfig', input: key, token };
  },
  'a restricted token': async () => {
    const [account, token] = [await newAccount(server), await newServerToken(server)];
    const { id } = await newRestrictedToken(server, account);
    return { id, mutation: 'deleteRestrictedToken', input: `id: ${quoted(id)}`, token };
  },
  'a data source': async () => {
    const [account, token] = [await newAccount(server), await newServerToken(server)];
    const { id } = await providerClient(server, token).source(account, 'dexcom');
    return { id, mutation: 'deleteDataSource', input: `id: ${quoted(id)}`, token };
  },
  'a provider session': async () => {
    const [account, token] = [await newAccount(server), await newServerToken(server)];
    const { id } = await providerClient(server, token).session(account, 'dexcom');
    return { id, mutation: 'deleteProviderSession', input: `id: ${quoted(id)}`, token };
  },
  'a task': async () => {
    const token = await newServerToken(server);
    const { id } = (await api(server).post('/v1/tasks', { token, body: { type: 'of a test of removing' } }))
      .body;
    return { id, mutation: 'deleteTask', input: `id: ${quoted(id)}`, token };
  },
  'a session': async () => {
    const { email, password, token } = await newAccount(server);
    expect((await logIn(server, email, password)).status).toBe(200);
    const { mySessions } = await run('{ mySessions { edges { node { id current } } } }', token);
    const { id } = mySessions.edges.map(({ node }: Json) => node).find(({ current }: Json) => !current);
    return { id, mutation: 'endSession', input: `id: ${quoted(id)}`, token };
  },
  'a browser': async () => {
    const { userId, token } = await newAccount(server);
    const { keys, endpoint } = newWebPushBrowser();
    const { body } = await api(server).graph(
      'mutation ($input: RegisterWebPushInput!) { registerWebPush(input: $input) { subscription { id } } }',
      { token, variables: { input: { userId, endpoint, keys } } },
    );
    const { id } = body.data.registerWebPush.subscription;
    return {
      ...{ id, token, mutation: 'removeWebPush' },
      input: `userId: ${quoted(userId)}, id: ${quoted(id)}`,
    };
  },
  'a phone': async () => {
    const { userId, token } = await newAccount(server);
    const phone = `apple: { token: ${quoted(Buffer.from(userId).toString('base64'))}, environment: PRODUCTION }`;
    const input = `userId: ${quoted(userId)}, ${phone}`;
    const made = await run(
      `mutation { registerDeviceToken(input: { ${input} }) { deviceToken { id } } }`,
      token,
    );
    return { id: made.registerDeviceToken.deviceToken.id, mutation: 'removeDeviceToken', input, token };
  },
  'a member of a clinic': async () => {
    const clinic = await newClinic(server);
    const { userId } = await newClinician(server, clinic);
    const key = `clinicId: ${quoted(clinic.id)}, userId: ${quoted(userId)}`;
    const { clinician } = await run(`{ clinician(${key}) { id } }`, clinic.admin.token);
    return { id: clinician.id, mutation: 'removeClinician', input: key, token: clinic.admin.token };
  },
  'an invitation to work in a clinic': async () => {
    const { clinicId, admin, key } = await inviteColleague();
    const ofClinic = `clinicId: ${quoted(clinicId)}, key: ${quoted(key)}`;
    const { clinicianInvitation } = await run(`{ clinicianInvitation(${ofClinic}) { id } }`, admin.token);
    return {
      ...{ id: clinicianInvitation.id, token: admin.token },
      ...{ mutation: 'cancelClinicianInvitation', input: ofClinic },
    };
  },
  'an invitation to work in a clinic that is declined': async () => {
    const { invited, key } = await inviteColleague();
    const { userId, token } = invited;
    const { me } = await run('{ me { openClinicInvitations { edges { node { id } } } } }', token);
    return {
      ...{ id: me.openClinicInvitations.edges[0].node.id, token },
      ...{
        mutation: 'declineClinicianInvitation',
        input: `userId: ${quoted(userId)}, key: ${quoted(key)}`,
      },
    };
  },
  'the record of an invited member': async () => {
    const { clinicId, key } = await inviteColleague();
    const token = await newServerToken(server);
    const ofClinic = `clinicId: ${quoted(clinicId)}, key: ${quoted(key)}`;
    const { invitedClinician } = await run(`{ invitedClinician(${ofClinic}) { id } }`, token);
    return { id: invitedClinician.id, mutation: 'removeInvitedClinician', input: ofClinic, token };
  },
};

/** What a change that also returns something takes away: its id, as caches know it. */
const sideEffects: Record<string, () => Promise<Case>> = {
  'accepting an invitation to work in a clinic': async () => {
    const { invited, key } = await inviteColleague();
    const { userId, token } = invited;
    const { me } = await run('{ me { openClinicInvitations { edges { node { id } } } } }', token);
    const { id } = me.openClinicInvitations.edges[0].node;
    const input = `userId: ${quoted(userId)}, key: ${quoted(key)}`;
    return { id, token, input, mutation: 'acceptClinicianInvitation' };
  },
  'accepting the invitation of a patient': async () => {
    const [clinic, person] = [await newClinic(server), await newAccount(server)];
    const from = `userId: ${quoted(person.userId)}, shareCode: ${quoted(clinic.shareCode)}`;
    const invite = `mutation { inviteClinic(input: { ${from}, permissions: [VIEW] }) { invitation { id key } } }`;
    const { id, key } = (await run(invite, person.token)).inviteClinic.invitation;
    const input = `clinicId: ${quoted(clinic.id)}, key: ${quoted(key)}, fullName: "A", birthDate: "1990-05-06"`;
    return { id, token: clinic.admin.token, input, mutation: 'acceptPatientInvitation' };
  },
  'converting a tag': async () => {
    const tag = await label('createPatientTag', 'tag', 'convertTagToSite', 'tagId');
    return { ...tag, token: await newServerToken(server) };
  },
  'merging a site': async () => {
    const clinic = await newClinic(server);
    const { id, other } = await newLabels(server, clinic, 'sites', ['id', 'other']);
    const input = `clinicId: ${quoted(clinic.id)}, siteId: ${quoted(other)}, sourceId: ${quoted(id)}`;
    return { id, token: await newServerToken(server), input, mutation: 'mergeSites' };
  },
};

async function inviteColleague() {
  const [{ id: clinicId, admin }, invited] = [await newClinic(server), await newAccount(server)];
  const made = await run(
    `mutation { inviteClinician(input: { clinicId: ${quoted(clinicId)}, email: ${quoted(invited.email)}, roles: [CLINIC_MEMBER] }) { clinician { inviteId } } }`,
    admin.token,
  );
  return { clinicId, admin, invited, key: made.inviteClinician.clinician.inviteId as string };
}

async function newBlob({ userId, token }: TestAccount): Promise<{ id: string }> {
  const input = `userId: ${quoted(userId)}, mediaType: "text/plain"`;
  return (await run(`mutation { createBlob(input: { ${input} }) { blob { id } } }`, token)).createBlob.blob;
}

async function shown(id: string, token: string): Promise<Json> {
  const query = 'query ($id: ID!) { node(id: $id) { id } }';
  return (await api(server).graph(query, { token, variables: { id } })).body.data.node;
}

async function label(create: string, field: string, mutation: string, argument: string): Promise<Case> {
  const { id: clinicId, admin } = await newClinic(server);
  const ofClinic = `clinicId: ${quoted(clinicId)}`;
  const made: Json = await run(
    `mutation { ${create}(input: { ${ofClinic}, name: "Some" }) { ${field} { id } } }`,
    admin.token,
  );
  const { id } = made[create][field];
  return { id, mutation, input: `${ofClinic}, ${argument}: ${quoted(id)}`, token: admin.token };
}

it.each(Object.keys(cases))('removing %s says by which id caches find it', async (name) => {
  const { id, mutation, input, token } = await (cases[name] as () => Promise<Case>)();
  const found = async (): Promise<Json> =>
    (await api(server).graph('query ($id: ID!) { node(id: $id) { id } }', { token, variables: { id } })).body;
  expect((await found()).data.node).toEqual({ id });
  const answer = await run(`mutation { ${mutation}(input: { ${input} }) { done removedId } }`, token);
  expect(answer[mutation]).toEqual({ done: true, removedId: id });
  // Messages stay for some days.
  if (mutation !== 'removeMessage') expect((await found()).data.node).toBeNull();
});

it.each(Object.keys(sideEffects))('%s says by which id caches find what is gone', async (name) => {
  const { id, mutation, input, token } = await (sideEffects[name] as () => Promise<Case>)();
  const found = async (): Promise<Json> =>
    (await api(server).graph('query ($id: ID!) { node(id: $id) { id } }', { token, variables: { id } })).body;
  expect((await found()).data.node).toEqual({ id });
  const answer = await run(`mutation { ${mutation}(input: { ${input} }) { removedId } }`, token);
  expect(answer[mutation]).toEqual({ removedId: id });
  expect((await found()).data.node).toBeNull();
});

it('a tag that was converted is named again when the request is repeated', async () => {
  const { id, mutation, input } = await label('createPatientTag', 'tag', 'convertTagToSite', 'tagId');
  const token = await newServerToken(server);
  const convert = () =>
    run(`mutation { ${mutation}(idempotencyKey: "k", input: { ${input} }) { removedId } }`, token);
  for (let count = 0; count < 2; count += 1)
    expect(await convert()).toEqual({ [mutation]: { removedId: id } });
});

it('deleting an account says its id', async () => {
  const { userId, password, token } = await newAccount(server);
  const { deleteUser } = await run(
    `mutation { deleteUser(input: { password: ${quoted(password)} }) { done removedId } }`,
    token,
  );
  expect(deleteUser).toEqual({ done: true, removedId: userId });
});

describe('what is removed together', () => {
  it('is named by its ids: invitations to an address', async () => {
    const { userId, token } = await newAccount(server);
    const { email } = await newAccount(server);
    const sent = await run(
      `mutation { sendInvitation(input: { userId: ${quoted(userId)}, email: ${quoted(email)}, permissions: [VIEW] }) { invitation { id } } }`,
      token,
    );
    const { cancelInvitation } = await run(
      `mutation { cancelInvitation(input: { userId: ${quoted(userId)}, email: ${quoted(email)} }) { done removedIds } }`,
      token,
    );
    expect(cancelInvitation).toEqual({ done: true, removedIds: [sent.sendInvitation.invitation.id] });
  });

  it('is named by its ids: an invited member with the invitation', async () => {
    const { clinicId, admin, key } = await inviteColleague();
    const ofClinic = `clinicId: ${quoted(clinicId)}, key: ${quoted(key)}`;
    const token = await newServerToken(server);
    const { invitedClinician } = await run(`{ invitedClinician(${ofClinic}) { id } }`, token);
    const cancel = async () =>
      (
        await run(
          `mutation { cancelClinicianInvitation(input: { ${ofClinic} }) { removedClinicianId } }`,
          admin.token,
        )
      ).cancelClinicianInvitation;
    expect(await cancel()).toEqual({ removedClinicianId: invitedClinician.id });
    expect(await cancel()).toEqual({ removedClinicianId: null });
  });

  it('is named by its ids: the records of an account in clinics', async () => {
    const token = await newServerToken(server);
    const [one, other] = [await newClinic(server), await newClinic(server)];
    const { userId } = await newClinician(server, one);
    await addPatient(server, other, { userId }, ['view']);
    const member = `clinicId: ${quoted(one.id)}, userId: ${quoted(userId)}`;
    const patient = `clinicId: ${quoted(other.id)}, userId: ${quoted(userId)}`;
    const found = await run(`{ clinician(${member}) { id } patient(${patient}) { id } }`, token);
    const { removeClinicUser } = await run(
      `mutation { removeClinicUser(input: { userId: ${quoted(userId)} }) { removedIds } }`,
      token,
    );
    expect(removeClinicUser).toEqual({ removedIds: [found.patient.id, found.clinician.id] });
  });

  it.each([
    ['deleteDataSources', 'userId: $userId'],
    ['deleteProviderSessions', 'filter: { userId: $userId }'],
  ])('is named by its ids: %s', async (mutation, input) => {
    const [account, token] = [await newAccount(server), await newServerToken(server)];
    const session = await providerClient(server, token).session(account, 'dexcom');
    const source = await providerClient(server, token).source(account, 'abbott');
    const answer = await run(
      `mutation { ${mutation}(input: { ${input.replace('$userId', quoted(account.userId))} }) { removedIds } }`,
      token,
    );
    const { removedIds } = answer[mutation];
    expect(removedIds).toContain(session.id);
    expect(removedIds.includes(source.id)).toBe(mutation === 'deleteDataSources');
  });

  it.each<[mutation: string, create: (account: TestAccount) => Promise<{ id: string }>]>([
    ['deleteRestrictedTokens', (account) => newRestrictedToken(server, account)],
    ['deleteBlobs', newBlob],
  ])('is counted, and named by its ids: %s', async (mutation, create) => {
    const [account, token] = [await newAccount(server), await newServerToken(server)];
    const ids = [(await create(account)).id, (await create(account)).id];
    const other = await create(await newAccount(server));
    const input = `{ userId: ${quoted(account.userId)} }`;
    const remove = async () =>
      (await run(`mutation { ${mutation}(input: ${input}) { deletedCount removedIds } }`, token))[mutation];
    expect(await remove()).toEqual({ deletedCount: 2, removedIds: ids.toSorted() });
    expect(await remove()).toEqual({ deletedCount: 0, removedIds: [] });
    expect(await shown(other.id, token)).toEqual({ id: other.id });
  });

  it('is an invitation that nobody can decline again', async () => {
    const { invited, key } = await inviteColleague();
    const decline = async () =>
      (
        await run(
          `mutation { declineClinicianInvitation(input: { userId: ${quoted(invited.userId)}, key: ${quoted(key)} }) { done removedId } }`,
          invited.token,
        )
      ).declineClinicianInvitation;
    expect((await decline()).removedId).toEqual(expect.any(String));
    expect(await decline()).toEqual({ done: true, removedId: null });
  });
});
