import { serverAudits } from 'graphql-http';
import { serverUnderTest } from '../../support/server';

const server = serverUnderTest();
const url = `${server.url}/graphql`;

const urlEncoded =
  'a GET request needs a header field that no link or form can set, so that no page tricks a browser into sending it';
const notExecuted =
  'what cannot be executed is answered with 400 in both media types: clients read the errors of such an answer, and logs, metrics and proxies see the failure';

/** Where the service departs from what the specification recommends or allows, and why. */
const exceptions: Readonly<Record<string, string>> = {
  'MAY accept application/x-www-form-urlencoded formatted GET requests': urlEncoded,
  'MAY allow URL-encoded JSON string {variables} parameter in GETs when accepting application/graphql-response+json':
    urlEncoded,
  'MAY allow URL-encoded JSON string {variables} parameter in GETs when accepting application/json':
    urlEncoded,
  'SHOULD use 200 status code on document parsing failure when accepting application/json': notExecuted,
  'SHOULD use 200 status code on document validation failure when accepting application/json': notExecuted,
  'SHOULD use a status code of 200 on variable coercion failure when accepting application/json': notExecuted,
};

/** The audits that do not pass, with what they found. */
async function failures(fetchFn: typeof fetch = fetch): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const audit of serverAudits({ url, fetchFn })) {
    const result = await audit.fn();
    if (result.status !== 'ok') found[audit.name] = result.reason;
  }
  return found;
}

const withHeader: typeof fetch = (address, options) => {
  const headers = new Headers(options?.headers);
  headers.set('Apollo-Require-Preflight', 'true');
  return fetch(address, { ...options, headers });
};

describe('the audit of GraphQL over HTTP', () => {
  it('finds nothing that must be otherwise, and only the known exceptions', async () => {
    const found = Object.keys(await failures());
    expect(found.filter((name) => name.startsWith('MUST'))).toEqual([]);
    expect(found.toSorted()).toEqual(Object.keys(exceptions).toSorted());
  });

  it('finds that GET requests with one of the header fields are accepted', async () => {
    const others = Object.keys(exceptions).filter((name) => exceptions[name] !== urlEncoded);
    expect(Object.keys(await failures(withHeader)).toSorted()).toEqual(others.toSorted());
  });

  it('has run: it knows audits of each strength', () => {
    const strengths = new Set(serverAudits({ url }).map(({ name }) => name.split(' ')[0]));
    expect([...strengths].toSorted()).toEqual(['MAY', 'MUST', 'SHOULD']);
  });
});
