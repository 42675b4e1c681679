import { MeDocument, MyClinicsDocument, type MeQuery } from '@glycograph/client/operations';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, Redirect, Route, Router, Switch } from 'wouter';
import { GraphContext, useGraphList, useGraphQuery } from './graph/graph';
import { ClinicPage } from './pages/clinic/clinic-page';
import { AccessLogPage } from './pages/own/access-log-page';
import { SharingPage } from './pages/own/sharing-page';
import { PersonPages } from './pages/person/person-pages';
import type { Session } from './session';
import { Brand, NavLink } from './ui/layout';
import { Empty, NoSuchPage, Shown } from './ui/states';
import { UnitsProvider, UnitsToggle } from './ui/units';

const base = import.meta.env.BASE_URL.replace(/\/$/, '');

/** Results are read again when they are this old and their page is opened, in milliseconds. */
const freshness = 30_000;

/** The dashboard of the logged-in person. What one person has read is never shown to the next. */
export function Dashboard({ session }: { session: Session }) {
  const [cache] = useState(
    () => new QueryClient({ defaultOptions: { queries: { staleTime: freshness, retry: false } } }),
  );
  return (
    <GraphContext value={session.client}>
      <QueryClientProvider client={cache}>
        <Router base={base}>
          <Frame onLogOut={() => session.logOut()} />
        </Router>
      </QueryClientProvider>
    </GraphContext>
  );
}

type Me = NonNullable<MeQuery['me']>;

function Frame({ onLogOut }: { onLogOut: () => void }) {
  const me = useGraphQuery(MeDocument, {});
  const clinics = useGraphList(MyClinicsDocument, (data) => data.me?.clinics);
  const places = (clinics.data ?? []).flatMap(({ clinic }) => (clinic ? [clinic] : []));
  return (
    <UnitsProvider preferred={places[0]?.preferredBgUnits ?? 'MG_DL'}>
      <a className="skip" href="#content">
        Skip to the content
      </a>
      <header className="top">
        <Link href="/" aria-label="Glycograph, start page" className="brand-link">
          <Brand />
        </Link>
        <nav aria-label="Pages" className="top-nav">
          {places.map(({ id, name }) => (
            <NavLink key={id} to={`/clinics/${id}`} pattern={`/clinics/${id}/*?`}>
              {name}
            </NavLink>
          ))}
          <NavLink to="/me" pattern={/^\/me(\/(day|notes).*)?$/}>
            My data
          </NavLink>
          <NavLink to="/me/sharing" pattern="/me/sharing">
            Sharing
          </NavLink>
          <NavLink to="/me/access-log" pattern="/me/access-log">
            Access log
          </NavLink>
        </nav>
        <UnitsToggle />
        <div className="account">
          <span>{me.data?.me?.profile?.fullName ?? me.data?.me?.username}</span>
          <button type="button" className="button quiet" onClick={onLogOut}>
            Log out
          </button>
        </div>
      </header>
      <main id="content" tabIndex={-1}>
        <Shown query={clinics} what="Loading">
          {() => (
            <Shown query={me} what="Loading">
              {(data) => <Pages me={data.me} firstClinicId={places[0]?.id} />}
            </Shown>
          )}
        </Shown>
      </main>
    </UnitsProvider>
  );
}

function Pages({ me, firstClinicId }: { me: Me | null | undefined; firstClinicId: string | undefined }) {
  if (!me) return <Empty>Your account cannot be shown.</Empty>;
  return (
    <Switch>
      <Route path="/">
        <Redirect to={firstClinicId === undefined ? '/me' : `/clinics/${firstClinicId}`} replace />
      </Route>
      <Route path="/clinics/:clinicId">{({ clinicId }) => <ClinicPage clinicId={clinicId} />}</Route>
      <Route path="/clinics/:clinicId/patients/:userId/*?">
        {({ clinicId, userId }) => (
          <PersonPages
            key={userId}
            base={`/clinics/${clinicId}/patients/${userId}`}
            userId={userId}
            clinicId={clinicId}
          />
        )}
      </Route>
      <Route path="/people/:userId/*?">
        {({ userId }) => <PersonPages key={userId} base={`/people/${userId}`} userId={userId} />}
      </Route>
      <Route path="/me/sharing">
        <SharingPage userId={me.id} />
      </Route>
      <Route path="/me/access-log">
        <AccessLogPage userId={me.id} />
      </Route>
      <Route path="/me/*?">
        <PersonPages base="/me" userId={me.id} />
      </Route>
      <Route>
        <NoSuchPage />
      </Route>
    </Switch>
  );
}
