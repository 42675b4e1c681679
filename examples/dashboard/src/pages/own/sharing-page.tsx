import {
  InvitePersonDocument,
  RevokeShareDocument,
  SharesChangedDocument,
  SharesGivenDocument,
  SharesReceivedDocument,
  type Permission,
  type SharesGivenQuery,
} from '@glycograph/client/operations';
import { useState } from 'react';
import { Link } from 'wouter';
import {
  CancelInvitationDocument,
  ClinicsWithAccessDocument,
  OpenInvitationsDocument,
  type OpenInvitationsQuery,
} from '../../generated/operations';
import { useGraphMutation, useGraphQuery, useLive, useReadAgain } from '../../graph/graph';
import { dateText } from '../../time/zones';
import { Card } from '../../ui/card';
import { useTitle } from '../../ui/layout';
import { pageArguments, Pager, type PagePosition } from '../../ui/pager';
import { Empty, Shown } from '../../ui/states';
import { ChangeProblem } from '../../ui/user-errors';
import { InviteForm } from './invite-form';
import { permissionText } from './permissions';

const pageSize = 20;

/** Who sees the data of the logged-in person, and who is invited to. */
export function SharingPage({ userId }: { userId: string }) {
  useTitle('Sharing');
  const readAgain = useReadAgain();
  useLive(SharesChangedDocument, {}, () => {
    void readAgain(
      SharesGivenDocument,
      SharesReceivedDocument,
      ClinicsWithAccessDocument,
      OpenInvitationsDocument,
    );
  });
  return (
    <>
      <header className="page-header">
        <h1>Sharing</h1>
        <p className="page-note">Changes take effect at once.</p>
      </header>
      <div className="columns">
        <div>
          <People userId={userId} />
          <SharedWithMe />
        </div>
        <div>
          <Invite userId={userId} />
          <ClinicsWithAccess userId={userId} />
          <OpenInvitations userId={userId} />
        </div>
      </div>
    </>
  );
}

type Share = NonNullable<
  NonNullable<NonNullable<SharesGivenQuery['me']>['sharesGiven']>['edges']
>[number]['node'];

function People({ userId }: { userId: string }) {
  const [position, setPosition] = useState<PagePosition>({});
  const shares = useGraphQuery(SharesGivenDocument, pageArguments(position, pageSize), {
    keepPrevious: true,
    partial: true,
  });
  const revoke = useGraphMutation(RevokeShareDocument, { changes: [SharesGivenDocument] });
  return (
    <Card title="People who see my data">
      <ChangeProblem error={revoke.error} />
      <Shown query={shares} what="Loading shares">
        {({ me }) => {
          const connection = me?.sharesGiven;
          if (!connection) return <Empty>Your shares cannot be shown.</Empty>;
          const nodes = connection.edges.map(({ node }) => node);
          return (
            <>
              {nodes.length === 0 && <Empty>You share with nobody.</Empty>}
              <ul className="entries">
                {nodes.map((share) => (
                  <SharedPerson
                    key={share.id}
                    share={share}
                    isBusy={revoke.isPending}
                    onRevoke={() => revoke.mutate({ input: { ownerId: userId, memberId: share.memberId } })}
                  />
                ))}
              </ul>
              <Pager what="people" pageInfo={connection.pageInfo} onTurn={setPosition} />
            </>
          );
        }}
      </Shown>
    </Card>
  );
}

interface SharedPersonProps {
  share: Share;
  isBusy: boolean;
  onRevoke: () => void;
}

function SharedPerson({ share, isBusy, onRevoke }: SharedPersonProps) {
  const [isAsking, setAsking] = useState(false);
  const name = share.member?.profile?.fullName ?? 'Unnamed account';
  return (
    <li>
      <Entry title={name} permissions={share.permissions} />
      {isAsking ? (
        <div className="actions">
          <button type="button" className="button danger" disabled={isBusy} onClick={onRevoke}>
            Stop sharing with {name}
          </button>
          <button type="button" className="button" onClick={() => setAsking(false)}>
            Keep
          </button>
        </div>
      ) : (
        <button type="button" className="button" onClick={() => setAsking(true)}>
          Revoke<span className="visually-hidden"> the share with {name}</span>
        </button>
      )}
    </li>
  );
}

const Entry = ({
  title,
  permissions,
  note,
}: {
  title: string;
  permissions: readonly Permission[];
  note?: string;
}) => (
  <div className="entry">
    <strong>{title}</strong>
    <small>{[permissionText(permissions), note].filter(Boolean).join(' · ')}</small>
  </div>
);

function ClinicsWithAccess({ userId }: { userId: string }) {
  const [position, setPosition] = useState<PagePosition>({});
  const query = useGraphQuery(
    ClinicsWithAccessDocument,
    { userId, ...pageArguments(position, pageSize) },
    { keepPrevious: true },
  );
  return (
    <Card title="Clinics that see my data">
      <Shown query={query} what="Loading clinics">
        {({ user }) => {
          const connection = user?.clinicRecords;
          if (!connection?.edges?.length) return <Empty>No clinic sees your data.</Empty>;
          return (
            <>
              <ul className="entries">
                {connection.edges.map(({ node: { id, clinic, permissions } }) => (
                  <li key={id}>
                    <Entry title={clinic?.name ?? 'Clinic'} permissions={permissions} />
                  </li>
                ))}
              </ul>
              <Pager what="clinics" pageInfo={connection.pageInfo} onTurn={setPosition} />
            </>
          );
        }}
      </Shown>
    </Card>
  );
}

function OpenInvitations({ userId }: { userId: string }) {
  const [position, setPosition] = useState<PagePosition>({});
  const query = useGraphQuery(
    OpenInvitationsDocument,
    { userId, ...pageArguments(position, pageSize) },
    { keepPrevious: true },
  );
  const cancel = useGraphMutation(CancelInvitationDocument, { changes: [OpenInvitationsDocument] });
  return (
    <Card title="Open invitations">
      <ChangeProblem error={cancel.error} />
      <Shown query={query} what="Loading invitations">
        {({ user }) => {
          const connection = user?.invitationsSent;
          if (!connection?.edges?.length) return <Empty>No invitation is open.</Empty>;
          return (
            <>
              <ul className="entries">
                {connection.edges.map(({ node }) => (
                  <SentInvitation
                    key={node.id}
                    invitation={node}
                    isBusy={cancel.isPending}
                    onCancel={(email) => cancel.mutate({ input: { userId, email } })}
                  />
                ))}
              </ul>
              <Pager what="invitations" pageInfo={connection.pageInfo} onTurn={setPosition} />
            </>
          );
        }}
      </Shown>
    </Card>
  );
}

interface SentInvitationProps {
  invitation: NonNullable<
    NonNullable<OpenInvitationsQuery['user']>['invitationsSent']
  >['edges'][number]['node'];
  isBusy: boolean;
  onCancel: (email: string) => void;
}

function SentInvitation({ invitation, isBusy, onCancel }: SentInvitationProps) {
  const { email, nickname, permissions, status, expired, createdTime } = invitation;
  return (
    <li>
      <Entry
        title={email === '' ? 'A clinic' : (nickname ?? email)}
        permissions={permissions}
        note={`sent ${dateText(createdTime, 'UTC')}${expired ? ', expired' : ''}${status === 'DECLINED' ? ', declined' : ''}`}
      />
      {email !== '' && (
        <button type="button" className="button" disabled={isBusy} onClick={() => onCancel(email)}>
          Cancel<span className="visually-hidden"> the invitation to {email}</span>
        </button>
      )}
    </li>
  );
}

function Invite({ userId }: { userId: string }) {
  const invite = useGraphMutation(InvitePersonDocument, { changes: [OpenInvitationsDocument] });
  return (
    <Card title="Invite somebody">
      <InviteForm
        error={invite.error}
        isBusy={invite.isPending}
        onInvite={async (email, permissions) => {
          await invite.mutateAsync({ input: { userId, email, permissions } });
        }}
      />
    </Card>
  );
}

function SharedWithMe() {
  const [position, setPosition] = useState<PagePosition>({});
  const query = useGraphQuery(SharesReceivedDocument, pageArguments(position, pageSize), {
    keepPrevious: true,
  });
  const connection = query.data?.me?.sharesReceived;
  if (!connection?.edges?.length) return null;
  return (
    <Card title="People who share with me">
      <ul className="entries">
        {connection.edges.map(({ node: { id, ownerId, owner, permissions } }) => (
          <li key={id}>
            <div className="entry">
              <Link href={`/people/${ownerId}`}>{owner?.profile?.fullName ?? 'Unnamed account'}</Link>
              <small>{permissionText(permissions)}</small>
            </div>
          </li>
        ))}
      </ul>
      <Pager what="people who share with me" pageInfo={connection.pageInfo} onTurn={setPosition} />
    </Card>
  );
}
