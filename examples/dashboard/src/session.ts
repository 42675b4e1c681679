import { createClient, type GraphClient } from '@glycograph/client';
import { createCodeLogIn, type CodeLogIn } from '@glycograph/client/log-in';

/** Where the service is, and as which OAuth client the dashboard logs in. */
export interface Settings {
  /** Address of the service, without a slash at its end. */
  serverUrl: string;
  clientId: string;
}

/** What `GET /info` tells of the log-in. */
interface ServiceInfo {
  auth: { url: string; realm: string };
}

/** Set while somebody is logged in in this tab, so that a reload logs in again without asking. */
const loggedInKey = 'dashboard.logged-in';
/** The address to return to after the log-in page. */
const returnKey = 'dashboard.return-to';

/** The session of the person who uses this tab. */
export interface Session {
  client: GraphClient;
  /** Why nobody is logged in, if there is something to say. */
  message: string | null;
  isLoggedIn(): boolean;
  /** Leaves for the log-in page. */
  logIn(): Promise<void>;
  /** Ends the session here and at the service. */
  logOut(): void;
}

const basePath = import.meta.env.BASE_URL;

/**
 * Opens the session: completes a log-in, repeats one after a reload, or leaves nobody logged in. Resolves to null if the
 * browser leaves for the log-in page.
 *
 * @param onEnd called when the session has ended elsewhere
 */
export async function openSession(settings: Settings, onEnd: () => void): Promise<Session | null> {
  const logIn = createCodeLogIn({
    issuer: await findIssuer(settings.serverUrl),
    clientId: settings.clientId,
    redirectUri: `${location.origin}${basePath}`,
    onEnd: () => {
      sessionStorage.removeItem(loggedInKey);
      onEnd();
    },
  });
  const message = await finishLogIn(logIn);
  if (!logIn.isLoggedIn() && message === null && sessionStorage.getItem(loggedInKey) !== null) {
    await leaveForLogIn(logIn);
    return null;
  }
  return {
    client: createClient({ url: settings.serverUrl, auth: logIn }),
    message,
    isLoggedIn: () => logIn.isLoggedIn(),
    logIn: () => leaveForLogIn(logIn),
    logOut: () => {
      sessionStorage.removeItem(loggedInKey);
      location.assign(logIn.logOut());
    },
  };
}

async function findIssuer(serverUrl: string): Promise<string> {
  const response = await fetch(`${serverUrl}/info`);
  if (!response.ok) throw new Error(`The service at ${serverUrl} cannot be reached (${response.status}).`);
  const { auth } = (await response.json()) as ServiceInfo;
  return `${auth.url}/realms/${auth.realm}`;
}

/** Completes a log-in whose answer is in the address. Returns what went wrong. */
async function finishLogIn(logIn: CodeLogIn): Promise<string | null> {
  try {
    if (!(await logIn.finish(location.href))) return null;
    sessionStorage.setItem(loggedInKey, 'yes');
    history.replaceState(null, '', sessionStorage.getItem(returnKey) ?? basePath);
    return null;
  } catch (error) {
    history.replaceState(null, '', basePath);
    sessionStorage.removeItem(loggedInKey);
    return error instanceof Error ? error.message : 'The log-in failed.';
  }
}

async function leaveForLogIn(logIn: CodeLogIn): Promise<void> {
  sessionStorage.setItem(returnKey, `${location.pathname}${location.search}`);
  location.assign(await logIn.start());
}
