import type { ServerResponse } from 'node:http';

/** What tells browsers how to treat a page. Nobody looks at it in an answer for a program. */
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

/** JSON of REST and of the graph, and streams of events. */
const forPrograms = /^(application\/([\w.-]+\+)?json|text\/event-stream)\b/;

/** Takes the headers of pages off an answer for a program: they are a good part of what goes over the wire. */
export function dropPageHeaders(response: ServerResponse): void {
  const type = response.getHeader('Content-Type');
  if (typeof type !== 'string' || !forPrograms.test(type)) return;
  for (const name of ofPages) response.removeHeader(name);
}
