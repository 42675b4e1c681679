import type { ServerResponse } from 'node:http';

/** Headers for pages. Responses to programs do not need them. */
const ofPages = [
  'Content-Security-Policy',
  'Origin-Agent-Cluster',
  'Referrer-Policy',
  'X-DNS-Prefetch-Control',
  'X-Download-Options',
  'X-Frame-Options',
  'X-Permitted-Cross-Domain-Policies',
  'X-XSS-Protection',
];

/** JSON of REST and of the graph, and event streams. */
const forPrograms = /^(application\/([\w.-]+\+)?json|text\/event-stream)\b/;

/** Removes page headers from a response to a program: they are a large part of its size. */
export function dropPageHeaders(response: ServerResponse): void {
  const type = response.getHeader('Content-Type');
  if (typeof type !== 'string' || !forPrograms.test(type)) return;
  for (const name of ofPages) response.removeHeader(name);
}
