import { Router, type Request } from 'express';
import { html, type Html } from '../identity/token-service/pages/html';
import { sendPage } from '../identity/token-service/pages/page';
import { sendStylesheet } from '../identity/token-service/pages/stylesheet-route';

const stylesheet = '/landing/style.css';

interface Place {
  path: string;
  name: string;
  /** Description for people. */
  text: string;
}

const places: readonly Place[] = [
  { path: '/explorer', name: 'Explorer', text: 'Ask the graph, and read what it offers.' },
  { path: '/graphql', name: 'Apollo Sandbox', text: 'The same with the tool of Apollo. It needs internet.' },
  { path: '/docs', name: 'REST reference', text: 'All routes, to read and to try.' },
  { path: '/openapi.json', name: 'OpenAPI document', text: 'The same for programs.' },
];

const invitations: Place = {
  path: '/invitations',
  name: 'Invitations',
  text: 'Answer who would like to share data with you or to work with you.',
};

const item = ({ path, name, text }: Place): Html =>
  html`<li><a href="${path}">${name}</a><span class="hint">${text}</span></li>`;

/** Programs that do not say what they accept get JSON, as on all paths. */
const isBrowser = (request: Request): boolean => request.accepts(['json', 'html']) === 'html';

/**
 * Describes the service to people at `/`. Programs get the same response as on any path without a route.
 *
 * @param servesInvitations whether the built-in page of invitations is served
 */
export function landingPage({ servesInvitations }: { servesInvitations: boolean }): Router {
  const router = Router();
  const content = html`<p>
      This is a service for diabetes data. People use it through applications of theirs. Here you can look
      into it:
    </p>
    <ul>
      ${[...places, ...(servesInvitations ? [invitations] : [])].map(item)}
    </ul>`;
  router.get('/', (request, response, next) => {
    response.vary('Accept');
    if (!isBrowser(request)) return next();
    sendPage(response, 200, { title: 'What is here', content, stylesheet });
  });
  router.get(stylesheet, (_request, response) => sendStylesheet(response));
  return router;
}
