import { Link, Route, Switch } from 'wouter';
import { NavLink } from '../../ui/layout';
import { PersonPages } from '../person/person-pages';
import { AccessLogPage } from './access-log-page';
import { SharingPage } from './sharing-page';

/** A person's own data, who sees it, and who did. */
export function OwnPages({ userId }: { userId: string }) {
  return (
    <>
      <nav className="sub-nav" aria-label="My pages">
        <Link href="/me">My data</Link>
        <NavLink to="/me/sharing" pattern="/me/sharing">
          Sharing
        </NavLink>
        <NavLink to="/me/access-log" pattern="/me/access-log">
          Access log
        </NavLink>
      </nav>
      <Switch>
        <Route path="/me/sharing">
          <SharingPage userId={userId} />
        </Route>
        <Route path="/me/access-log">
          <AccessLogPage userId={userId} />
        </Route>
        <Route>
          <PersonPages base="/me" userId={userId} />
        </Route>
      </Switch>
    </>
  );
}
