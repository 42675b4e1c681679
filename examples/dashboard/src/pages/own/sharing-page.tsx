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
import { CancelInvitationDocument, ClinicsAndInvitationsDocument } from '../../generated/operations';
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
/** More people than somebody shares with are on further pages of the API; this page shows as many. */
const received = 50;

/** Who sees the data of the logged-in person, and who is invited to. */
export function SharingPage({ userId }: { userId: string }) {
  useTitle('Sharing');
  const readAgain = useReadAgain();
  useLive(SharesChangedDocument, {}, () => {
    void readAgain(SharesGivenDocument, SharesReceivedDocument, ClinicsAndInvitationsDocument);
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
          <ClinicsAndInvitations userId={userId} />
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

function ClinicsAndInvitations({ userId }: { userId: string }) {
  const query = useGraphQuery(ClinicsAndInvitationsDocument, { userId });
  const cancel = useGraphMutation(CancelInvitationDocument, { changes: [ClinicsAndInvitationsDocument] });
  return (
    <Shown query={query} what="Loading clinics">
      {({ user }) => {
        const clinics = (user?.clinicRecords?.edges ?? []).map(({ node }) => node);
        const invitations = (user?.invitationsSent?.edges ?? []).map(({ node }) => node);
        return (
          <>
            <Card title="Clinics that see my data">
              {clinics.length === 0 && <Empty>No clinic sees your data.</Empty>}
              <ul className="entries">
                {clinics.map(({ id, clinic, permissions }) => (
                  <li key={id}>
                    <Entry title={clinic?.name ?? 'Clinic'} permissions={permissions} />
                  </li>
                ))}
              </ul>
            </Card>
            <Card title="Open invitations">
              <ChangeProblem error={cancel.error} />
              {invitations.length === 0 && <Empty>No invitation is open.</Empty>}
              <ul className="entries">
                {invitations.map(({ id, email, nickname, permissions, status, expired, createdTime }) => (
                  <li key={id}>
                    <Entry
                      title={email === '' ? 'A clinic' : (nickname ?? email)}
                      permissions={permissions}
                      note={`sent ${dateText(createdTime, 'UTC')}${expired ? ', expired' : ''}${status === 'DECLINED' ? ', declined' : ''}`}
                    />
                    {email !== '' && (
                      <button
                        type="button"
                        className="button"
                        disabled={cancel.isPending}
                        onClick={() => cancel.mutate({ input: { userId, email } })}
                      >
                        Cancel<span className="visually-hidden"> the invitation to {email}</span>
                      </button>
                    )}
                  </li>
                ))}
              </ul>
            </Card>
          </>
        );
      }}
    </Shown>
  );
}

function Invite({ userId }: { userId: string }) {
  const invite = useGraphMutation(InvitePersonDocument, { changes: [ClinicsAndInvitationsDocument] });
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
  const query = useGraphQuery(SharesReceivedDocument, { first: received });
  const shares = (query.data?.me?.sharesReceived?.edges ?? []).map(({ node }) => node);
  if (shares.length === 0) return null;
  return (
    <Card title="People who share with me">
      <ul className="entries">
        {shares.map(({ id, ownerId, owner, permissions }) => (
          <li key={id}>
            <div className="entry">
              <Link href={`/people/${ownerId}`}>{owner?.profile?.fullName ?? 'Unnamed account'}</Link>
              <small>{permissionText(permissions)}</small>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
