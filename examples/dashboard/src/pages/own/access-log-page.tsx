import {
  AccessLogDocument,
  type AccessKind,
  type AccessLogQuery,
  type AccessReason,
} from '@glycograph/client/operations';
import { useState } from 'react';
import { useGraphQuery } from '../../graph/graph';
import { dateTimeText, unknown } from '../../time/zones';
import { Card } from '../../ui/card';
import { useTitle } from '../../ui/layout';
import { pageArguments, Pager, type PagePosition } from '../../ui/pager';
import { Empty, Shown } from '../../ui/states';

const pageSize = 25;

const kinds: Record<AccessKind, string> = {
  READ: 'Read',
  CHANGE: 'Changed',
  REFUSED: 'Refused',
  LOG_IN: 'Logged in',
  LOG_OUT: 'Logged out',
  TOKEN: 'Token',
};

const reasons: Record<AccessReason, string> = {
  OWNER: 'own account',
  CUSTODIAN: 'manages the account',
  SHARE: 'shared with them',
  CLINIC: 'by a clinic',
  SERVER: 'trusted server',
  RELATED: 'shares with you',
  OPERATOR: 'operates the service',
};

type Entry = NonNullable<NonNullable<AccessLogQuery['user']>['accessLog']>['edges'][number]['node'];

/** Who read or changed the data of the logged-in person, newest first. */
export function AccessLogPage({ userId }: { userId: string }) {
  useTitle('Access log');
  const [position, setPosition] = useState<PagePosition>({});
  const log = useGraphQuery(
    AccessLogDocument,
    { userId, ...pageArguments(position, pageSize) },
    // Names of people to whom there is no relationship are refused.
    { keepPrevious: true, partial: true },
  );
  return (
    <>
      <header className="page-header">
        <h1>Access log</h1>
        <p className="page-note">Times in {browserZone.replaceAll('_', ' ')}</p>
      </header>
      <Card title="Who read or changed my data">
        <Shown query={log} what="Loading the access log">
          {({ user }) => {
            const connection = user?.accessLog;
            if (!connection) return <Empty>The access log cannot be shown.</Empty>;
            const entries = connection.edges.map(({ node }) => node);
            return (
              <>
                {entries.length === 0 && <Empty>Nobody has read or changed anything.</Empty>}
                <table className="events access-log">
                  <thead>
                    <tr>
                      <th scope="col">Time</th>
                      <th scope="col">Who</th>
                      <th scope="col">What</th>
                      <th scope="col">With</th>
                    </tr>
                  </thead>
                  <tbody>
                    {entries.map((entry) => (
                      <EntryLine key={entry.id} entry={entry} userId={userId} />
                    ))}
                  </tbody>
                </table>
                <Pager what="the access log" pageInfo={connection.pageInfo} onTurn={setPosition} />
              </>
            );
          }}
        </Shown>
      </Card>
    </>
  );
}

/** The log is about what happened here and now, to the person who reads it. */
const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

function EntryLine({ entry, userId }: { entry: Entry; userId: string }) {
  const { time, kind, reason, actor, actorId, operation, client } = entry;
  const who =
    actorId === userId ? 'You' : (actor?.profile?.fullName ?? (actorId ? 'Somebody else' : unknown));
  return (
    <tr>
      <td>
        <time dateTime={time}>{dateTimeText(time, browserZone)}</time>
      </td>
      <th scope="row">
        {who}
        {reason && <small>{reasons[reason]}</small>}
      </th>
      <td>
        <span className={`kind ${kind.toLowerCase()}`}>{kinds[kind]}</span>
        <small>{operation}</small>
      </td>
      <td>{client ?? unknown}</td>
    </tr>
  );
}
