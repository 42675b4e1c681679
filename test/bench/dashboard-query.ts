import type { Account } from './account';
import type { Call } from './client';

/** Patients of a page. */
export const shown = 50;

const query = `query Dashboard($clinicId: ID!, $first: Int!) { clinic(id: $clinicId) { id name
  patients(first: $first) { edges { node { userId fullName birthDate mrn
    tags { id name } sites { id name } storedSummary dataSources { state providerName latestDataTime } } } } } }`;

/** A request for a page of a clinic's patients with what a dashboard shows of them. */
export const dashboardCall = (headers: Account['headers'], clinicId: string): Call =>
  graphCall(headers, query, clinicId);

/** A request for a page of a clinic's patients by a query. */
export const graphCall = (headers: Account['headers'], text: string, clinicId: string): Call => ({
  method: 'POST',
  headers: { ...headers, 'content-type': 'application/json' },
  body: JSON.stringify({ query: text, variables: { clinicId, first: shown } }),
});
