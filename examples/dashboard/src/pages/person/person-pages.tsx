import { GlucoseProfileDocument } from '@glycograph/client/operations';
import { Link, Route, Switch } from 'wouter';
import { PersonHeaderDocument, type PersonHeaderQuery } from '../../generated/operations';
import { useGraphQuery } from '../../graph/graph';
import { isTimeZone } from '../../time/zones';
import { NavLink } from '../../ui/layout';
import { Empty, Loading, Shown } from '../../ui/states';
import { DayPage } from './day-page';
import { NotesPage } from './notes-page';
import { OverviewPage } from './overview-page';
import { PersonHeader } from './person-header';

interface PersonPagesProps {
  userId: string;
  /** Path of these pages. */
  base: string;
  /** The clinic whose patient the person is, if they are looked at as one. */
  clinicId?: string;
}

type Person = NonNullable<PersonHeaderQuery['user']>;

/** What the pages of a person need to know. */
export interface PersonContext extends PersonPagesProps {
  fullName: string;
  /** The time zone of the person, in which all their times are shown. */
  timeZone: string;
}

/** The pages of a person: overview, day, notes. */
export function PersonPages(props: PersonPagesProps) {
  const person = useGraphQuery(PersonHeaderDocument, { userId: props.userId });
  return (
    <Shown query={person} what="Loading the person">
      {({ user }) =>
        user ? <KnownPerson {...props} person={user} /> : <Empty>This person cannot be shown.</Empty>
      }
    </Shown>
  );
}

function KnownPerson({ person, ...props }: PersonPagesProps & { person: Person }) {
  const { userId, base, clinicId } = props;
  const named = person.profile?.patient?.targetTimezone;
  const known = isTimeZone(named) ? named : undefined;
  // Without a time zone of the person, that of their newest readings.
  const profile = useGraphQuery(
    GlucoseProfileDocument,
    { userId, days: 1 },
    { enabled: known === undefined },
  );
  const ofReadings = profile.data?.user?.glucoseProfile?.timezone;
  const timeZone = known ?? (isTimeZone(ofReadings) ? ofReadings : 'UTC');
  if (known === undefined && profile.isPending) return <Loading what="Loading the person" />;
  const context: PersonContext = { ...props, fullName: person.profile?.fullName ?? 'Unnamed', timeZone };
  return (
    <>
      <PersonHeader context={context} profile={person.profile?.patient ?? null} />
      <nav className="tabs" aria-label={`Pages of ${context.fullName}`}>
        <NavLink to={base} pattern={base}>
          Overview
        </NavLink>
        <NavLink to={`${base}/day`} pattern={`${base}/day/*?`}>
          Day
        </NavLink>
        <NavLink to={`${base}/notes`} pattern={`${base}/notes`}>
          Notes
        </NavLink>
        {clinicId !== undefined && (
          <Link href={`/clinics/${clinicId}`} className="back">
            All patients
          </Link>
        )}
      </nav>
      <Switch>
        <Route path={base}>
          <OverviewPage context={context} />
        </Route>
        <Route path={`${base}/day/:date?`}>{({ date }) => <DayPage context={context} date={date} />}</Route>
        <Route path={`${base}/notes`}>
          <NotesPage context={context} />
        </Route>
        <Route>
          <Empty>There is no such page.</Empty>
        </Route>
      </Switch>
    </>
  );
}
