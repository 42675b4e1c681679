import { ApolloClient, ApolloLink, InMemoryCache, Observable } from '@apollo/client';
import { relayStylePagination } from '@apollo/client/utilities';
import { createClient, type GraphClient } from '@glycograph/client';
import { apolloCache, apolloHandler } from '@glycograph/client/apollo';
import { fixedToken } from '@glycograph/client/auth';
import {
  CreateTagDocument,
  MeDocument,
  NoteAddedDocument,
  PatientsDocument,
  RecordsDocument,
} from '@glycograph/client/operations';
import { urqlKeys, urqlSubscriptions } from '@glycograph/client/urql';
import { cacheExchange, Client, subscriptionExchange } from '@urql/core';
import { print } from 'graphql';
import { newAccount, type TestAccount } from '../support/accounts';
import { tokenHeader } from '../support/api';
import { newClinic, newPatient } from '../support/clinics';
import { messenger } from '../support/messages';
import { newPerson } from '../support/person';
import { bolus } from '../support/records';
import { serverUnderTest } from '../support/server';
import { waitFor } from '../support/wait-until';

const server = serverUnderTest();
const { url } = server;

const clients: GraphClient[] = [];
afterEach(() => clients.splice(0).forEach((client) => client.close()));

function newClient({ token }: Pick<TestAccount, 'token'>): GraphClient {
  const client = createClient({ url, auth: fixedToken(token) });
  clients.push(client);
  return client;
}

async function newPeople(): Promise<{ userId: string; token: string; clinicId: string }> {
  const clinic = await newClinic(server);
  for (const fullName of ['Ada', 'Ben', 'Cem']) await newPatient(server, clinic, { fullName });
  return { ...clinic.admin, clinicId: clinic.id };
}

/** Writes notes until one has arrived: the subscription may not have begun when the first is written. */
const writesUntil = (account: TestAccount, told: string[]): Promise<true> =>
  waitFor('a note', async () => {
    await messenger(server, account).sent({ messagetext: 'Pizza' });
    return told.includes('Pizza') || undefined;
  });

describe('Apollo Client', () => {
  const newApollo = (account: Pick<TestAccount, 'token'>) =>
    new ApolloClient({
      link: new ApolloLink(apolloHandler(newClient(account), Observable)),
      cache: new InMemoryCache(apolloCache(relayStylePagination)),
    });

  it('runs queries and merges the pages of a list', async () => {
    const { clinicId, ...account } = await newPeople();
    const apollo = newApollo(account);
    const variables = { clinicId, first: 2 };
    const { data } = await apollo.query({ query: PatientsDocument, variables });
    const after = data?.clinic?.patients?.pageInfo.endCursor;
    // Like `fetchMore`, which asks the network in any case.
    await apollo.query({
      query: PatientsDocument,
      variables: { ...variables, after },
      fetchPolicy: 'network-only',
    });
    const merged = apollo.cache.readQuery({ query: PatientsDocument, variables });
    expect(merged?.clinic?.patients?.edges?.map(({ node }) => node.fullName)).toEqual(['Ada', 'Ben', 'Cem']);
    apollo.stop();
  });

  it('reads records by their interface, and keeps those of two people apart', async () => {
    const [one, other] = await Promise.all([newPerson(server), newPerson(server)]);
    const id = '0123456789abcdef0123456789abcdef';
    for (const [person, normal] of [
      [one, 1],
      [other, 2],
    ] as const)
      await person.uploaded(await person.openedContinuous(), [bolus({ id, normal })]);
    const cache = new InMemoryCache(apolloCache());
    const amountOf = async (person: TestAccount) => {
      const link = new ApolloLink(apolloHandler(newClient(person), Observable));
      const { userId } = person;
      const apollo = new ApolloClient({ link, cache });
      await apollo.query({ query: RecordsDocument, variables: { userId } });
      return () => {
        const data = cache.readQuery({ query: RecordsDocument, variables: { userId } });
        return data?.user?.data?.edges.map(({ node }) => 'insulinAmount' in node && node.insulinAmount);
      };
    };
    const amounts = [await amountOf(one), await amountOf(other)];
    expect(amounts.map((read) => read())).toEqual([[1], [2]]);
  });

  it('runs mutations and subscriptions', async () => {
    const { clinicId, ...account } = await newPeople();
    const apollo = newApollo(account);
    const variables = { input: { clinicId, name: 'Pump' } };
    const { data } = await apollo.mutate({ mutation: CreateTagDocument, variables });
    expect(data?.createPatientTag?.tag?.name).toBe('Pump');
    const me = await newAccount(server);
    const told: string[] = [];
    const running = newApollo(me)
      .subscribe({ query: NoteAddedDocument, variables: { userId: me.userId } })
      .subscribe((result) => void told.push(result.data?.messageAdded?.text ?? ''));
    expect(await writesUntil(me, told)).toBe(true);
    running.unsubscribe();
  });
});

describe('urql', () => {
  const newUrql = (account: Pick<TestAccount, 'token'>) =>
    new Client({
      url: `${url}/graphql`,
      exchanges: [cacheExchange, subscriptionExchange(urqlSubscriptions(newClient(account)))],
    });

  it('runs queries and mutations', async () => {
    const { clinicId, ...account } = await newPeople();
    const urql = newUrql(account);
    const { data } = await urql.query(PatientsDocument, { clinicId, first: 2 }).toPromise();
    expect(data?.clinic?.patients?.edges?.map(({ node }) => node.fullName)).toEqual(['Ada', 'Ben']);
    const input = { clinicId, name: 'Pump' };
    const changed = await urql.mutation(CreateTagDocument, { input }).toPromise();
    expect(changed.data?.createPatientTag?.tag?.name).toBe('Pump');
    const again = await urql.mutation(CreateTagDocument, { input }).toPromise();
    expect(again.data?.createPatientTag?.userErrors).toMatchObject([{ code: 'CONFLICT' }]);
  });

  it('runs subscriptions', async () => {
    const me = await newAccount(server);
    const told: string[] = [];
    const running = newUrql(me)
      .subscription(NoteAddedDocument, { userId: me.userId })
      .subscribe(({ data }) => void told.push(data?.messageAdded?.text ?? ''));
    expect(await writesUntil(me, told)).toBe(true);
    running.unsubscribe();
  });

  it('gets keys for a normalized cache in which records stay with their account', () => {
    expect(urqlKeys().NormalBolus?.()).toBeNull();
    expect(Object.keys(urqlKeys())).not.toContain('Patient');
  });
});

it('plain fetch sends the operations, too', async () => {
  const { userId, token } = await newAccount(server);
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', [tokenHeader]: token },
    body: JSON.stringify({ query: print(MeDocument) }),
  });
  expect(await response.json()).toMatchObject({ data: { me: { id: userId } } });
});
