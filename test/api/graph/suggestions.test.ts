import { newAccount } from '../../support/accounts';
import { api, type Json } from '../../support/api';
import { startOwnApp } from '../../support/own-app';
import { serverUnderTest } from '../../support/server';
import { closeStreams, overWebSocket, withToken } from '../../support/streams';

/** Misspelled names of a field, an argument, a type, an enum value and an input field. */
const misspelled: [query: string, variables?: object][] = [
  ['{ me { emailz } }'],
  ['{ me { data(frist: 1) { edges { cursor } } } }'],
  ['{ me { ... on Uzer { id } } }'],
  ['{ me { data(order: NEWEST_FIRTS) { edges { cursor } } } }'],
  [
    'query ($filter: DataFilter) { me { data(filter: $filter) { edges { cursor } } } }',
    { filter: { devceId: '' } },
  ],
];

const messages = ({ errors }: Json): string => errors.map(({ message }: Json) => message).join('\n');

it('errors suggest what may have been meant', async () => {
  const server = serverUnderTest();
  const { token } = await newAccount(server);
  for (const [query, variables] of misspelled) {
    const { body } = await api(server).post('/graphql', { token, body: { query, variables } });
    expect(messages(body)).toMatch(/Did you mean/);
  }
});

it('errors suggest nothing if the operator wants so', async () => {
  const own = await startOwnApp({ GRAPH_SUGGESTIONS: 'false' });
  try {
    const { token } = await newAccount(own.server);
    const socket = overWebSocket(own.server, withToken(token));
    for (const [query, variables] of misspelled) {
      const { status, body } = await api(own.server).post('/graphql', { token, body: { query, variables } });
      expect(status).toBe(400);
      expect(messages(body)).not.toMatch(/Did you mean/);
      const errors: Json = await socket
        .ask(query, variables as Record<string, unknown>)
        .catch((thrown) => thrown);
      expect(messages({ errors })).not.toMatch(/Did you mean/);
    }
  } finally {
    closeStreams();
    await own.close();
  }
});
