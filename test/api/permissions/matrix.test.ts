import 'reflect-metadata';
import { resolve } from 'node:path';
import { pino } from 'pino';
import { storedObjects } from '../../../resolvers/records/data/table-types';
import type { Route } from '../../../rest-compat/route';
import { readConfig } from '../../../src/platform/config';
import { asApiError } from '../../../src/platform/errors';
import { GraphExecutor } from '../../../src/graph/executor';
import { partOfParent } from '../../../src/graph/permissions/rules';
import { routes, servedGraph } from '../../../src/surfaces';
import { RequestContext } from '../../../src/request/request-context';
import { api, type Answer } from '../../support/api';
import { startOwnApp, type OwnApp } from '../../support/own-app';
import type { Expectation } from './expectation';
import { routeExpectations } from './expectations';
import { fieldExpectations } from './field-expectations';
import { partsOfParents } from './parts-of-parents';
import { letIn, subjects, type Subject } from './subjects';
import { buildWorld, type World } from './world';

const graph = servedGraph();
const executor = new GraphExecutor(graph, { limits: readConfig({}).operationLimits });

let own: OwnApp;
let world: World;

const partners = {
  PROVIDERS_FILE: resolve('test/support/data-providers.json'),
  REDOX_VERIFICATION_TOKEN: 'shown by none of the subjects',
  XEALTH_TOKEN: 'shown by none of the subjects, either',
  XEALTH_URL: 'http://localhost:1',
  XEALTH_TOKEN_URL: 'http://localhost:1/token',
  XEALTH_CLIENT_ID: 'nobody',
  XEALTH_CLIENT_SECRET: 'nothing',
};

beforeAll(async () => {
  own = await startOwnApp(partners);
  world = await buildWorld(own.server);
  const { userId } = world.accountOf('serviceAdministrator');
  await own.app.services.accountRoles.add(userId, 'administrator');
});

afterAll(() => own.close());

/** The expectations of a row. */
const linesOf = (expected: (typeof routeExpectations)[string]): readonly Expectation[] =>
  typeof expected === 'string' ? [{ who: expected }] : [expected].flat();

const described = (table: typeof routeExpectations) =>
  Object.entries(table).flatMap(([name, expected]) =>
    linesOf(expected).map((line) => ({ name, ...line, what: JSON.stringify(line.with ?? {}) })),
  );

/** The value for a name in a path or in arguments. */
async function valueOf(subject: Subject, name: string, given: Expectation['with'] = {}): Promise<string> {
  const text = given[name] ?? `@${name}`;
  if (!text.startsWith('@')) return text;
  const maker = world.makers[text.slice(1)];
  if (maker) return maker();
  if (text === '@friend') return world.friend.userId;
  if (text === '@self') return world.accountOf(subject).userId;
  return ownersValues()[text.slice(1)] ?? 'nothing';
}

const ownersValues = (): Record<string, string> => ({
  ...Object.fromEntries(
    ['id', 'userId', 'accountId', 'ownerId', 'owner', 'sharerId', 'custodianId', 'followedId'].map((name) => [
      name,
      world.owner.userId,
    ]),
  ),
  ...Object.fromEntries(
    ['member', 'memberId', 'invitedBy', 'inviterId'].map((name) => [name, world.friend.userId]),
  ),
  patientId: world.owner.userId,
  clinicId: world.clinicId,
  token: world.owner.token,
});

/** Compares the callers who have access with the expected ones. */
async function expectOnly(who: Expectation['who'], isLetIn: (subject: Subject) => Promise<boolean>) {
  // Refused callers go first, because permitted ones may change the data.
  const expected: readonly Subject[] = letIn[who];
  const order = [...subjects].sort((a, b) => Number(expected.includes(a)) - Number(expected.includes(b)));
  const found: Subject[] = [];
  for (const subject of order) if (await isLetIn(subject)) found.push(subject);
  expect(subjects.filter((subject) => found.includes(subject))).toEqual(expected);
}

describe('the table of expectations', () => {
  const nameOf = ({ method, path }: Route): string => `${method} ${[path].flat()[0]}`;

  it('has a row for every route, and for nothing else', () => {
    expect(Object.keys(routeExpectations).sort()).toEqual(routes.map(nameOf).sort());
  });

  it('has a row for every field with a rule, and for nothing else', () => {
    const isPart = (type: string, rule: unknown) =>
      rule === partOfParent && !['Query', 'Mutation', 'Subscription'].includes(type);
    // Records contain their objects, whatever their type; edges to data sets are listed once for all types.
    const isOnce = (type: string, field: string, rule: unknown) =>
      !storedObjects.has(type) || (rule !== partOfParent && (type === 'Datum' || field !== 'dataSet'));
    const fields = Object.entries(graph.rules as Record<string, Record<string, unknown>>)
      .flatMap(([type, rules]) => Object.entries(rules).map(([field, rule]) => ({ type, field, rule })))
      .filter(({ type, field, rule }) => isOnce(type, field, rule));
    const names = fields
      .filter(({ type, rule }) => !isPart(type, rule))
      .map(({ type, field }) => `${type}.${field}`);
    expect(Object.keys(fieldExpectations).sort()).toEqual(names.sort());
    const parts = fields
      .filter(({ type, rule }) => isPart(type, rule) && !/(Connection|Edge|Payload)$/.test(type))
      .map(({ type, field }) => `${type}.${field}`);
    expect([...partsOfParents].sort()).toEqual(parts.sort());
  });
});

describe('a rule of the graph permits only the expected callers:', () => {
  it.each(described(fieldExpectations))('$name $what: $who', async ({ name, who, with: given }) => {
    const [type = '', field = ''] = name.split('.');
    await expectOnly(who, async (subject) => {
      const made = await Promise.all(
        Object.keys(given ?? {}).map(async (key) => [key, await valueOf(subject, key, given)] as const),
      );
      const node = { id: world.owner.userId, userId: world.owner.userId };
      const values = {
        ...ownersValues(),
        ...{ node, account: node },
        token: null,
        permissions: ['view'],
        patients: [],
        edges: [],
        ...Object.fromEntries(made),
      };
      const args = { ...values, input: values };
      const context = await contextOf(subject);
      const refusal = await executor.authorize({ type, field, parent: values, args }, context).then(
        () => undefined,
        (error: unknown) => asApiError(error),
      );
      if (refusal && !['FORBIDDEN', 'UNAUTHENTICATED'].includes(refusal.code)) throw refusal;
      return refusal === undefined;
    });
  });
});

async function contextOf(subject: Subject): Promise<RequestContext> {
  const { services } = own.app;
  const token = world.tokenOf(subject);
  const { caller } = await services.identity.identify({
    sessionTokens: token === undefined ? [] : [token],
    authorization: undefined,
  });
  return new RequestContext(caller, services, { address: '' }, 'test', pino({ level: 'silent' }));
}

describe('a route permits only the expected callers:', () => {
  it.each(described(routeExpectations))('$name $what: $who', async ({ name, who, with: given, body }) => {
    const route = routes.find(({ method, path }) => name === `${method} ${[path].flat()[0]}`);
    const [method = '', path = ''] = name.split(' ');
    const parts = [...path.matchAll(/\{(\w+)\+?\}/g)].map(([, part = '']) => part);
    const ask = async (subject: Subject): Promise<boolean> => {
      const values = await Promise.all(parts.map((part) => valueOf(subject, part, given)));
      const address = parts.reduce(
        (text, part, index) =>
          text.replace(new RegExp(`\\{${part}\\+?\\}`), encodeURIComponent(values[index] ?? '')),
        path,
      );
      const token = world.tokenOf(subject);
      const answer = await api(own.server).call(method, address, { token, body });
      expect(answer.status).not.toBe(500);
      return !isRefusal(answer, route);
    };
    if (who === 'anyone') await expect(ask('nobody')).resolves.toBe(true);
    else await expectOnly(who, ask);
  });
});

/** The response to a caller without permission, whatever else is wrong. */
function isRefusal({ status, body }: Answer, route: Route | undefined): boolean {
  const sentences = [
    'A valid session token is required.',
    'You are not allowed to do this.',
    'The verification token is not right.',
    'The token of Xealth is not right.',
  ];
  // For URLs that a browser opens directly, the response is a page.
  if (route?.errorPage) return status === 401;
  if (route?.refusedWith) sentences.push(route.refusedWith.message);
  return status !== 501 && [401, 403, 404].includes(status) && sentences.includes(body?.message);
}
