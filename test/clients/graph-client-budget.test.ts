import { createClient } from '@glycograph/client';
import { fixedToken } from '@glycograph/client/auth';
import { parse } from 'graphql';
import { newAccount } from '../support/accounts';
import { api } from '../support/api';
import { messenger } from '../support/messages';
import { startOwnApp } from '../support/own-app';
import { waitFor } from '../support/wait-until';

const notesAdded = parse(
  'subscription ($userId: ID!) { messageAdded(userId: $userId) { text author { id } } }',
);

const closings: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0)) await close();
});

/** A service with a budget of 30 for each minute, and a person who has spent it. */
async function startWithoutBudget() {
  const own = await startOwnApp({ GRAPH_MAX_COST: '30', GRAPH_COST_PER_ACCOUNT: '30' });
  const { server } = own;
  const me = await newAccount(server);
  await waitFor('an empty budget', async () => {
    return (await api(server).graph('{ me { id } }', { token: me.token })).status === 429 || undefined;
  });
  const client = createClient({ url: server.url, auth: fixedToken(me.token) });
  closings.push(
    () => client.close(),
    () => own.close(),
  );
  return { me, client, write: (text: string) => messenger(server, me).sent({ messagetext: text }) };
}

it('a subscription that the budget refuses begins when there is enough, and says that events were missed', async () => {
  const { me, client, write } = await startWithoutBudget();
  const told: string[] = [];
  client.subscribe(
    notesAdded,
    { userId: me.userId },
    {
      next: () => void told.push('note'),
      resync: () => void told.push('resync'),
      error: (error) => void told.push(`error: ${error.message}`),
    },
  );
  await waitFor('a note', async () => {
    await write('Pizza');
    return told.some((call) => call !== 'resync') || undefined;
  });
  expect(told.slice(0, 2)).toEqual(['resync', 'note']);
});
